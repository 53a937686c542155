import { PLAIN_ARRANGEMENT } from '../foods/arrange-foods.ts';
import { isSameFood } from '../foods/food.ts';
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
} from '../foods/plate.ts';
import {
  isSameQuestion,
  isSameText,
  type Question,
  questionOf,
  sentQuestion,
} from '../foods/question.ts';
import { answerIn } from '../service/search-session.ts';
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
} from '../storage/saved-data.ts';
import { MAX_COMPARED, NOTHING, type ReadAddress, toFragment, type View } from './address.ts';
import { type Action, isOfEarlierDay, type PageState, plateOf } from './page-state.ts';

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
  rows: (state, { rows }) => ({ ...state, rows: new Map([...state.rows, ...rows]) }),
  everyday: (state, { foods }) => ({ ...state, everyday: foods }),
  show,
  compare: (state, { food }) => {
    const rest = state.tray.filter((other) => !isSameFood(other, food));
    const isThere = rest.length < state.tray.length;
    return { ...state, tray: isThere ? rest : [...state.tray, food].slice(-MAX_COMPARED) };
  },
  sheet: (state, { isOpen }) => ({ ...state, isSheetOpen: isOpen }),
  basis: (state, { basis }) => ({ ...state, saved: { ...state.saved, basis } }),
  favorite: (state, { food }) => ({ ...state, saved: toggleFavorite(state.saved, food) }),
  goal: (state, { column, goal }) => ({ ...state, saved: setGoal(state.saved, column, goal) }),
  saved: (state, { isSaved }) => ({ ...state, isSaved }),
  day: (state, { today }) => (state.today === today ? state : { ...state, today }),
  'plate/arrive': arrive,
  'plate/stored': (state, { saved }) => {
    const isThere = saved.plates.some(({ id }) => id === state.saved.current);
    // Which plate is shown is each tab's own business.
    return { ...state, saved: isThere ? { ...saved, current: state.saved.current } : saved };
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
    return { ...changed, saved: noteAdded(changed.saved, food, amount.unit.name) };
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
    const saved = addPlate(state.saved, { name: '', day: state.today, portions: [] });
    return addAll({ ...state, saved, waiting: [] }, state.waiting);
  },
  'plate/go-on': (state) =>
    addAll({ ...state, waiting: [], confirmedId: state.saved.current }, state.waiting),
  'plate/import': (state, { plates }) => ({
    ...state,
    saved: importPlates(state.saved, plates).saved,
  }),
  'plate/rename': (state, { name }) => ({ ...state, saved: renamePlate(state.saved, name) }),
  'plate/choose': (state, { id }) => ({ ...state, saved: { ...state.saved, current: id } }),
  'plate/keep': (state) => ({ ...state, saved: keepGuest(state.saved, state.today) }),
  'plate/delete': (state) => ({ ...state, saved: deletePlate(state.saved) }),
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
  const { saved } = shown;
  const link = toFragment(NOTHING, portions);
  const same = saved.plates.find((plate) => toFragment(NOTHING, plate.portions) === link);
  if (same !== undefined) return { ...shown, saved: { ...saved, current: same.id } };
  // One guest at a time: a link that nobody keeps leaves nothing behind.
  const plates = saved.plates.filter(({ isGuest }) => isGuest !== true);
  const guest = { name: '', day: shown.today, portions, isGuest: true };
  return { ...shown, saved: addPlate({ ...saved, plates }, guest), isSheetOpen: true };
}

function addAll(state: PageState, portions: readonly Portion[]): PageState {
  if (portions.length === 0) return state;
  const { day } = currentPlate(state.saved);
  const isEmpty = plateOf(state).portions.length === 0;
  const dated = isEmpty && day < state.today ? setDay(state.saved, state.today) : state.saved;
  const start = { ...state, saved: dated };
  return portions.reduce((now, { food, ...amount }) => {
    const filled = withPlate(now, addFood(plateOf(now), food, amount));
    const saved = noteAdded(filled.saved, food, amount.unit.name);
    return { ...filled, saved, added: food };
  }, start);
}

function withPlate(state: PageState, { portions, removals }: Plate): PageState {
  const { id } = currentPlate(state.saved);
  return {
    ...state,
    saved: setPortions(state.saved, portions),
    removals: { plateId: id, list: removals },
  };
}
