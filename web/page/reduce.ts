import {
  isSameQuestion,
  isSameText,
  MAX_COMPARED,
  NOTHING,
  type Question,
  type ReadAddress,
  toFragment,
  type View,
} from '../address.ts';
import { isSameFood } from '../food.ts';
import {
  addPlate,
  currentPlate,
  deletePlate,
  importPlates,
  keepGuest,
  noteAdded,
  renamePlate,
  setDay,
  setGoal,
  setPortions,
  toggleFavorite,
} from '../kept/kept.ts';
import {
  addFood,
  clearPlate,
  findPortion,
  movePortion,
  type Plate,
  type Portion,
  removePortion,
  setAmount,
  undoRemoval,
} from '../plate/plate.ts';
import { PLAIN_ARRANGEMENT } from '../search/arrange-foods.ts';
import { sentQuestion } from '../search/quantity.ts';
import { answerIn } from '../search/search-session.ts';

import { type Action, isOfEarlierDay, type PageState, plateOf, questionOf } from './page-state.ts';

// What each action does to the state of the page: what it opens, adds, forgets.

type Reducers = {
  readonly [Kind in Action['kind']]: (
    state: PageState,
    action: Extract<Action, { kind: Kind }>,
  ) => PageState;
};

/** The page after something happened to it. */
export function reduce<Kind extends Action['kind']>(
  state: PageState,
  action: Extract<Action, { kind: Kind }>,
): PageState {
  const kind: Kind = action.kind;
  return REDUCERS[kind](state, action);
}

const REDUCERS: Reducers = {
  // Emptied, the box begins anew.
  type: (state, { text }) =>
    ask(state, { query: text, match: text === '' ? 'fuzzy' : state.question.match }),
  match: (state, { match }) => ask(state, { ...state.question, match }),
  refine: (state, { by }) => {
    // In another order the foods end elsewhere.
    const until = 'sort' in by ? undefined : state.question.until;
    return ask(state, { ...state.question, until, ...by });
  },
  activate: (state, { index }) => ({ ...state, activeIndex: index }),
  await: (state) =>
    sentQuestion(state.question).query.trim() === '' ? state : { ...state, isEnterWaiting: true },
  arrange: (state, { arrangement }) => ({ ...state, arrangement }),
  search: (state, { search }) => {
    const answer = answerIn(search);
    const isEnterWaiting = state.isEnterWaiting && search.kind === 'loading';
    const next = { ...state, search, isEnterWaiting };
    if (answer === answerIn(state.search)) return next;
    const last = answerIn(state.search);
    // More foods of the same answer came: the keys stay where they are.
    if (last !== undefined && answer?.foods[0] === last.foods[0] && answer?.sort === last.sort)
      return next;
    // Of a whole group no food is the best match.
    const hasBest = search.kind === 'found' && search.foods.length > 0 && search.query !== '';
    return {
      ...next,
      arrangement: isSameText(answer, last) ? state.arrangement : PLAIN_ARRANGEMENT,
      added: undefined,
      activeIndex: hasBest ? 0 : -1,
    };
  },
  offer: (state, { offer }) => ({ ...state, offer }),
  everyday: (state, { foods }) => ({ ...state, everyday: foods }),
  show,
  compare: (state, { food }) => {
    const rest = state.tray.filter((other) => !isSameFood(other, food));
    const isThere = rest.length < state.tray.length;
    return { ...state, tray: isThere ? rest : [...state.tray, food].slice(-MAX_COMPARED) };
  },
  sheet: (state, { isOpen }) => ({ ...state, isSheetOpen: isOpen }),
  basis: (state, { basis }) => ({ ...state, kept: { ...state.kept, basis } }),
  favorite: (state, { food }) => ({ ...state, kept: toggleFavorite(state.kept, food) }),
  goal: (state, { column, goal }) => ({ ...state, kept: setGoal(state.kept, column, goal) }),
  saved: (state, { isSaved }) => ({ ...state, isSaved }),
  day: (state, { today }) => (state.today === today ? state : { ...state, today }),
  'plate/arrive': arrive,
  'plate/stored': (state, { kept }) => {
    const isThere = kept.plates.some(({ id }) => id === state.kept.current);
    // Which plate is shown is each tab's own business.
    return { ...state, kept: isThere ? { ...kept, current: state.kept.current } : kept };
  },
  'plate/add': (state, { portions }) =>
    isOfEarlierDay(state)
      ? { ...state, waiting: [...state.waiting, ...portions], isSheetOpen: true }
      : addAll(state, portions),
  'plate/amount': (state, { food, amount }) => {
    const plate = plateOf(state);
    const index = findPortion(plate, food);
    if (index < 0) return state;
    const changed = withPlate(state, setAmount(plate, index, amount));
    return { ...changed, kept: noteAdded(changed.kept, food, amount.unit.name) };
  },
  'plate/remove': (state, { food }) => {
    const plate = plateOf(state);
    return withPlate(state, removePortion(plate, findPortion(plate, food)));
  },
  'plate/move': (state, { food, rows }) => {
    const plate = plateOf(state);
    const index = findPortion(plate, food);
    return index < 0 ? state : withPlate(state, movePortion(plate, index, index + rows));
  },
  'plate/clear': (state) => withPlate(state, clearPlate(plateOf(state))),
  'plate/undo': (state) => withPlate(state, undoRemoval(plateOf(state))),
  'plate/new': (state) => {
    const kept = addPlate(state.kept, { name: '', day: state.today, portions: [] });
    return addAll({ ...state, kept, waiting: [] }, state.waiting);
  },
  'plate/go-on': (state) =>
    addAll({ ...state, waiting: [], confirmedId: state.kept.current }, state.waiting),
  'plate/import': (state, { plates }) => ({
    ...state,
    kept: importPlates(state.kept, plates).kept,
  }),
  'plate/rename': (state, { name }) => ({ ...state, kept: renamePlate(state.kept, name) }),
  'plate/choose': (state, { id }) => ({ ...state, kept: { ...state.kept, current: id } }),
  'plate/keep': (state) => ({ ...state, kept: keepGuest(state.kept, state.today) }),
  'plate/delete': (state) => ({ ...state, kept: deletePlate(state.kept) }),
};

function ask(state: PageState, question: Question): PageState {
  return {
    ...state,
    question,
    view: { kind: 'search', ...question },
    // The row was chosen from the answer to another text: Enter must not add it to this one.
    activeIndex: -1,
    isEnterWaiting: false,
  };
}

function show(state: PageState, { view }: { readonly view: View }): PageState {
  const question = view.kind === 'search' ? questionOf(view) : state.question;
  const isSame = isSameQuestion(question, state.question);
  return {
    ...state,
    view,
    question: isSame ? state.question : question,
    isSheetOpen: false,
    isEnterWaiting: false,
    ...(!isSame && { activeIndex: -1 }),
  };
}

function arrive(state: PageState, { address }: { readonly address: ReadAddress }): PageState {
  const { view, portions, unreadable } = address;
  const shown = { ...show(state, { view }), unreadable };
  if (portions.length === 0) return shown;
  const { kept } = shown;
  const link = toFragment(NOTHING, portions);
  const same = kept.plates.find((plate) => toFragment(NOTHING, plate.portions) === link);
  if (same !== undefined) return { ...shown, kept: { ...kept, current: same.id } };
  // One guest at a time: a link that nobody keeps leaves nothing behind.
  const plates = kept.plates.filter(({ isGuest }) => isGuest !== true);
  const guest = { name: '', day: shown.today, portions, isGuest: true };
  return { ...shown, kept: addPlate({ ...kept, plates }, guest), isSheetOpen: true };
}

function addAll(state: PageState, portions: readonly Portion[]): PageState {
  if (portions.length === 0) return state;
  const { day } = currentPlate(state.kept);
  const isEmpty = plateOf(state).portions.length === 0;
  const dated = isEmpty && day < state.today ? setDay(state.kept, state.today) : state.kept;
  const start = { ...state, kept: dated };
  return portions.reduce((now, { food, ...amount }) => {
    const filled = withPlate(now, addFood(plateOf(now), food, amount));
    const kept = noteAdded(filled.kept, food, amount.unit.name);
    return { ...filled, kept, added: food };
  }, start);
}

function withPlate(state: PageState, { portions, removals }: Plate): PageState {
  const { id } = currentPlate(state.kept);
  return {
    ...state,
    kept: setPortions(state.kept, portions),
    removals: { plateId: id, list: removals },
  };
}
