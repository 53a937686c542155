import { PLAIN_ARRANGEMENT } from '../foods/arrange-foods.ts';
import { isSameFood } from '../foods/food.ts';
import {
  criteriaOf,
  isSameSearch,
  isSameText,
  mealIn,
  type SearchCriteria,
  sentCriteria,
} from '../foods/search-criteria.ts';
import { answerIn } from '../service/search-session.ts';
import { addPlate, recordChoice, setGoal, toggleFavorite } from '../storage/saved-data.ts';
import { MAX_COMPARED, NOTHING, toFragment, type View } from './address.ts';
import type { Action, PageState } from './page-state.ts';
import { addWaiting, PLATE_REDUCERS, type Reducers, withPlate } from './reduce-plate.ts';

// How each action changes the state of the page: what it opens, adds or resets.

/** Returns the state after an action. */
export function reduce<Kind extends Action['kind']>(
  state: PageState,
  action: Extract<Action, { kind: Kind }>,
): PageState {
  const kind: Kind = action.kind;
  return addWaiting(REDUCERS[kind](state, action));
}

const REDUCERS: Reducers<Action> = {
  // Clearing the box resets the match mode.
  type: (state, { text }) =>
    ask(state, { query: text, match: text === '' ? 'fuzzy' : state.criteria.match }),
  match: (state, { match }) => ask(state, { ...state.criteria, match }),
  refine: (state, { by }) => {
    // `until` limits the sort column, so a different order drops it.
    const until = 'sort' in by ? undefined : state.criteria.until;
    return ask(state, { ...state.criteria, until, ...by });
  },
  activate: (state, { index }) => ({ ...state, activeIndex: index }),
  await: (state) =>
    sentCriteria(state.criteria).query.trim() === '' && mealIn(state.criteria) === undefined
      ? state
      : { ...state, isEnterWaiting: true },
  arrange: (state, { arrangement }) => ({ ...state, arrangement }),
  search: (state, { search }) => {
    const answer = answerIn(search);
    // A meal is not found by this search, so Enter keeps waiting for the meal's own answers.
    const isUnanswered = search.kind === 'loading' || mealIn(state.criteria) !== undefined;
    const isEnterWaiting = state.isEnterWaiting && isUnanswered;
    const next = { ...state, search, isEnterWaiting };
    if (answer === answerIn(state.search)) return next;
    const last = answerIn(state.search);
    // If more foods of the same answer arrive, the selected row stays.
    if (last !== undefined && answer?.foods[0] === last.foods[0] && answer?.sort === last.sort)
      return next;
    // A whole group has no best match.
    const hasBest = search.kind === 'found' && search.foods.length > 0 && search.query !== '';
    return {
      ...next,
      arrangement: isSameText(answer, last) ? state.arrangement : PLAIN_ARRANGEMENT,
      added: undefined,
      activeIndex: hasBest ? 0 : -1,
    };
  },
  schema: (state, { schema }) => ({ ...state, schema }),
  rows: (state, { rows }) => ({ ...state, rows: new Map([...state.rows, ...rows]) }),
  everyday: (state, { foods }) => ({ ...state, everyday: foods }),
  show,
  compare: (state, { food }) => {
    const rest = state.tray.filter((other) => !isSameFood(other, food));
    if (rest.length < state.tray.length) return { ...state, tray: rest };
    return rest.length < MAX_COMPARED
      ? { ...state, tray: [...rest, food] }
      : { ...state, notice: { about: { kind: 'full', food: food.description } } };
  },
  sheet: (state, { isOpen }) => ({ ...state, isSheetOpen: isOpen }),
  choice: (state, { name, id }) => ({ ...state, saved: recordChoice(state.saved, name, id) }),
  basis: (state, { basis }) => ({ ...state, saved: { ...state.saved, basis } }),
  favorite: (state, { food }) => ({ ...state, saved: toggleFavorite(state.saved, food) }),
  goal: (state, { column, goal }) => ({ ...state, saved: setGoal(state.saved, column, goal) }),
  saved: (state, { isSaved }) => ({ ...state, isSaved }),
  day: (state, { today }) => (state.today === today ? state : { ...state, today }),
  dismiss: (state) => ({ ...state, notice: undefined }),
  'plate/arrive': arrive,
  ...PLATE_REDUCERS,
};

function ask(state: PageState, criteria: SearchCriteria): PageState {
  return {
    ...state,
    criteria,
    view: { kind: 'search', ...criteria },
    // The selected row belongs to the previous answer, so Enter must not add its food.
    activeIndex: -1,
    isEnterWaiting: false,
  };
}

function show(state: PageState, { view: asked }: { readonly view: View }): PageState {
  const ids = asked.kind === 'compare' ? asked.ids : [];
  const isFull = ids.length > MAX_COMPARED;
  const view: View = isFull ? { kind: 'compare', ids: ids.slice(0, MAX_COMPARED) } : asked;
  const leftOut = ids.slice(MAX_COMPARED).join(', ');
  const criteria = view.kind === 'search' ? criteriaOf(view) : state.criteria;
  const isSame = isSameSearch(criteria, state.criteria);
  return {
    ...state,
    view,
    criteria: isSame ? state.criteria : criteria,
    isSheetOpen: false,
    isEnterWaiting: false,
    ...(!isSame && { activeIndex: -1 }),
    ...(isFull && { notice: { about: { kind: 'full', food: leftOut } as const } }),
  };
}

function arrive(
  state: PageState,
  { address, search }: Extract<Action, { kind: 'plate/arrive' }>,
): PageState {
  const { view, portions, unreadable } = address;
  const isRestored = search !== undefined && view.kind !== 'search';
  const before = isRestored ? show(state, { view: { kind: 'search', ...search } }) : state;
  const shown = { ...show(before, { view }), unreadable };
  if (portions.length === 0) return shown;
  const { saved } = shown;
  const link = toFragment(NOTHING, portions);
  const same = saved.plates.find((plate) => toFragment(NOTHING, plate.portions) === link);
  if (same !== undefined) return { ...shown, saved: { ...saved, current: same.id } };
  // There is only one guest plate at a time, so that opened links leave no other plates behind.
  const plates = saved.plates.filter(({ isGuest }) => isGuest !== true);
  const guest = { name: '', day: shown.today, portions, isGuest: true };
  const next = withPlate(shown, addPlate({ ...saved, plates }, guest));
  return { ...next, isSheetOpen: true };
}
