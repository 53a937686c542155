import { foodOf } from '../foods/sample-foods.case.ts';
import type { SearchCriteria } from '../foods/search-criteria.ts';
import { loadAmountReader } from '../foods/search-criteria.ts';
import type { Found } from '../service/food-service.ts';
import type { EntryState, PagePorts } from './browser.ts';
import { PageStore } from './page-store.ts';

// A browser and a service without a network, for tests of the page's store.

await loadAmountReader();

/** A simulated browser and service to test the page's store. */
export class SimulatedBrowser {
  readonly tabs: SimulatedTab[] = [];
  stored: string | undefined;
  refusesStorage = false;
  isDown = false;
  day = '2026-11-22';
  #waiting: (() => void)[] = [];

  openTab(fragment: string): SimulatedTab {
    const tab = new SimulatedTab(this, fragment);
    this.tabs.push(tab);
    return tab;
  }

  /** Answers all pending searches in the order they were sent. */
  answerAll(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const answer of waiting) answer();
  }

  /** Finds ten foods for any word or group, and none for a word with a `z`. */
  search({ query, group }: SearchCriteria, offset = 0): Promise<Found> {
    if (this.isDown) return Promise.reject(new Error('no answer'));
    return new Promise((resolve, reject) => {
      this.#waiting.push(() => {
        if (this.isDown) return reject(new Error('no answer'));
        const name = [query, group].filter(Boolean).join(' ');
        const measures = [{ count: 1, name: 'cup', grams: 240 }];
        const foods = Array.from({ length: query.includes('z') ? 0 : 10 }, (_, i) =>
          foodOf(`${name} ${offset + i}`, { id: `${name}${offset + i}`, measures, kcal: 100 + i }),
        );
        resolve({ foods, readings: [], extra: new Map(), total: 25 });
      });
    });
  }

  /** Wakes frozen tabs, which then catch up. */
  thaw(): void {
    for (const tab of this.tabs) {
      if (tab.isFrozen) tab.store.sync();
      tab.isFrozen = false;
    }
  }

  store(text: string, from: SimulatedTab): boolean {
    if (this.refusesStorage) return false;
    this.stored = text;
    for (const tab of this.tabs) if (tab !== from && !tab.isFrozen) tab.store.sync();
    return true;
  }
}

interface Entry {
  readonly fragment: string;
  readonly mark: EntryState | undefined;
  readonly isAfterSearch: boolean;
}

/** A tab and its history. */
export class SimulatedTab {
  store: PageStore;
  readonly address: PagePorts['address'];
  /** Whether the tab gets no events from other tabs, as in the background on a phone. */
  isFrozen = false;
  readonly #browser: SimulatedBrowser;
  #entries: Entry[];
  #index = 0;
  #loads = 0;
  #current: string | undefined;

  constructor(browser: SimulatedBrowser, fragment: string) {
    this.#browser = browser;
    this.#entries = [{ fragment, mark: undefined, isAfterSearch: false }];
    this.address = {
      fragment: () => this.#entry.fragment,
      mark: () => this.#entry.mark,
      replace: (fragment, mark) => {
        this.#entries[this.#index] = { ...this.#entry, fragment, mark };
      },
      push: (fragment, mark, isAfterSearch) => this.#push({ fragment, mark, isAfterSearch }),
      backToSearch: () => {
        const { isAfterSearch } = this.#entry;
        if (isAfterSearch) this.go(-1);
        return isAfterSearch;
      },
    };
    this.store = this.#start();
  }

  /** Goes back or forward; returns `false` at either end of the history. */
  go(by: 1 | -1): boolean {
    if (this.#entries[this.#index + by] === undefined) return false;
    this.#index += by;
    this.store.onNavigation();
    return true;
  }

  /** Simulates a pasted URL or a followed link. */
  paste(fragment: string): void {
    this.#push({ fragment, mark: undefined, isAfterSearch: false });
    this.store.onNavigation();
  }

  freeze(): void {
    this.isFrozen = true;
  }

  reload(): void {
    this.store.write();
    this.restart();
  }

  /** Restarts as after a crash, without writing anything first. */
  restart(): void {
    this.store = this.#start();
  }

  get #entry(): Entry {
    const entry = this.#entries[this.#index];
    if (entry === undefined) throw new RangeError(`There is no entry ${this.#index}.`);
    return entry;
  }

  #push(entry: Entry): void {
    this.#entries = [...this.#entries.slice(0, this.#index + 1), entry];
    this.#index += 1;
  }

  #start(): PageStore {
    this.#loads += 1;
    const load = this.#loads;
    // After a reload, the old page writes neither the URL nor `stored`.
    const isGone = () => load !== this.#loads;
    const { address } = this;
    return new PageStore({
      address: {
        ...address,
        replace: (text, mark) => isGone() || address.replace(text, mark),
        push: (text, mark, isAfterSearch) => isGone() || address.push(text, mark, isAfterSearch),
      },
      storage: {
        load: () => this.#browser.stored,
        save: (text) => !isGone() && this.#browser.store(text, this),
        loadCurrent: () => this.#current,
        saveCurrent: (id) => {
          this.#current = id;
        },
      },
      search: (criteria, _signal, offset) => this.#browser.search(criteria, offset),
      diagnose: async () => ({ kind: 'unreachable' }),
      today: () => this.#browser.day,
    });
  }
}
