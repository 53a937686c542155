import { isNothing } from '../address.ts';
import type { Food } from '../food.ts';
import { foodKey, isFavorite } from '../kept/kept.ts';
import { memoized } from '../memoized.ts';
import { type Amount, gramsOf, HUNDRED_GRAMS, shortText } from '../plate/plate.ts';
import { arrangeFoods, type Line } from '../search/arrange-foods.ts';
import { mealIn, type Quantity, readQuantity } from '../search/quantity.ts';
import { type Answer, answerIn } from '../search/search-session.ts';
import { ownColumn, readSorting } from '../search/sorting.ts';
import { amountOf, servingOf } from '../search/usual-amount.ts';
import type { PageState } from './page-state.ts';

// Which screen and which foods the page shows, in which order: those first that have the typed
// unit.

/** What stands below the search box. */
export type Screen =
  | 'food'
  | 'compare'
  | 'week'
  | 'meal'
  | 'offered'
  | 'loading'
  | 'results'
  | 'nothing'
  | 'failed';

/** What the page shows in its main part: always something. */
export function screenOf({ view, question, search }: PageState): Screen {
  if (view.kind !== 'search') return view.kind;
  if (isNothing(question)) return 'offered';
  if (mealIn(question) !== undefined) return 'meal';
  if (search.kind === 'failed') return 'failed';
  const answer = answerIn(search);
  if (answer === undefined) return 'loading';
  return answer.foods.length === 0 ? 'nothing' : 'results';
}

/** The answer that is shown; `undefined` while no food is searched for. */
export function shownAnswer({ question, search }: PageState): Answer | undefined {
  const isSearch = !isNothing(question) && mealIn(question) === undefined;
  return isSearch ? answerIn(search) : undefined;
}

/** The amount typed with the search, such as `2 cups`. */
export function quantityIn({ query, match }: PageState['question']): Quantity | undefined {
  return match === 'substring' ? undefined : readQuantity(query).quantity;
}

/** Favorite and recent foods; for somebody new, everyday ones. */
export function offeredFoods({ kept, everyday }: PageState): readonly Food[] {
  const own = [...kept.favorites, ...kept.recent.filter((food) => !isFavorite(kept, food))];
  return own.length === 0 && everyday !== undefined ? everyday : own;
}

/** How much of a food its row is for, and is added by it. */
export function servingIn({ kept, question }: PageState, food: Food): Amount {
  return servingOf(food, {
    basis: kept.basis,
    quantity: quantityIn(question),
    unitName: kept.units[foodKey(food)],
  });
}

/** The amount typed with the search, of a food that it can be measured in: `2 large`; else `undefined`. */
export function typedAmount(state: PageState, food: Food): string | undefined {
  const serving = servingIn(state, food);
  const isTyped = quantityIn(state.question) !== undefined && serving !== HUNDRED_GRAMS;
  return isTyped ? shortText(serving) : undefined;
}

/** What is known of a food in a column of the service, per 100 g. */
function valueIn(state: PageState, food: Food, column: string): number | null {
  const own = ownColumn(column);
  if (own === undefined) return shownAnswer(state)?.extra.get(food) ?? null;
  return own === 'description' ? null : food[own];
}

/** The rows below the search box, in their order; none while a food is shown. */
export const linesOf = memoized(
  (state: PageState): readonly Line[] => {
    if (state.view.kind !== 'search' || mealIn(state.question) !== undefined) return [];
    const foods = shownAnswer(state)?.foods ?? [];
    return arrangeFoods(
      isNothing(state.question) ? offeredFoods(state) : knowingUnitFirst(state, foods),
      readSorting(state.question.sort),
      state.arrangement,
      (food, column) => {
        const value = valueIn(state, food, column);
        return value === null ? null : value * gramsOf(servingIn(state, food));
      },
    );
  },
  ({ view, question, search, everyday, arrangement, kept }) => [
    view.kind,
    question,
    answerIn(search),
    everyday,
    arrangement,
    kept.favorites,
    kept.recent,
    kept.basis,
    kept.units,
  ],
);

/** Among so many of the best matches, those that know the asked unit come first. */
const RANKED_BY_UNIT = 20;

/** Where pieces or sizes were asked for, as in `1 slice bread`, foods that have them go first. */
function knowingUnitFirst(state: PageState, foods: readonly Food[]): readonly Food[] {
  const quantity = quantityIn(state.question);
  if (quantity === undefined) return foods;
  const best = foods.slice(0, RANKED_BY_UNIT);
  const [known, unknown] = [true, false].map((isKnown) =>
    best.filter(({ measures }) => (amountOf(measures, quantity) !== undefined) === isKnown),
  );
  return [...(known ?? []), ...(unknown ?? []), ...foods.slice(RANKED_BY_UNIT)];
}
