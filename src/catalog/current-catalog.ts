import type { TableTerms } from '../food/table-terms.ts';
import { type FoodCatalog, UnavailableError } from './food-catalog.ts';

// The catalog being served, and how fresh its data is.

/** How fresh the current data is, for health checks and metrics. Plain data. */
export interface DataStatus {
  /** When the current data was loaded. */
  readonly loadedAt: Date;
  /** When the store last confirmed that the data is up to date. */
  readonly checkedAt: Date;
  /** How many times the data has been replaced since startup. */
  readonly reloads: number;
  /** How many times checking for changes or reading them has failed since startup. */
  readonly failures: number;
  /** Why the store's changes cannot be read now, and since when. */
  readonly fault?: { readonly since: Date; readonly reason: string };
}

/**
 * The current catalog. A handler takes it once per request, so that the request sees either the old
 * data or the new, never a mix.
 */
export class CurrentCatalog {
  #catalog: FoodCatalog | undefined;

  /** @param catalog absent during startup */
  constructor(catalog?: FoodCatalog) {
    this.#catalog = catalog;
  }

  /**
   * Returns the catalog to use for one whole request.
   *
   * @throws UnavailableError if there is none yet
   */
  get(): FoodCatalog {
    if (this.#catalog === undefined) throw new UnavailableError('starting');
    return this.#catalog;
  }

  /** The number of foods; 0 if no catalog is loaded yet. */
  get size(): number {
    return this.#catalog?.size ?? 0;
  }

  /** The licenses that the rows name; none if no catalog is loaded yet. */
  get terms(): readonly TableTerms[] {
    return this.#catalog?.terms ?? [];
  }

  /** The revision of the data; `undefined` if no catalog is loaded yet. */
  get revision(): string | undefined {
    return this.#catalog?.revision;
  }

  /** Replaces the catalog for all later requests. */
  replace(catalog: FoodCatalog): void {
    const before = this.#catalog;
    this.#catalog = catalog;
    before?.retire();
  }
}
