import type { FieldValue, Food } from './food.ts';
import { FoodHttpError } from './food-http-error.ts';
import { FoodNetworkError } from './food-network-error.ts';
import { FoodQueryError } from './food-query-error.ts';
import type { Interpretation } from './interpretation.ts';
import { quoted, type Selection, type WhereCondition, whereText } from './selection.ts';

export interface FoodClientOptions {
  /**
   * Where the service is, such as `http://localhost:3001`: http or https, without query and
   * fragment. On a page, a relative address works where a proxy forwards `/api`: the empty string is
   * the page's own origin.
   */
  readonly baseUrl: string;
  /** What sends the requests. Default: the global `fetch` at the time of each search. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
}

export interface FoodOptions<Field extends string = never> {
  /** Cancels the request, which then rejects with the signal's reason, by default an `AbortError`. */
  readonly signal?: AbortSignal | undefined;
  /** Further columns of each food, in this order: those that `/api/fields` lists. */
  readonly fields?: readonly Field[] | undefined;
}

/** What to keep of the foods that match, and which part, in what order. */
export interface FoodListOptions<Field extends string = never>
  extends FoodOptions<Field>,
    Selection {
  /** The most foods, 1 to 100. Default: 100. */
  readonly limit?: number | undefined;
}

export interface FoodSearchOptions<Field extends string = never> extends FoodListOptions<Field> {
  /**
   * `substring` (default): the description contains the query as it is, spaces included.
   * `words`: it contains each word of the query, in any order.
   * `fuzzy`: it contains the words in any form, also misspelled or by another name.
   */
  readonly match?: 'substring' | 'words' | 'fuzzy' | undefined;
  /**
   * With `fuzzy`, names of everyday foods in this language count too: with `es`, `leche` is milk.
   * Default: English names alone.
   */
  readonly lang?: 'es' | 'fr' | 'de' | 'it' | 'pt' | undefined;
}

/** A food with the further fields that were asked for. */
export type FoodWithFields<Field extends string> = Food & Readonly<Record<Field, FieldValue>>;

/** Foods, and what the service understood. */
export interface FoodAnswer<Field extends string = never> {
  readonly foods: FoodWithFields<Field>[];
  /** How many foods there are, whatever the limit; only with `count: true`. */
  readonly total: number | undefined;
  /**
   * The offset of the foods after these; `undefined` where there are none, or neither `offset`,
   * `count`, `where` nor `sort` was given.
   */
  readonly nextOffset: number | undefined;
  /** Only with `match: 'fuzzy'`, where the service gives it and the browser lets the page read it. */
  readonly interpretation: Interpretation | undefined;
}

/** Foods that were asked for by their keys. */
export interface KnownFoods<Field extends string = never> {
  /** In the order of the keys. */
  readonly foods: FoodWithFields<Field>[];
  /** The keys that no food has; `undefined` where they are too many for a header. */
  readonly missing: readonly string[] | undefined;
}

/** A value of a column, and how many foods have it. */
export interface FoodGroup {
  readonly value: string;
  readonly count: number;
}

/** The foods to count: those of a search, or those of the table that meet conditions. */
export interface FoodGroupOptions {
  readonly signal?: AbortSignal | undefined;
  /** The text of a search. Default: all foods. */
  readonly query?: string | undefined;
  /** As of {@link FoodSearchOptions}. */
  readonly match?: FoodSearchOptions['match'];
  /** As of {@link FoodSearchOptions}. */
  readonly where?: readonly WhereCondition[] | undefined;
}

export interface FoodClient {
  /**
   * The foods whose description contains the query, best match first, at most 100. Case and
   * accents make no difference.
   *
   * @param query - the text to look for; not empty
   * @throws FoodQueryError where the service cannot search for this query, such as the empty one
   * @throws FoodHttpError where the status is not 2xx, or the answer is not a list
   * @throws FoodNetworkError where no answer arrived, or the browser withheld it (CORS)
   * @throws the reason of `signal`, once that is aborted
   */
  search<Field extends string = never>(
    query: string,
    options?: FoodSearchOptions<Field>,
  ): Promise<FoodWithFields<Field>[]>;

  /** As {@link FoodClient.search}, and with what `match: 'fuzzy'` took the query for. */
  answer<Field extends string = never>(
    query: string,
    options?: FoodSearchOptions<Field>,
  ): Promise<FoodAnswer<Field>>;

  /**
   * The food with this key, such as the NDB number `01077`; `undefined` where there is none.
   *
   * @throws as {@link FoodClient.search}
   */
  food<Field extends string = never>(
    id: string,
    options?: FoodOptions<Field>,
  ): Promise<FoodWithFields<Field> | undefined>;

  /**
   * The foods with these keys, up to 100.
   *
   * @throws as {@link FoodClient.search}
   */
  foods<Field extends string = never>(
    ids: readonly string[],
    options?: FoodOptions<Field>,
  ): Promise<KnownFoods<Field>>;

  /**
   * Foods of the whole table, in its order or as they are sorted.
   *
   * @throws as {@link FoodClient.search}
   */
  list<Field extends string = never>(options?: FoodListOptions<Field>): Promise<FoodAnswer<Field>>;

  /**
   * The values of a column with few of them, such as `food_group`, the most frequent first.
   *
   * @throws as {@link FoodClient.search}
   */
  groups(column: string, options?: FoodGroupOptions): Promise<FoodGroup[]>;
}

/**
 * Creates a client for one service, for browsers and Node. It keeps no state and may be shared.
 *
 * @throws TypeError where `baseUrl` cannot be used, with the reason
 *
 * @example
 * ```ts
 * import { createFoodClient, FoodQueryError } from 'food-lookup/client';
 *
 * const foods = createFoodClient({ baseUrl: 'http://localhost:3001' });
 *
 * const [best] = await foods.search('cheddar');
 * console.log(best?.description, best?.kcal, best?.fat_g);
 *
 * try {
 *   await foods.search('');
 * } catch (error) {
 *   if (error instanceof FoodQueryError) console.log(error.message);
 * }
 * ```
 */
export function createFoodClient({ baseUrl, fetch }: FoodClientOptions): FoodClient {
  const reason = whyUnusable(baseUrl);
  if (reason !== undefined) {
    throw new TypeError(`Cannot use baseUrl "${baseUrl}": ${reason}. Use "http://localhost:3001".`);
  }
  const api = `${baseUrl.replace(/\/+$/, '')}/api`;
  const get = async (address: string, signal: AbortSignal | undefined) => {
    try {
      // Never called as a method of the options: a browser's own fetch refuses another `this`.
      const response = await (fetch ?? globalThis.fetch)(address, { signal: signal ?? null });
      return { response, body: parseJson(await response.text()) };
    } catch (error) {
      throw signal?.aborted ? error : new FoodNetworkError(address, error);
    }
  };
  const getList = async <Item>(path: string, parameters: object, signal?: AbortSignal) => {
    const { response, body } = await get(`${api}/${path}?${queryOf(parameters)}`, signal);
    if (!response.ok || !isListOf<Item>(body)) throw toError(response, body);
    return { foods: body, header: (name: string) => response.headers.get(name) ?? undefined };
  };
  const getFoods = async <Field extends string>(
    path: string,
    { where, ...parameters }: FoodListOptions<Field> & { readonly q?: string },
    signal: AbortSignal | undefined,
  ): Promise<FoodAnswer<Field>> => {
    const asked = { ...parameters, where: where && whereText(where) };
    const { foods, header } = await getList<FoodWithFields<Field>>(path, asked, signal);
    const interpretation = parseJson(header('x-food-lookup-interpretation') ?? '');
    const [, next] = /[?&]offset=(\d+)/.exec(header('link') ?? '') ?? [];
    return {
      foods,
      total: numberOf(header('x-total-count')),
      nextOffset: numberOf(next),
      interpretation: isInterpretation(interpretation) ? interpretation : undefined,
    };
  };
  const answer: FoodClient['answer'] = (query, { signal, ...options } = {}) =>
    getFoods('food', { q: query, ...options }, signal);
  return {
    answer,
    search: async (query, options) => (await answer(query, options)).foods,
    list: ({ signal, ...options } = {}) => getFoods('foods', options, signal),
    groups: async (column, { signal, query, where, match } = {}) => {
      const asked = { column, q: query, match, where: where && whereText(where) };
      return (await getList<FoodGroup>('groups', asked, signal)).foods;
    },
    foods: async <Field extends string>(
      ids: readonly string[],
      { signal, fields }: FoodOptions<Field> = {},
    ) => {
      const asked = { ids: ids.map(quoted).join(','), fields };
      const { foods, header } = await getList<FoodWithFields<Field>>('foods', asked, signal);
      const missing = header('x-missing-ids') ?? '';
      const isNumber = missing.startsWith('count=');
      const keys = missing.split(',').filter((key) => key !== '');
      return { foods, missing: isNumber ? undefined : keys.map(decodeURIComponent) };
    },
    food: async (id, { signal, fields } = {}) => {
      const address = `${api}/food/${encodeURIComponent(id)}?${queryOf({ fields })}`;
      const { response, body } = await get(address, signal);
      if (response.status === 404 && reasonIn(body)?.startsWith(NO_FOOD)) return undefined;
      if (!response.ok || !isFoodWith(body)) throw toError(response, body);
      return body;
    },
  };
}

/** How the service says that there is no food with a key; another 404 means another address. */
const NO_FOOD = 'There is no food';

function numberOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text);
}

/** The parameters that are given. A list is separated by commas. */
function queryOf(parameters: object): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) query.set(name, String(value));
  }
  return query;
}

/** Why no request can go to this address; `undefined` where one can. Callers may have no types. */
function whyUnusable(baseUrl: unknown): string | undefined {
  if (typeof baseUrl !== 'string') return 'it is not a string';
  if (/[?#]/.test(baseUrl)) return 'it has a query or a fragment';
  try {
    // A relative address is one where fetch, too, has a page to resolve it against.
    if (/^https?:/.test(new Request(baseUrl).url)) return undefined;
  } catch {}
  return 'it is not a complete http or https address';
}

function toError({ ok, status, url }: Response, body: unknown): Error {
  const reason = reasonIn(body);
  return ok && reason !== undefined
    ? new FoodQueryError(reason)
    : new FoodHttpError(status, url, reason);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

// What is in a food is taken on trust: checking all of it would cost more than the search.
function isListOf<Item>(answer: unknown): answer is Item[] {
  return Array.isArray(answer);
}

function isFoodWith<Field extends string>(answer: unknown): answer is FoodWithFields<Field> {
  return answer instanceof Object && 'fat_g' in answer;
}

function isInterpretation(value: unknown): value is Interpretation {
  return value instanceof Object && 'readings' in value;
}

function reasonIn(answer: unknown): string | undefined {
  const holds = typeof answer === 'object' && answer !== null && 'error' in answer;
  return holds && typeof answer.error === 'string' ? answer.error : undefined;
}
