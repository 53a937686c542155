import type { DataStatus } from '../catalog/current-catalog.ts';
import type { BundledFood, Food, Meal } from '../client/food.ts';
import type { FoodWithFields, MealOptions } from '../client/options.ts';
import type { CorsOptions } from '../cors/index.ts';
import type { InjectRequest, InjectResponse } from '../http/app.ts';
import type { Embedding } from '../http/embedding.ts';
import type { FoodAnswer, SearchOptions } from './food-values.ts';

// The interface `FoodLookup` of the library: its methods, with the comments that editors show.

/** The service, ready to listen. Its foods are {@link BundledFood}s unless a `database` is given. */
export interface FoodLookup<Entry extends Food = Food> extends Embedding, AsyncDisposable {
  /** How many foods it holds. */
  readonly size: number;

  /** The key column of `/api/food/{id}`, such as `ndb_no`; `undefined` if the table has none. */
  readonly key: string | undefined;

  /** The address of the page, such as `http://localhost:3000`, once the service listens and has one. */
  readonly pageUrl: string | undefined;

  /** The address of the metrics, once the service listens, if it has any. */
  readonly metricsUrl: string | undefined;

  /**
   * Starts to listen at the host and port of the options, and serves the page on its own port if it
   * is wanted. Called again, it returns the same address.
   *
   * @returns the address of the service, such as `http://localhost:3001`
   * @throws ListenError where the port is in use, or the host or port cannot be used; Error once the
   * service is closed
   */
  listen(): Promise<string>;

  /**
   * The foods that match, best first, as values.
   *
   * @throws RequestError if the query is one that the service answers with an error, for an option that
   * there is not, or if there is no room for a long search just now
   */
  search<Field extends string = never>(
    query: string,
    options?: SearchOptions<Field>,
  ): Promise<FoodWithFields<Field, Entry>[]>;

  /**
   * The same, with the total and how the query was read.
   *
   * @throws RequestError as {@link search} does
   */
  answer<Field extends string = never>(
    query: string,
    options?: SearchOptions<Field>,
  ): Promise<FoodAnswer<Field, Entry>>;

  /**
   * The food with this key, `undefined` if there is none.
   *
   * @param fields further fields, as `/api/fields` lists them
   * @throws RequestError for a field that is not among them
   */
  food<Field extends string = never>(
    key: string,
    fields?: readonly Field[],
  ): Promise<FoodWithFields<Field, Entry> | undefined>;

  /**
   * The foods of a meal with their weights and nutrients: lines such as `2 eggs`, up to 50, or a
   * text that is split into its foods, such as a pasted recipe.
   *
   * @throws RequestError where `/api/meal` would answer with an error
   */
  meal(meal: readonly string[] | string, options?: Omit<MealOptions, 'signal'>): Promise<Meal>;

  /** Answers a request as a listening service would, without a connection. */
  inject(request: InjectRequest | string): Promise<InjectResponse>;

  /** How fresh the data are, and whether their changes can be followed. */
  readonly dataStatus: DataStatus;

  /** Reads the data again, in another thread, and answers from them if they have changed. */
  reload(): void;

  /**
   * Replaces the `cors` options for all later requests. They are not merged with the previous ones:
   * an option that is not given returns to its default.
   *
   * @throws ConfigurationError with all of their faults, or for an origin function while several
   * threads serve; nothing is changed then
   */
  setCors(cors: Partial<CorsOptions>): void;

  /**
   * Shuts down gracefully: reports not ready, waits for the drain delay, stops listening, and
   * finishes the requests in progress. Connections still open 10 s later are closed.
   */
  stop(): Promise<void>;

  /**
   * Stops listening and ends all connections at once. From then on, {@link handler} answers with
   * 503, and all searches throw an Error that says that the service is closed.
   */
  close(): Promise<void>;

  /** {@link close}, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>;
}
