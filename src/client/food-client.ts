import { parseJson } from '../errors/shown-value.ts';
import { FoodHttpError, FoodNetworkError, FoodQueryError } from './errors.ts';
import type { Interpretation, Meal } from './food.ts';
import { type Parameters, queryOf, quoted } from './query.ts';
import type {
  FoodAnswer,
  FoodGroup,
  FoodGroupOptions,
  FoodListOptions,
  FoodOptions,
  FoodSearchOptions,
  FoodWithFields,
  KnownFoods,
  MealOptions,
} from './request-options.ts';

// The client's requests and how it reads the responses. It has no timeout and does not retry.

export interface FoodClientOptions {
  /**
   * The URL of the service, such as `http://localhost:3001`: http or https, without query or
   * fragment. On a page, a relative URL works if a proxy forwards `/api`: the empty string is the
   * page's own origin.
   */
  readonly baseUrl: string;
  /**
   * The function that sends the requests. Default: the global `fetch` at the time of each request.
   */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
}

export interface FoodClient {
  /**
   * Returns the foods that match the query, best match first, at most 100. By default, their
   * descriptions contain it. Case and accents make no difference.
   *
   * @param query - the text to look for; not empty
   * @throws FoodQueryError if the service cannot search for this query, such as an empty one
   * @throws FoodHttpError if the status is not 2xx, or the body is not a list
   * @throws FoodNetworkError if no response arrived, or the browser withheld it (CORS)
   * @throws the reason of `signal` once it is aborted
   */
  search<Field extends string = never>(
    query: string,
    options?: FoodSearchOptions<Field>,
  ): Promise<FoodWithFields<Field>[]>;

  /**
   * Searches like {@link FoodClient.search}. Also returns the total, the offset of the next foods,
   * and how `match: 'fuzzy'` read the query.
   */
  answer<Field extends string = never>(
    query: string,
    options?: FoodSearchOptions<Field>,
  ): Promise<FoodAnswer<Field>>;

  /**
   * Returns the food with this key, such as the NDB number `01077`; `undefined` if there is none.
   *
   * @throws the errors of {@link FoodClient.search}
   */
  food<Field extends string = never>(
    id: string,
    options?: FoodOptions<Field>,
  ): Promise<FoodWithFields<Field> | undefined>;

  /**
   * Returns the foods with these keys, up to 100.
   *
   * @throws the errors of {@link FoodClient.search}
   */
  foods<Field extends string = never>(
    ids: readonly string[],
    options?: FoodOptions<Field>,
  ): Promise<KnownFoods<Field>>;

  /**
   * Lists foods of the whole table, in table order or sorted.
   *
   * @throws the errors of {@link FoodClient.search}
   */
  list<Field extends string = never>(options?: FoodListOptions<Field>): Promise<FoodAnswer<Field>>;

  /**
   * Returns the foods of a meal with their weights and nutrients: up to 50 lines such as `2 eggs`,
   * or text that the service splits, such as a pasted recipe.
   *
   * @throws the errors of {@link FoodClient.search}
   */
  meal(meal: readonly string[] | string, options?: MealOptions): Promise<Meal>;

  /**
   * Returns the values of a column with few distinct values, such as `food_group`, most frequent
   * first.
   *
   * @throws the errors of {@link FoodClient.search}
   */
  groups(column: string, options?: FoodGroupOptions): Promise<FoodGroup[]>;
}

/**
 * Creates a client for the page. It does not check arguments, so that browsers do not have to load
 * the checks.
 */
export function createUncheckedClient({ baseUrl, fetch }: FoodClientOptions): FoodClient {
  const api = `${baseUrl.replace(/\/+$/, '')}/api`;
  const get = async (address: string, signal: AbortSignal | undefined) => {
    const fail = (error: unknown) => {
      throw signal?.aborted ? error : new FoodNetworkError(address, error);
    };
    // Not called as a method of the options: the browser's own fetch throws if `this` is another
    // object. A correct fetch rejects but never throws, so an error thrown here is a mistake in a
    // custom fetch.
    const sent = (fetch ?? globalThis.fetch)(address, { signal: signal ?? null });
    const response = await Promise.resolve(sent).catch(fail);
    if (typeof response?.text !== 'function') {
      throw new TypeError('`fetch` must return a Response.');
    }
    return { response, body: parseJson(await response.text().catch(fail)) };
  };
  const getList = async <Item>(path: string, parameters: Parameters, signal?: AbortSignal) => {
    const { response, body } = await get(`${api}/${path}?${queryOf(parameters)}`, signal);
    if (!response.ok || !isListOf<Item>(body)) throw toError(response, body);
    return { foods: body, headers: response.headers };
  };
  const getFoods = async <Field extends string>(
    path: string,
    { signal, ...parameters }: FoodListOptions<Field> & Parameters,
  ): Promise<FoodAnswer<Field>> => {
    const { foods, headers } = await getList<FoodWithFields<Field>>(path, parameters, signal);
    const interpretation = parseJson(headers.get('x-food-lookup-interpretation') ?? '');
    return {
      foods,
      total: numberIn(headers.get('x-total-count')),
      nextOffset: numberIn(headers.get('link')?.match(/[?&]offset=\d+/)?.[0]),
      interpretation: has<Interpretation>(interpretation, 'readings') ? interpretation : undefined,
    };
  };
  const byIds: FoodClient['foods'] = async <Field extends string>(
    ids: readonly string[],
    { signal, fields }: FoodOptions<Field> = {},
  ) => {
    const asked = { ids: ids.map(quoted), fields };
    const { foods, headers } = await getList<FoodWithFields<Field>>('foods', asked, signal);
    return { foods, missing: missingIds(headers.get('x-missing-ids')) };
  };
  const answer: FoodClient['answer'] = (q, options) => getFoods('food', { q, ...options });
  return {
    answer,
    search: async (query, options) => (await answer(query, options)).foods,
    list: (options) => getFoods('foods', { ...options }),
    groups: async (column, { signal, query: q, ...rest } = {}) =>
      (await getList<FoodGroup>('groups', { column, q, ...rest }, signal)).foods,
    foods: byIds,
    meal: async (meal, { signal, ...options } = {}) => {
      const query = queryOf(typeof meal === 'string' ? { text: meal, ...options } : options);
      if (typeof meal !== 'string') for (const line of meal) query.append('line', line);
      const { response, body } = await get(`${api}/meal?${query}`, signal);
      if (!response.ok || !has<Meal>(body, 'totals')) throw toError(response, body);
      return body;
    },
    food: async <Field extends string>(id: string, { signal, fields }: FoodOptions<Field> = {}) => {
      // With an empty key, the URL would be a search.
      if (id === '') return undefined;
      // URLs drop the path segments "." and "..", even encoded as %2e.
      if (/^\.\.?$/.test(id)) return (await byIds([id], { signal, fields })).foods[0];
      // Like URLSearchParams, replaces lone surrogates, which cannot be sent.
      const key = encodeURIComponent(id.replaceAll(/\p{Cs}/gu, '\ufffd'));
      const address = `${api}/food/${key}?${queryOf({ fields })}`;
      const { response, body } = await get(address, signal);
      if (response.status === 404 && reasonIn(body)?.startsWith(NO_FOOD)) return undefined;
      if (!response.ok || !has<FoodWithFields<Field>>(body, 'fat_g')) throw toError(response, body);
      return body;
    },
  };
}

/** The beginning of the message for a missing food. Any other 404 means a wrong URL. */
const NO_FOOD = 'There is no food';

/** Returns the IDs in the header; `undefined` if it has only their number. */
function missingIds(text: string | null): string[] | undefined {
  if (text === null) return [];
  return text.includes('=') ? undefined : text.split(',').map(decodeURIComponent);
}

function numberIn(text?: string | null): number | undefined {
  const digits = text?.match(/\d+/);
  return digits ? Number(digits[0]) : undefined;
}

function toError({ ok, status, url }: Response, body: unknown): Error {
  const reason = reasonIn(body);
  return ok && reason !== undefined
    ? new FoodQueryError(reason)
    : new FoodHttpError(status, url, reason);
}

export { parseJson };

// The foods themselves are not checked: that would take longer than the search.
function isListOf<Item>(answer: unknown): answer is Item[] {
  return Array.isArray(answer);
}

function has<Answer>(answer: unknown, member: keyof Answer): answer is Answer {
  return answer instanceof Object && member in answer;
}

function reasonIn(answer: unknown): string | undefined {
  const holds = answer instanceof Object && 'error' in answer;
  return holds && typeof answer.error === 'string' ? answer.error : undefined;
}
