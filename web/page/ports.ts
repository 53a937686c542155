import type { SearchSessionParts } from '../service/search-session.ts';

// What the page needs of the browser and of the service.

/** What an entry of the history has beside its address. */
export interface EntryMark {
  /** The fragment of the search that the box holds while something else is shown. */
  readonly search: string;
  /** Whether the plate in its address is nowhere else. */
  readonly isUnsaved: boolean;
}

/** The address of the page and its history. Fragments are without the `#`. */
export interface AddressPort {
  fragment(): string;
  /** The mark of the current entry; `undefined` where it is not the page's: a link was followed. */
  mark(): EntryMark | undefined;
  replace(fragment: string, mark: EntryMark): void;
  /** @param isAfterSearch - whether the entry that is left is a search */
  push(fragment: string, mark: EntryMark, isAfterSearch: boolean): void;
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
