import type { FoodCatalog } from './food-catalog.ts';
import { StartingError } from './starting-error.ts';

/**
 * The catalog in force. A handler takes it once per request, so that the request sees the old
 * data or the new, and never some of each.
 */
export class CurrentCatalog {
  #catalog: FoodCatalog | undefined;

  /** @param catalog absent while a service starts */
  constructor(catalog?: FoodCatalog) {
    this.#catalog = catalog;
  }

  /**
   * The catalog for one request, from its beginning to its end.
   *
   * @throws StartingError before there is one
   */
  take(): FoodCatalog {
    if (this.#catalog === undefined) throw new StartingError();
    return this.#catalog;
  }

  /** The number of its entries; 0 before there is one. */
  get size(): number {
    return this.#catalog?.size ?? 0;
  }

  /** The revision of its data; `undefined` before there is one. */
  get revision(): string | undefined {
    return this.#catalog?.revision;
  }

  /** Replaces the catalog for all later requests. */
  replace(catalog: FoodCatalog): void {
    this.#catalog = catalog;
  }
}
