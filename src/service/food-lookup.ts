import type { DataStatus } from '../catalog/current-catalog.ts';
import type { BundledFood, Food, Meal } from '../client/food.ts';
import type { FoodWithFields, MealOptions } from '../client/request-options.ts';
import type { CorsOptions } from '../cors/index.ts';
import type { InjectRequest, InjectResponse } from '../http/app.ts';
import type { Embedding } from '../http/mount.ts';
import type { FoodAnswer, SearchOptions } from './food-values.ts';

// Defines the library's `FoodLookup` interface: its methods, with the comments that editors show.

/** The service, ready to listen. Its foods are {@link BundledFood}s unless `database` is given. */
export interface FoodLookup<Entry extends Food = Food> extends Embedding, AsyncDisposable {
  /** The number of foods. */
  readonly size: number;

  /**
   * The key column of `/api/food/{id}`, such as `ndb_no`; `undefined` if no key column has unique
   * values.
   */
  readonly key: string | undefined;

  /**
   * The URL of the page, such as `http://localhost:3000`, once the service listens, if it has a
   * page.
   */
  readonly pageUrl: string | undefined;

  /** The URL of the metrics, once the service listens, if they are enabled. */
  readonly metricsUrl: string | undefined;

  /**
   * Listens on the host and port of the options, and serves the page on its own port if it is
   * enabled. Further calls return the same URL.
   *
   * @returns the URL of the service, such as `http://localhost:3001`
   * @throws ListenError if the port is in use, or the host or port cannot be used; Error once the
   *   service is closed
   */
  listen(): Promise<string>;

  /**
   * Returns the matching foods as values: best first, or in the requested order.
   *
   * @throws RequestError if the service would respond to the query with an error, if an option does
   *   not exist, or if a long search cannot run right now
   */
  search<Field extends string = never>(
    query: string,
    options?: SearchOptions<Field>,
  ): Promise<FoodWithFields<Field, Entry>[]>;

  /**
   * Searches like {@link search}, and adds the total and how the query was interpreted.
   *
   * @throws RequestError as {@link search} does
   */
  answer<Field extends string = never>(
    query: string,
    options?: SearchOptions<Field>,
  ): Promise<FoodAnswer<Field, Entry>>;

  /**
   * Returns the food with this key; `undefined` if there is none.
   *
   * @param fields additional fields, as listed by `/api/fields`
   * @throws RequestError for an unknown field
   */
  food<Field extends string = never>(
    key: string,
    fields?: readonly Field[],
  ): Promise<FoodWithFields<Field, Entry> | undefined>;

  /**
   * Returns the foods of a meal with their weights and nutrients. A meal is a list of up to 50
   * lines such as `2 eggs`, or text that is split into foods, such as a pasted recipe.
   *
   * @throws RequestError if `/api/meal` would respond with an error
   */
  meal(meal: readonly string[] | string, options?: Omit<MealOptions, 'signal'>): Promise<Meal>;

  /** Answers a request as a listening service would, but without a connection. */
  inject(request: InjectRequest | string): Promise<InjectResponse>;

  /** How fresh the data is, and whether changes to it can be followed. */
  readonly dataStatus: DataStatus;

  /** Reads the data again in another thread, and switches to the new data if it has changed. */
  reload(): void;

  /**
   * Replaces the `cors` options for all later requests. The new options are not merged with the
   * previous ones: an omitted option returns to its default.
   *
   * @throws ConfigurationError with all faults, or for an origin function while several threads
   *   serve; then nothing changes
   */
  setCors(cors: Partial<CorsOptions>): void;

  /**
   * Shuts down gracefully: reports not ready, waits for the drain delay, stops listening, and
   * finishes the requests in progress. Connections still open 10 s later are closed.
   */
  stop(): Promise<void>;

  /**
   * Stops listening and closes all connections immediately. After that, {@link handler} responds
   * with 503, and all searches throw an Error, since the service is closed.
   */
  close(): Promise<void>;

  /** {@link close}, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>;
}
