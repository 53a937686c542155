import {
  addPortion,
  changePortion,
  isSameRow,
  movePortion,
  type Portion,
  removePortion,
} from '../foods/plate.ts';
import { mergeSavedData } from '../storage/merge-saved-data.ts';
import { isDay } from '../storage/read-saved-data.ts';
import {
  addPlate,
  changePlate,
  currentPlate,
  deletePlate,
  goToDay,
  importPlates,
  keepGuest,
  recordAdded,
  type SavedData,
} from '../storage/saved-data.ts';
import {
  type Action,
  isOfEarlierDay,
  type Notice,
  type PageState,
  portionsOf,
} from './page-state.ts';

// How each action changes the plates: adding, removing, moving, and undo.

/** A reducer for each kind of action. */
export type Reducers<Known extends Action> = {
  readonly [Kind in Known['kind']]: (
    state: PageState,
    action: Extract<Action, { kind: Kind }>,
  ) => PageState;
};

type PlateAction = Exclude<Extract<Action, { kind: `plate/${string}` }>, { kind: 'plate/arrive' }>;

export const PLATE_REDUCERS: Reducers<PlateAction> = {
  'plate/stored': (state, { saved }) => {
    const exists = saved.plates.some(({ id }) => id === state.saved.current);
    // Each tab keeps its own current plate.
    return { ...state, saved: exists ? { ...saved, current: state.saved.current } : saved };
  },
  'plate/add': (state, { portions }) =>
    isOfEarlierDay(state)
      ? { ...state, waiting: [...state.waiting, ...portions], isSheetOpen: true }
      : addMeal(state, portions),
  'plate/amount': (state, { row, amount }) => {
    const from = portionsOf(state).find((one) => isSameRow(one, row));
    if (from === undefined) return state;
    const portions = changePortion(portionsOf(state), from, amount);
    const filled = changePlate(state.saved, { portions });
    const saved = recordAdded(filled, row.food, amount.unit.name);
    const isAdded = state.added !== undefined && isSameRow(state.added, row);
    const added = isAdded ? { ...row, ...amount } : state.added;
    return undoable({ ...state, added }, saved, { kind: 'changed', from, to: amount });
  },
  'plate/remove': (state, { row }) => {
    const portions = removePortion(portionsOf(state), row);
    const about = { kind: 'removed', foods: [row.food] } as const;
    return undoable(state, changePlate(state.saved, { portions }), about);
  },
  'plate/move': (state, { row, by }) => ({
    ...state,
    saved: changePlate(state.saved, { portions: movePortion(portionsOf(state), row, by) }),
  }),
  'plate/clear': (state) => {
    const foods = portionsOf(state).map(({ food }) => food);
    if (foods.length === 0) return state;
    return undoable(state, changePlate(state.saved, { portions: [] }), { kind: 'removed', foods });
  },
  'plate/undo': (state) => {
    if (state.notice?.undo === undefined) return state;
    const { before, after } = state.notice.undo;
    return { ...state, saved: mergeSavedData(after, before, state.saved), notice: undefined };
  },
  'plate/new': (state) =>
    withPlate(state, addPlate(state.saved, { name: '', day: state.today, portions: [] })),
  'plate/go-on': (state) => ({ ...state, confirmedId: state.saved.current }),
  // An invalid day, such as the day after the last possible one, changes nothing.
  'plate/day': (state, { day }) =>
    isDay(day) ? confirmPlate(withPlate(state, goToDay(state.saved, day))) : state,
  'plate/to-day': (state, { day, isCopy }) => {
    const { name, portions } = currentPlate(state.saved);
    const saved = isCopy
      ? addPlate(state.saved, { name, day, portions })
      : changePlate(state.saved, { day });
    const kind = isCopy ? 'copied' : 'moved';
    return confirmPlate(withPlate(state, saved, { kind, plate: currentPlate(saved) }));
  },
  'plate/import': (state, { plates, unreadable }) => {
    const { saved, ...counts } = importPlates(state.saved, plates);
    return undoable(state, saved, { kind: 'opened', unreadable, ...counts });
  },
  'plate/rename': (state, { name: typed }) => {
    const plate = currentPlate(state.saved);
    const name = typed.trim();
    if (plate.name === name) return state;
    return undoable(state, changePlate(state.saved, { name }), { kind: 'renamed', plate });
  },
  'plate/choose': (state, { id }) =>
    confirmPlate({ ...state, saved: { ...state.saved, current: id } }),
  'plate/keep': (state) => ({ ...state, saved: keepGuest(state.saved, state.today) }),
  'plate/delete': (state) => {
    const plate = currentPlate(state.saved);
    return undoable(state, deletePlate(state.saved), { kind: 'deleted', plate });
  },
};

/**
 * Confirms the plate that the user went to. If foods are waiting, the user may still be looking for
 * the plate to add them to, so the page keeps asking.
 */
function confirmPlate(state: PageState): PageState {
  return state.waiting.length > 0 ? state : { ...state, confirmedId: state.saved.current };
}

/** Adds the waiting foods once the page no longer asks which plate to use. */
export function addWaiting(state: PageState): PageState {
  const { waiting, saved } = state;
  if (waiting.length === 0 || isOfEarlierDay(state) || currentPlate(saved).isGuest) return state;
  return addAll({ ...state, waiting: [] }, waiting);
}

/** Applies a change that can be undone. */
function undoable(state: PageState, saved: SavedData, about: Notice['about']): PageState {
  return { ...state, saved, notice: { about, undo: { before: state.saved, after: saved } } };
}

/**
 * Applies a change that may add a plate, with a message about it, or about the oldest plate if that
 * was dropped to make room.
 */
export function withPlate(state: PageState, saved: SavedData, about?: Notice['about']): PageState {
  const oldest = state.saved.plates.at(-1);
  const isDropped =
    oldest !== undefined &&
    oldest.portions.length > 0 &&
    saved.plates.every(({ id }) => id !== oldest.id);
  if (isDropped) return undoable(state, saved, { kind: 'dropped', plate: oldest });
  return about === undefined ? { ...state, saved } : undoable(state, saved, about);
}

/** Adds foods. For several foods there is a message, and one undo removes them all. */
function addMeal(state: PageState, portions: readonly Portion[]): PageState {
  const filled = addAll({ ...state, notice: undefined }, portions);
  if (portions.length < 2) return filled;
  const { notice } = undoable(state, filled.saved, {
    kind: 'added',
    foods: portions.map(({ food }) => food),
  });
  return { ...filled, notice };
}

function addAll(state: PageState, portions: readonly Portion[]): PageState {
  if (portions.length === 0) return state;
  const { id, day } = currentPlate(state.saved);
  const isLeftOver =
    portionsOf(state).length === 0 && day < state.today && id !== state.confirmedId;
  const dated = isLeftOver ? changePlate(state.saved, { day: state.today }) : state.saved;
  const saved = portions.reduce((now, portion) => {
    const portions = addPortion(currentPlate(now).portions, portion);
    const filled = changePlate(now, { portions });
    return recordAdded(filled, portion.food, portion.unit.name);
  }, dated);
  return { ...state, saved, added: portions.at(-1) };
}
