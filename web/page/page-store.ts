import type { Food } from '../foods/food.ts';
import { sentQuestion } from '../foods/question.ts';
import { SearchSession, type SearchSessionParts } from '../service/search-session.ts';
import { readSavedData } from '../storage/read-saved-data.ts';
import { newSavedData, type SavedData } from '../storage/saved-data.ts';
import { foodView, readFragment, toFragment } from './address.ts';
import { actionOfEnter } from './enter-key.ts';
import { type Action, newPageState, type PageState, plateOf } from './page-state.ts';
import { reduce } from './reduce.ts';

// What follows from a change of the page: how soon the address is written, what leads back to, what
// is kept, what is searched.

/** Browsers refuse more than some 100 changes of the address in 10 s; typing rests longer. */
export const WRITE_DELAY_MS = 150;

/** What back leads to: another food or group. Each letter typed and each amount is no such place. */
function placeOf({ view }: PageState): string {
  switch (view.kind) {
    case 'search':
      return `search ${view.group}`;
    case 'food':
      return `food ${view.id}`;
    default:
      return toFragment(view);
  }
}

/** The address of the page and its history. Fragments are without the `#`. */
export interface AddressPort {
  fragment(): string;
  /** Whether the page wrote this entry of the history: the plate in it may be an old one. */
  isOwn(): boolean;
  replace(fragment: string): void;
  /** @param isAfterSearch - whether the entry that is left is a search */
  push(fragment: string, isAfterSearch: boolean): void;
  /** Goes back if the entry before is the search that this one came from; else false. */
  backToSearch(): boolean;
}

/** Where the browser keeps things; `save` gives false where it refuses to. */
export interface StoragePort {
  load(): string | undefined;
  save(text: string): boolean;
  /** The id of the plate that this tab shows; other tabs may show others. */
  loadCurrent(): string | undefined;
  saveCurrent(id: string): void;
}

/** What the page needs of the browser and the service. */
export interface PagePorts extends Omit<SearchSessionParts, 'show'> {
  readonly address: AddressPort;
  readonly storage: StoragePort;
  /** The local date, such as `2026-11-22`. */
  readonly today: () => string;
}

/**
 * Holds the state of the page and does what follows from its changes: it writes the address, keeps
 * what is to be kept, and searches. It knows no document, so that tests can walk it at random.
 */
export class PageStore {
  readonly #ports: PagePorts;
  readonly #session: SearchSession;
  #state: PageState;
  #listener: () => void = () => {};
  #saved: string | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(ports: PagePorts) {
    this.#ports = ports;
    const { address, storage, today } = ports;
    this.#saved = storage.load();
    const stored = this.#saved === undefined ? undefined : readSavedData(this.#saved);
    const current = storage.loadCurrent();
    const isThere = stored?.plates.some(({ id }) => id === current);
    const saved = stored && { ...stored, ...(isThere && current && { current }) };
    const read = readFragment(address.fragment());
    this.#state = newPageState(read.view, saved ?? newSavedData(today()), today());
    this.#session = new SearchSession({
      ...ports,
      show: (search) => {
        const { isEnterWaiting } = this.#state;
        this.dispatch({ kind: 'search', search });
        if (isEnterWaiting && search.kind === 'found' && search.foods.length > 0) this.enter();
      },
    });
    // A page that is loaded again has the plate of its entry stored, unless the browser refused to.
    const isKept = address.isOwn() && saved !== undefined;
    this.dispatch({ kind: 'plate/arrive', address: isKept ? { ...read, portions: [] } : read });
    this.#save(this.#state.saved);
    this.#write();
    this.#session.ask(sentQuestion(this.#state.question));
  }

  get state(): PageState {
    return this.#state;
  }

  /** @param listener - called after each change */
  subscribe(listener: () => void): void {
    this.#listener = listener;
  }

  /** Takes an action and does what follows from it. */
  readonly dispatch = (action: Action): void => {
    const before = this.#state;
    const after = reduce(before, action);
    if (after === before) return;
    this.#state = after;
    if (after.saved !== before.saved && action.kind !== 'plate/stored') this.#save(after.saved);
    this.#follow(before, after, action);
    if (after.question !== before.question) this.#session.ask(sentQuestion(after.question));
    this.#listener();
  };

  /** What Enter does in the search box: it adds, unfolds, or waits for the answer. */
  enter(): void {
    const { action, isToAsk } = actionOfEnter(this.#state);
    // First, since the answer may be there at once.
    this.dispatch(action);
    if (isToAsk) this.searchNow();
  }

  searchNow(): void {
    this.#session.askNow(sentQuestion(this.#state.question));
  }

  /** Asks for more foods of the answer that is shown. */
  searchMore(): void {
    void this.#session.more();
  }

  /** After the browser went to another entry of its history, or to another address. */
  arrive(): void {
    const { address } = this.#ports;
    const read = readFragment(address.fragment());
    const portions = address.isOwn() ? [] : read.portions;
    this.dispatch({ kind: 'plate/arrive', address: { ...read, portions } });
    this.#write();
  }

  /** After another tab stored something. */
  receive(text: string): void {
    const saved = readSavedData(text);
    if (saved !== undefined) this.dispatch({ kind: 'plate/stored', saved });
    // The plate of this tab may be one that the other has deleted.
    this.#ports.storage.saveCurrent(this.#state.saved.current);
    this.#saved = text;
  }

  /** Shows one food in an amount, such as `2 large`, as far as it has a view. */
  showFood(food: Food, amount?: string): void {
    const view = foodView(food, amount);
    if (view !== undefined) this.dispatch({ kind: 'show', view });
  }

  /** Shows the chosen foods side by side, as soon as there are two. */
  compareNow(): void {
    const ids = this.#state.tray.flatMap(({ id }) => id ?? []);
    if (ids.length > 1) this.dispatch({ kind: 'show', view: { kind: 'compare', ids } });
  }

  /** Back to the search, as it was where one came from there. */
  backToSearch(): void {
    const view = { kind: 'search', ...this.#state.question } as const;
    if (!this.#ports.address.backToSearch()) this.dispatch({ kind: 'show', view });
  }

  /** Writes the address at once: the page is about to be left. */
  flush(): void {
    this.#write();
  }

  #follow(before: PageState, after: PageState, action: Action): void {
    // Its address is there already.
    if (action.kind === 'plate/arrive') return;
    if (after.view !== before.view && placeOf(after) !== placeOf(before)) this.#push(before);
    // At once, so that a link followed right after leads back to this plate.
    else if (plateOf(after).portions !== plateOf(before).portions) this.#write();
    else if (after.view !== before.view) {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#write(), WRITE_DELAY_MS);
    }
  }

  #save(saved: SavedData): void {
    const text = JSON.stringify(saved);
    const isSaved = text === this.#saved || this.#ports.storage.save(text);
    this.#ports.storage.saveCurrent(saved.current);
    this.#saved = isSaved ? text : undefined;
    if (isSaved !== this.#state.isSaved) this.dispatch({ kind: 'saved', isSaved });
  }

  #push(before: PageState): void {
    clearTimeout(this.#timer);
    // What was typed last may not be in the address yet, and back must lead to it.
    this.#ports.address.replace(fragmentOf(before));
    this.#ports.address.push(fragmentOf(this.#state), before.view.kind === 'search');
  }

  #write(): void {
    clearTimeout(this.#timer);
    this.#ports.address.replace(fragmentOf(this.#state));
  }
}

/** A search carries the plate along, so that its address is a link to both. */
function fragmentOf(state: PageState): string {
  const { view } = state;
  return toFragment(view, view.kind === 'search' ? plateOf(state).portions : []);
}
