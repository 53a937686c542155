import type { FoodEntry } from './food-entry.ts';
import { FoodHttpError } from './food-http-error.ts';
import { FoodNetworkError } from './food-network-error.ts';
import { FoodQueryError } from './food-query-error.ts';
import type { Interpretation } from './interpretation.ts';

export interface FoodClientOptions {
  /**
   * Where the service is, such as `http://localhost:3001`: http or https, without query and
   * fragment. On a page, a relative address will do where a proxy forwards `/api`: the empty text is
   * the page's own origin.
   */
  readonly baseUrl: string;
  /** What sends the requests. Default: the global `fetch` at the time of each search. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
}

export interface FoodSearchOptions {
  /** Gives the search up: it then rejects with the reason of the signal, an `AbortError` at rest. */
  readonly signal?: AbortSignal | undefined;
  /**
   * `substring` (default): the description holds the query as it is, spaces and all.
   * `words`: it holds each word of the query, in any order.
   * `fuzzy`: it holds the words in any form, also misspelled or by another name.
   */
  readonly match?: 'substring' | 'words' | 'fuzzy' | undefined;
}

/** Foods, and what the service understood. */
export interface FoodAnswer {
  readonly foods: FoodEntry[];
  /** Only with `match: 'fuzzy'`, where the service gives it and the browser lets the page read it. */
  readonly interpretation: Interpretation | undefined;
}

export interface FoodClient {
  /**
   * The foods whose description holds the query, best match first, 100 at the most. Case and
   * accents make no difference.
   *
   * @param query - text to look for, of any length but 0
   * @throws FoodQueryError where the service cannot search for this query, such as the empty one
   * @throws FoodHttpError where the service answers with another status than 2xx, or with no list
   * @throws FoodNetworkError where no answer came, or the browser withheld it (CORS)
   * @throws the reason of `signal`, once that is aborted
   */
  search(query: string, options?: FoodSearchOptions): Promise<FoodEntry[]>;

  /** As {@link FoodClient.search}, and with what `match: 'fuzzy'` took the query for. */
  answer(query: string, options?: FoodSearchOptions): Promise<FoodAnswer>;
}

/**
 * Makes a client of one service, for browsers and Node. It keeps no state and may be shared.
 *
 * @throws TypeError where `baseUrl` leads to no service, with what is wrong with it
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
  const path = `${baseUrl.replace(/\/+$/, '')}/api/food?`;
  const answer: FoodClient['answer'] = async (query, { signal, match } = {}) => {
    const url = path + new URLSearchParams(match ? { q: query, match } : { q: query });
    let response: Response;
    let body: string;
    try {
      // Never called as a method of the options: a browser's own fetch refuses another `this`.
      response = await (fetch ?? globalThis.fetch)(url, { signal: signal ?? null });
      body = await response.text();
    } catch (error) {
      throw signal?.aborted ? error : new FoodNetworkError(url, error);
    }
    const interpretation = parseJson(response.headers.get('x-food-lookup-interpretation') ?? '');
    return {
      foods: readAnswer(response, body),
      interpretation: isInterpretation(interpretation) ? interpretation : undefined,
    };
  };
  return {
    answer,
    search: async (query, options) => (await answer(query, options)).foods,
  };
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

function readAnswer({ ok, status, url }: Response, body: string): FoodEntry[] {
  const answer = parseJson(body);
  if (ok && isList(answer)) return answer;
  const reason = reasonIn(answer);
  if (ok && reason !== undefined) throw new FoodQueryError(reason);
  throw new FoodHttpError(status, url, reason);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

// The elements are taken on trust: checking them all would cost more than the search.
function isList(answer: unknown): answer is FoodEntry[] {
  return Array.isArray(answer);
}

function isInterpretation(value: unknown): value is Interpretation {
  return value instanceof Object && 'readings' in value;
}

function reasonIn(answer: unknown): string | undefined {
  const holds = typeof answer === 'object' && answer !== null && 'error' in answer;
  return holds && typeof answer.error === 'string' ? answer.error : undefined;
}
