import type { Food } from '../foods/food.ts';
import { sentCriteria } from '../foods/search-criteria.ts';
import { SearchSession } from '../service/search-session.ts';
import { mergeSavedData } from '../storage/merge-saved-data.ts';
import { readSavedData } from '../storage/read-saved-data.ts';
import {
  addPlate,
  changePlate,
  NOTHING_SAVED,
  newSavedData,
  type SavedData,
} from '../storage/saved-data.ts';
import { foodView, readFragment, toFragment } from './address.ts';
import type { EntryState, PagePorts } from './browser.ts';
import { type Action, newPageState, type PageState, portionsOf } from './page-state.ts';
import { reduce } from './reduce.ts';
import { enterAction } from './shown-foods.ts';

// Runs the effects of actions: writes the URL, decides where Back leads, saves, and searches.

/**
 * How long typing must pause before the URL is written, since browsers refuse more than about 100
 * changes in 10 s.
 */
export const WRITE_DELAY_MS = 150;

/**
 * Returns the key of a view's history entry. The key changes with the food or group, but not with
 * each letter or amount typed.
 */
function historyKeyOf({ view }: PageState): string {
  switch (view.kind) {
    case 'search':
      return `search ${view.group}`;
    case 'food':
      return `food ${view.id}`;
    default:
      return toFragment(view);
  }
}

/**
 * Holds the state of the page and runs its effects: it writes the URL, saves, and searches. It does
 * not use the DOM, so that tests can run random actions.
 */
export class PageStore {
  readonly #ports: PagePorts;
  readonly #session: SearchSession;
  #state: PageState;
  #listener: (action: Action) => void = () => {};
  /** The stored data as this tab last read or wrote it. */
  #stored: { readonly text: string; readonly data: SavedData } | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(ports: PagePorts) {
    this.#ports = ports;
    const { address, storage, today } = ports;
    this.#stored = this.#load();
    const stored = this.#stored?.data;
    const current = storage.loadCurrent();
    const isThere = stored?.plates.some(({ id }) => id === current);
    const saved = stored && { ...stored, ...(isThere && current && { current }) };
    const read = readFragment(address.fragment());
    const mark = address.mark();
    this.#state = newPageState(read.view, saved ?? newSavedData(today()), today());
    this.#session = new SearchSession({
      ...ports,
      show: (search) => {
        const { isEnterWaiting } = this.#state;
        this.dispatch({ kind: 'search', search });
        if (isEnterWaiting && search.kind === 'found' && search.foods.length > 0) this.enter();
      },
    });
    // On reload, the entry's plate is already in storage, unless the browser refused to store it.
    if (mark !== undefined && (mark.isUnsaved || saved === undefined)) {
      const whole = this.#state.saved;
      const { portions } = read;
      const plate = { name: '', day: today(), portions };
      const restored =
        isThere || saved === undefined ? changePlate(whole, { portions }) : addPlate(whole, plate);
      this.#state = { ...this.#state, saved: restored };
    }
    this.#dispatchArrival();
    this.#save(this.#state.saved);
    this.write();
    this.#session.ask(sentCriteria(this.#state.criteria));
  }

  get state(): PageState {
    return this.#state;
  }

  /** @param listener - called after each change with the action that caused it */
  subscribe(listener: (action: Action) => void): void {
    this.#listener = listener;
  }

  /** Handles an action and its effects. */
  readonly dispatch = (action: Action): void => {
    const before = this.#state;
    const after = reduce(before, action);
    if (after === before) return;
    this.#state = after;
    if (after.saved !== before.saved && action.kind !== 'plate/stored') this.#save(after.saved);
    this.#updateHistory(before, after, action);
    if (after.criteria !== before.criteria) this.#session.ask(sentCriteria(after.criteria));
    this.#listener(action);
  };

  /** Handles Enter in the search box as {@link enterAction} decides. */
  enter(): void {
    const { action, shouldSearch } = enterAction(this.#state);
    // The state changes first, since the answer may arrive synchronously.
    this.dispatch(action);
    if (shouldSearch) this.searchNow();
  }

  searchNow(): void {
    this.#session.ask(sentCriteria(this.#state.criteria), true);
  }

  /** Requests more foods of the current answer. */
  searchMore(): void {
    void this.#session.more();
  }

  /** Handles navigation to another history entry or URL. */
  onNavigation(): void {
    this.#dispatchArrival();
    this.write();
  }

  /** Reads what other tabs have saved, since this tab may have missed their events. */
  sync(): void {
    const theirs = this.#load();
    if (theirs === undefined || theirs.text === this.#stored?.text) return;
    const merged = this.#merged(this.#state.saved, theirs.data);
    this.#stored = theirs;
    this.dispatch({ kind: 'plate/stored', saved: merged });
    // Another tab may have deleted this tab's plate.
    this.#ports.storage.saveCurrent(this.#state.saved.current);
    if (contentOf(merged) !== contentOf(theirs.data)) this.#save(this.#state.saved);
  }

  /** Shows a food for an amount, such as `2 large`, if it has a key. */
  showFood(food: Food, amount?: string): void {
    const view = foodView(food, amount);
    if (view !== undefined) this.dispatch({ kind: 'show', view });
  }

  /** Shows the chosen foods side by side if there are at least two. */
  compareNow(): void {
    const ids = this.#state.tray.flatMap(({ id }) => id ?? []);
    if (ids.length > 1) this.dispatch({ kind: 'show', view: { kind: 'compare', ids } });
  }

  /** Goes back to the search, as it was before. */
  backToSearch(): void {
    const view = { kind: 'search', ...this.#state.criteria } as const;
    if (!this.#ports.address.backToSearch()) this.dispatch({ kind: 'show', view });
  }

  #dispatchArrival(): void {
    const { address } = this.#ports;
    const read = readFragment(address.fragment());
    const mark = address.mark();
    const { view } = readFragment(mark?.search ?? '');
    this.dispatch({
      kind: 'plate/arrive',
      // The plate in a history entry's URL may be outdated.
      address: mark === undefined ? read : { ...read, portions: [] },
      search: mark !== undefined && view.kind === 'search' ? view : undefined,
    });
  }

  #updateHistory(before: PageState, after: PageState, action: Action): void {
    // For this action, the caller writes the URL.
    if (action.kind === 'plate/arrive') return;
    if (after.view !== before.view && historyKeyOf(after) !== historyKeyOf(before))
      this.#push(before);
    // Writes the URL at once, so that Back returns to this plate even if a link is followed right
    // away.
    else if (portionsOf(after) !== portionsOf(before) || after.isSaved !== before.isSaved)
      this.write();
    else if (after.view !== before.view) {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.write(), WRITE_DELAY_MS);
    }
  }

  #load() {
    const text = this.#ports.storage.load();
    const data = text === undefined ? undefined : readSavedData(text);
    return text === undefined || data === undefined ? undefined : { text, data };
  }

  /** Merges another tab's changes into ours. */
  #merged(ours: SavedData, theirs: SavedData): SavedData {
    return mergeSavedData(this.#stored?.data ?? NOTHING_SAVED, ours, theirs);
  }

  #save(ours: SavedData): void {
    const { storage } = this.#ports;
    const theirs = this.#load();
    const isChanged = theirs !== undefined && theirs.text !== this.#stored?.text;
    const data = isChanged ? this.#merged(ours, theirs.data) : ours;
    const text = JSON.stringify(data);
    const before = this.#stored;
    // This is set before saving, since other tabs may respond at once.
    this.#stored = { text, data };
    const isSaved = text === before?.text || storage.save(text);
    if (!isSaved) this.#stored = before;
    storage.saveCurrent(data.current);
    if (isChanged && isSaved) this.dispatch({ kind: 'plate/stored', saved: data });
    if (isSaved !== this.#state.isSaved) this.dispatch({ kind: 'saved', isSaved });
  }

  #push(before: PageState): void {
    clearTimeout(this.#timer);
    const { address } = this.#ports;
    // Back must return to the last typed text, which might not be in the URL yet.
    address.replace(fragmentOf(before), entryStateOf(before));
    address.push(fragmentOf(this.#state), entryStateOf(this.#state), before.view.kind === 'search');
  }

  /** Writes the URL at once. */
  write(): void {
    clearTimeout(this.#timer);
    this.#ports.address.replace(fragmentOf(this.#state), entryStateOf(this.#state));
  }
}

/**
 * Returns the fragment of the page's URL. The URL of a search includes the plate. If the plate
 * could not be saved, every URL includes it.
 */
function fragmentOf(state: PageState): string {
  const { view, isSaved } = state;
  return toFragment(view, view.kind === 'search' || !isSaved ? portionsOf(state) : []);
}

function entryStateOf({ criteria, isSaved }: PageState): EntryState {
  return { search: toFragment({ kind: 'search', ...criteria }), isUnsaved: !isSaved };
}

/** Serializes all but the ID of the current plate, which each tab chooses for itself. */
function contentOf(data: SavedData): string {
  return JSON.stringify({ ...data, current: '' });
}
