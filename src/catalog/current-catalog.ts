import type { TableTerms } from '../food/table-terms.ts';
import type { FoodCatalog } from './food-catalog.ts';

// The catalog that is served now; the text and `Retry-After` of 503 while the service is starting.

/** `Retry-After` of 503 while the service is starting. */
const STARTING_RETRY_SECONDS = 1;

/** The data are not loaded yet. The same request succeeds in a moment. */
export class StartingError extends Error {
  override readonly name = 'StartingError';
  readonly reason = 'starting';
  /** When to try again. */
  readonly retryAfterSeconds = STARTING_RETRY_SECONDS;

  constructor() {
    super('The service is starting and has not loaded its foods yet: try again in a moment');
  }
}

/** How fresh the current data is, for health checks and metrics. Plain data. */
export interface DataStatus {
  /** When the current data were read. */
  readonly loadedAt: Date;
  /** When the store last said that they are up to date. */
  readonly checkedAt: Date;
  /** How often they were replaced since the start. */
  readonly reloads: number;
  /** How often looking or reading failed since the start. */
  readonly failures: number;
  /** Why the store cannot be followed now, and since when. */
  readonly fault?: { readonly since: Date; readonly reason: string };
}

/**
 * The current catalog. A handler takes it once per request, so that the request sees the old
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

  /** What its rows say of their licenses; nothing before there is one. */
  get terms(): readonly TableTerms[] {
    return this.#catalog?.terms ?? [];
  }

  /** The revision of its data; `undefined` before there is one. */
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
