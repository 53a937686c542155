import { type Arrangement, PLAIN_ARRANGEMENT } from '../foods/arrange-foods.ts';
import { NO_OFFER, type Offer } from '../foods/columns.ts';
import { type Food, isSameFood, type Rows } from '../foods/food.ts';
import type { Amount, Portion } from '../foods/plate.ts';
import { type Question, questionOf } from '../foods/question.ts';
import type { Basis } from '../foods/usual-amount.ts';
import type { SearchState } from '../service/search-session.ts';
import {
  currentPlate,
  type Imported,
  type NamedPlate,
  type NewPlate,
  type SavedData,
} from '../storage/saved-data.ts';
import type { ReadAddress, View } from './address.ts';

// The state of the page and the actions that change it; when a plate is one of an earlier day.

/** Everything that the page shows is derived from this. */
export interface PageState {
  readonly view: View;
  /** What the search box holds, also while a food is shown. */
  readonly question: Question;
  readonly search: SearchState;
  readonly offer: Offer;
  /** All columns of the foods that were looked up. */
  readonly rows: Rows;
  /** Foods offered to somebody who is new here; `undefined` before they are known. */
  readonly everyday: readonly Food[] | undefined;
  readonly arrangement: Arrangement;
  /** The row selected with the keyboard; -1 for none. */
  readonly activeIndex: number;
  /** The last food added from the results shown. */
  readonly added: Portion | undefined;
  /** Whether Enter was pressed before the answer came: it adds the best match then. */
  readonly isEnterWaiting: boolean;
  readonly saved: SavedData;
  /** Whether the browser keeps it. */
  readonly isSaved: boolean;
  /** What was done last that somebody has to know of, or may want to take back. */
  readonly notice: Notice | undefined;
  /** How many foods of a link could not be read. */
  readonly unreadable: number;
  readonly today: string;
  /** What waits to be added while the plate is one of an earlier day and nobody said which to use. */
  readonly waiting: readonly Portion[];
  /** The plate of an earlier day that a person wants to go on with. */
  readonly confirmedId: string;
  /** Foods chosen to be compared. */
  readonly tray: readonly Food[];
  /** Whether the plate is open on a phone. */
  readonly isSheetOpen: boolean;
}

/** What happened, for a message, and what was saved before and after: undo takes the difference back. */
export interface Notice {
  readonly about:
    | { readonly kind: 'removed' | 'added'; readonly foods: readonly Food[] }
    | { readonly kind: 'changed'; readonly from: Portion; readonly to: Amount }
    /** A plate was deleted, renamed, moved to another day or copied to one; or the oldest made room. */
    | {
        readonly kind: 'deleted' | 'renamed' | 'moved' | 'copied' | 'dropped';
        readonly plate: NamedPlate;
      }
    | ({ readonly kind: 'opened'; readonly unreadable: number } & Omit<Imported, 'saved'>)
    /** More foods than can be compared: the name or key of those that are left out. */
    | { readonly kind: 'full'; readonly food: string };
  readonly undo?: { readonly before: SavedData; readonly after: SavedData };
}

/** What can happen to the page. Only what begins with `plate` may change a plate. */
export type Action =
  /** A text of the search box; `isShown`: a field has it already, since somebody typed it there. */
  | { readonly kind: 'type'; readonly text: string; readonly isShown?: true }
  | { readonly kind: 'match'; readonly match: Question['match'] }
  | { readonly kind: 'refine'; readonly by: Pick<Question, 'sort' | 'until' | 'group'> }
  | { readonly kind: 'activate'; readonly index: number }
  | { readonly kind: 'await' }
  | { readonly kind: 'arrange'; readonly arrangement: Arrangement }
  | { readonly kind: 'search'; readonly search: SearchState }
  | { readonly kind: 'offer'; readonly offer: Offer }
  | { readonly kind: 'rows'; readonly rows: Rows }
  | { readonly kind: 'everyday'; readonly foods: readonly Food[] }
  | { readonly kind: 'show'; readonly view: View }
  | { readonly kind: 'compare'; readonly food: Food }
  | { readonly kind: 'sheet'; readonly isOpen: boolean }
  | { readonly kind: 'basis'; readonly basis: Basis }
  /** Which food somebody means by a line of a meal. */
  | { readonly kind: 'choice'; readonly name: string; readonly id: string }
  | { readonly kind: 'favorite'; readonly food: Food }
  | { readonly kind: 'goal'; readonly column: string; readonly goal: number | undefined }
  | { readonly kind: 'saved'; readonly isSaved: boolean }
  | { readonly kind: 'day'; readonly today: string }
  | { readonly kind: 'dismiss' }
  /** Back, forward, or an address that was pasted or followed; a plate in it is a foreign one. */
  | {
      readonly kind: 'plate/arrive';
      readonly address: ReadAddress;
      /** The text of the search box while something else is shown. */
      readonly search?: Question | undefined;
    }
  /** Another tab changed what is stored. */
  | { readonly kind: 'plate/stored'; readonly saved: SavedData }
  | { readonly kind: 'plate/add'; readonly portions: readonly Portion[] }
  | { readonly kind: 'plate/amount'; readonly row: Portion; readonly amount: Amount }
  | { readonly kind: 'plate/remove'; readonly row: Portion }
  | { readonly kind: 'plate/move'; readonly row: Portion; readonly by: number }
  | { readonly kind: 'plate/clear' }
  | { readonly kind: 'plate/undo' }
  | { readonly kind: 'plate/new' }
  | { readonly kind: 'plate/go-on' }
  /** Shows the plate of a day. */
  | { readonly kind: 'plate/day'; readonly day: string }
  /** Moves the plate to another day, or copies it there. */
  | { readonly kind: 'plate/to-day'; readonly day: string; readonly isCopy: boolean }
  | {
      readonly kind: 'plate/import';
      readonly plates: readonly NewPlate[];
      /** How many foods and plates of the file could not be read. */
      readonly unreadable: number;
    }
  | { readonly kind: 'plate/rename'; readonly name: string }
  | { readonly kind: 'plate/choose'; readonly id: string }
  | { readonly kind: 'plate/keep' }
  | { readonly kind: 'plate/delete' };

export function newPageState(view: View, saved: SavedData, today: string): PageState {
  return {
    view,
    question: view.kind === 'search' ? questionOf(view) : { query: '', match: 'fuzzy' },
    search: { kind: 'idle' },
    offer: NO_OFFER,
    rows: new Map(),
    everyday: undefined,
    arrangement: PLAIN_ARRANGEMENT,
    activeIndex: -1,
    added: undefined,
    isEnterWaiting: false,
    saved,
    isSaved: true,
    notice: undefined,
    unreadable: 0,
    today,
    waiting: [],
    confirmedId: '',
    tray: [],
    isSheetOpen: false,
  };
}

/** The rows of the plate that is shown. */
export function portionsOf({ saved }: PageState): readonly Portion[] {
  return currentPlate(saved).portions;
}

/** Whether the plate is one of an earlier day, and nobody has decided to go on with it. */
export function isOfEarlierDay({ saved, today, confirmedId }: PageState): boolean {
  const { id, day, portions } = currentPlate(saved);
  return portions.length > 0 && day !== '' && day < today && id !== confirmedId;
}

export function isCompared({ tray }: PageState, food: Food): boolean {
  return tray.some((other) => isSameFood(other, food));
}
