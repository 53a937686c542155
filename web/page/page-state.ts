import { type Arrangement, PLAIN_ARRANGEMENT } from '../foods/arrange-foods.ts';
import { NO_SCHEMA, type Schema } from '../foods/columns.ts';
import { type Food, isSameFood, type Rows } from '../foods/food.ts';
import type { Amount, Portion } from '../foods/plate.ts';
import { criteriaOf, type SearchCriteria } from '../foods/search-criteria.ts';
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

// The state of the page, the actions that change it, and when a plate belongs to an earlier day.

/** Everything on the page is derived from this state. */
export interface PageState {
  readonly view: View;
  /** The search in the search box, even while a food is shown. */
  readonly criteria: SearchCriteria;
  readonly search: SearchState;
  readonly schema: Schema;
  /** The full rows of all foods looked up so far. */
  readonly rows: Rows;
  /** Foods offered to newcomers; `undefined` until they are known. */
  readonly everyday: readonly Food[] | undefined;
  readonly arrangement: Arrangement;
  /** The index of the active row, which Enter adds or expands; -1 for none. */
  readonly activeIndex: number;
  /** The portion last added since the answer on the screen arrived. */
  readonly added: Portion | undefined;
  /**
   * Whether Enter was pressed before the answer arrived. If so, the best match is added as soon as
   * there is an answer.
   */
  readonly isEnterWaiting: boolean;
  readonly saved: SavedData;
  /** Whether the browser has stored `saved`. */
  readonly isSaved: boolean;
  /** The last event to report or undo. */
  readonly notice: Notice | undefined;
  /** The number of foods in a link that could not be parsed. */
  readonly unreadable: number;
  readonly today: string;
  /** Portions that will be added once the user decides whether to use an earlier day's plate. */
  readonly waiting: readonly Portion[];
  /** The ID of the plate that the user chose to use, even if it is from an earlier day. */
  readonly confirmedId: string;
  /** Foods chosen for comparison. */
  readonly tray: readonly Food[];
  /** Whether the plate is open on a narrow screen. */
  readonly isSheetOpen: boolean;
}

/** An event to report, and the data before and after it. Undo reverts only the difference. */
export interface Notice {
  readonly about:
    | { readonly kind: 'removed' | 'added'; readonly foods: readonly Food[] }
    | { readonly kind: 'changed'; readonly from: Portion; readonly to: Amount }
    /**
     * A plate was deleted, renamed, moved or copied to another day, or dropped to make room because
     * it was the oldest.
     */
    | {
        readonly kind: 'deleted' | 'renamed' | 'moved' | 'copied' | 'dropped';
        readonly plate: NamedPlate;
      }
    | ({ readonly kind: 'opened'; readonly unreadable: number } & Omit<Imported, 'saved'>)
    /**
     * More foods were chosen than can be compared. `food` lists the names or keys of those left
     * out.
     */
    | { readonly kind: 'full'; readonly food: string };
  readonly undo?: { readonly before: SavedData; readonly after: SavedData };
}

/** The actions of the page. Only actions whose kind begins with `plate` may change a plate. */
export type Action =
  /**
   * Text for the search box. `isShown` means that a field already shows the text, since it was
   * typed there.
   */
  | { readonly kind: 'type'; readonly text: string; readonly isShown?: true }
  | { readonly kind: 'match'; readonly match: SearchCriteria['match'] }
  | { readonly kind: 'refine'; readonly by: Pick<SearchCriteria, 'sort' | 'until' | 'group'> }
  | { readonly kind: 'activate'; readonly index: number }
  | { readonly kind: 'await' }
  | { readonly kind: 'arrange'; readonly arrangement: Arrangement }
  | { readonly kind: 'search'; readonly search: SearchState }
  | { readonly kind: 'schema'; readonly schema: Schema }
  | { readonly kind: 'rows'; readonly rows: Rows }
  | { readonly kind: 'everyday'; readonly foods: readonly Food[] }
  | { readonly kind: 'show'; readonly view: View }
  | { readonly kind: 'compare'; readonly food: Food }
  | { readonly kind: 'sheet'; readonly isOpen: boolean }
  | { readonly kind: 'basis'; readonly basis: Basis }
  /** The food that the user chose for a line of a meal. */
  | { readonly kind: 'choice'; readonly name: string; readonly id: string }
  | { readonly kind: 'favorite'; readonly food: Food }
  | { readonly kind: 'goal'; readonly column: string; readonly goal: number | undefined }
  | { readonly kind: 'saved'; readonly isSaved: boolean }
  | { readonly kind: 'day'; readonly today: string }
  | { readonly kind: 'dismiss' }
  /**
   * Back, forward, or a URL that was pasted or followed. A new plate in the URL opens as a guest
   * plate, which is not the user's own until it is kept.
   */
  | {
      readonly kind: 'plate/arrive';
      readonly address: ReadAddress;
      /** The search in the box while another view is shown. */
      readonly search?: SearchCriteria | undefined;
    }
  /** Another tab changed the stored data. */
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
      /** How many foods and plates of the file could not be parsed. */
      readonly unreadable: number;
    }
  | { readonly kind: 'plate/rename'; readonly name: string }
  | { readonly kind: 'plate/choose'; readonly id: string }
  | { readonly kind: 'plate/keep' }
  | { readonly kind: 'plate/delete' };

export function newPageState(view: View, saved: SavedData, today: string): PageState {
  return {
    view,
    criteria: view.kind === 'search' ? criteriaOf(view) : { query: '', match: 'fuzzy' },
    search: { kind: 'idle' },
    schema: NO_SCHEMA,
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

/** Returns the rows of the current plate. */
export function portionsOf({ saved }: PageState): readonly Portion[] {
  return currentPlate(saved).portions;
}

/**
 * Checks whether the plate is from an earlier day and the user has not chosen to keep using it. An
 * empty plate is used without asking, unless foods are already waiting.
 */
export function isOfEarlierDay({ saved, today, confirmedId, waiting }: PageState): boolean {
  const { id, day, portions, isGuest } = currentPlate(saved);
  if (isGuest || portions.length + waiting.length === 0) return false;
  return day !== '' && day < today && id !== confirmedId;
}

export function isCompared({ tray }: PageState, food: Food): boolean {
  return tray.some((other) => isSameFood(other, food));
}
