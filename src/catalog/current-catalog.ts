import type { FoodCatalog } from './food-catalog.ts';

/**
 * The catalog in force. A handler takes it once per request, so that the request sees the old
 * data or the new, and never some of each.
 */
export class CurrentCatalog {
  #catalog: FoodCatalog;

  constructor(catalog: FoodCatalog) {
    this.#catalog = catalog;
  }

  /** The catalog for one request, from its beginning to its end. */
  take(): FoodCatalog {
    return this.#catalog;
  }

  /** Puts another catalog in force, for the requests that are yet to come. */
  replace(catalog: FoodCatalog): void {
    this.#catalog = catalog;
  }
}
