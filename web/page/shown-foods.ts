import type { Quantity } from '../../src/meal/food-amount.ts';
import { arrangeFoods, type Line } from '../foods/arrange-foods.ts';
import { ownColumn, readSorting } from '../foods/columns.ts';
import { type Food, isSameFood, ownValue, toFood } from '../foods/food.ts';
import { memoized } from '../foods/memoized.ts';
import {
  type Amount,
  gramsOf,
  HUNDRED_GRAMS,
  isSameRow,
  type Portion,
  shortText,
} from '../foods/plate.ts';
import {
  amountReader,
  isEmptySearch,
  isSameSearch,
  mealIn,
  readQuantity,
  sentCriteria,
} from '../foods/search-criteria.ts';
import { servingOf } from '../foods/usual-amount.ts';
import { t } from '../languages/language.ts';
import { type Answer, answerIn } from '../service/search-session.ts';
import { currentPlate, foodKey, isFavorite } from '../storage/saved-data.ts';
import { type Action, type PageState, portionsOf } from './page-state.ts';

// Decides which screen and foods the page shows, in which order (foods with the typed unit first),
// and what Enter does.

/** Returns what is shown below the search box. */
export function screenOf({ view, criteria, search }: PageState) {
  if (view.kind !== 'search') return view.kind;
  if (isEmptySearch(criteria)) return 'starters';
  if (mealIn(criteria) !== undefined) return 'meal';
  if (search.kind === 'failed') return 'failed';
  const answer = answerIn(search);
  if (answer === undefined) return 'loading';
  return answer.foods.length === 0 ? 'nothing' : 'results';
}

/** Returns the answer to show; `undefined` for meals, an empty search, or before any answer. */
export function shownAnswer({ criteria, search }: PageState): Answer | undefined {
  const isSearch = !isEmptySearch(criteria) && mealIn(criteria) === undefined;
  return isSearch ? answerIn(search) : undefined;
}

/** Returns the amount typed with the search, such as `2 cups`. */
export function quantityIn({ query, match }: PageState['criteria']): Quantity | undefined {
  return match === 'substring' ? undefined : readQuantity(query).quantity;
}

/** Returns favorite and recent foods, or everyday foods for newcomers. */
export function starterFoods({ saved, everyday }: PageState): readonly Food[] {
  const own = [...saved.favorites, ...saved.recent.filter((food) => !isFavorite(saved, food))];
  return own.length === 0 && everyday !== undefined ? everyday : own;
}

/**
 * Returns the title of the foods in the results table: foods found by a search, or starter foods.
 */
export function titleOfFoods(state: PageState): string {
  const answer = shownAnswer(state);
  if (answer !== undefined)
    return answer.query === '' ? t().foods : `${t().foods}: ${answer.query}`;
  return starterFoods(state) === state.everyday ? t().everyday : t().yourFoods;
}

/** Returns the amount that a food's row shows and adds. */
export function servingIn({ saved, criteria }: PageState, food: Food): Amount {
  return servingOf(food, {
    basis: saved.basis,
    quantity: quantityIn(criteria),
    unitName: ownValue(saved.units, foodKey(food)),
  });
}

/** Returns the amount typed with the search, such as `2 large`, if the food has that unit. */
export function typedAmount(state: PageState, food: Food): string | undefined {
  const serving = servingIn(state, food);
  const isTyped = quantityIn(state.criteria) !== undefined && serving !== HUNDRED_GRAMS;
  return isTyped ? shortText(serving) : undefined;
}

/** Returns a food's value in a column of the service, per 100 g. */
function valueIn(state: PageState, food: Food, column: string): number | null {
  const own = ownColumn(column);
  if (own === undefined) return shownAnswer(state)?.extra.get(food) ?? null;
  return own === 'description' ? null : food[own];
}

/** Returns the rows below the search box in order; none for meals and other views. */
export const linesOf = memoized(
  (state: PageState): readonly Line[] => {
    if (state.view.kind !== 'search' || mealIn(state.criteria) !== undefined) return [];
    const foods = shownAnswer(state)?.foods ?? [];
    return arrangeFoods(
      isEmptySearch(state.criteria) ? starterFoods(state) : typedUnitFirst(state, foods),
      readSorting(state.criteria.sort),
      state.arrangement,
      (food, column) => {
        const value = valueIn(state, food, column);
        return value === null ? null : value * gramsOf(servingIn(state, food));
      },
    );
  },
  ({ view, criteria, search, everyday, arrangement, saved }) => [
    view.kind,
    criteria,
    answerIn(search),
    everyday,
    arrangement,
    saved.favorites,
    saved.recent,
    saved.basis,
    saved.units,
  ],
);

/** How many of the best matches are reordered so that foods with the typed unit come first. */
const RANKED_BY_UNIT = 20;

/** Moves foods that have the typed unit to the front, as for `1 slice bread`. */
function typedUnitFirst(state: PageState, foods: readonly Food[]): readonly Food[] {
  const quantity = quantityIn(state.criteria);
  if (quantity === undefined) return foods;
  const knows = ({ measures }: Food) =>
    Number(amountReader()?.amountOf(measures, quantity) !== undefined);
  const best = foods.slice(0, RANKED_BY_UNIT).toSorted((a, b) => knows(b) - knows(a));
  return [...best, ...foods.slice(RANKED_BY_UNIT)];
}

/**
 * Finds a food by its ID among those looked up, or else in the results, starter foods or plate.
 */
export function foodOf({ rows, schema, search, everyday = [], saved }: PageState, id: string) {
  const row = rows.get(id);
  if (row !== undefined) return toFood(row, schema.key);
  if (rows.has(id)) return undefined;
  const { portions } = currentPlate(saved);
  const lists = [answerIn(search)?.foods ?? [], everyday, saved.favorites, saved.recent];
  const known = [...lists.flat(), ...portions.map(({ food }) => food)];
  return known.find((food) => food.id === id);
}

/** Returns a food's row on the plate, preferably the row last added to. */
export function rowOf(state: PageState, food: Food): Portion | undefined {
  const rows = portionsOf(state).filter((row) => isSameFood(row.food, food));
  return rows.find((row) => state.added !== undefined && isSameRow(row, state.added)) ?? rows[0];
}

/** Returns the action that adds a food in the amount that its row shows. */
export function addActionOf(state: PageState, food: Food): Action {
  return { kind: 'plate/add', portions: [{ food, ...servingIn(state, food) }] };
}

/** Returns the action that expands the foods with this head. */
export function expandActionOf({ arrangement }: PageState, head: string): Action {
  const expanded = new Set([...arrangement.expanded, head]);
  return { kind: 'arrange', arrangement: { ...arrangement, expanded } };
}

/**
 * Returns what Enter does in the search box. Enter adds the food of the active row, or expands a
 * collapsed line. Before the answer arrives, Enter waits for it, and then adds the best match. In
 * another view, Enter returns to the results.
 */
export function enterAction(state: PageState): { action: Action; shouldSearch?: boolean } {
  const { view, search, criteria } = state;
  if (view.kind !== 'search')
    return { action: { kind: 'show', view: { kind: 'search', ...criteria } } };
  const line = linesOf(state)[state.activeIndex];
  if (line?.kind === 'food') return { action: addActionOf(state, line.food) };
  if (line?.kind === 'more') return { action: expandActionOf(state, line.head) };
  const sent = sentCriteria(criteria);
  const isPending = search.kind === 'loading' && isSameSearch(search, sent);
  return { action: { kind: 'await' }, shouldSearch: sent.query !== '' && !isPending };
}
