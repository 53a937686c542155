import type { FastifyReply } from 'fastify';
import type { CurrentCatalog } from '../catalog/current-catalog.ts';
import {
  type EncodedAnswer,
  type FoodQuery,
  type Format,
  UnavailableError,
} from '../catalog/food-catalog.ts';
import { messageOf } from '../errors/user-error.ts';
import type { GetTerms } from '../food/table-terms.ts';
import { callerOf } from './callers/caller.ts';
import { createCompression } from './compression.ts';
import { sendThrown } from './errors.ts';
import type { RequestFacts } from './observation/request-facts.ts';
import {
  addHeaders,
  answerConditional,
  answerPrecondition,
  exposeAnswerHeaders,
  sendAnswerHeaders,
  sendMissing,
  sendTotal,
} from './response-headers.ts';
import type { Handler } from './routes.ts';
import { type ReadQuery, readFoods, readIds, readSearch } from './search-parameters.ts';

// Answers `/api/food`, `/api/foods` and `/api/groups`, with caching headers and conditional
// requests. Logs overload.

/** The length of `[]`, a response without foods. */
const EMPTY_LENGTH = 2;

const LINE_END = 0x0a;

export const JSON_TYPE = 'application/json; charset=utf-8';

/** The media type of each format, and how to tell whether its body has foods. */
const FORMAT_TYPES: Readonly<
  Record<Format, { readonly type: string; hasFoods(body: Uint8Array): boolean }>
> = {
  json: { type: JSON_TYPE, hasFoods: ({ length }) => length > EMPTY_LENGTH },
  csv: {
    type: 'text/csv; charset=utf-8',
    // The first line holds the column names.
    hasFoods: (body) => body.indexOf(LINE_END) < body.length - 1,
  },
};

export interface SearchParts {
  readonly catalog: CurrentCatalog;
  /**
   * A hash that changes with all code and settings that an answer depends on, and with data outside
   * the catalog.
   */
  readonly build: string;
  /**
   * The `Cache-Control` of responses from the catalog. With `no-cache`, a response is stored but
   * revalidated every time, so that a changed `origin` setting takes effect at the next request.
   */
  readonly cacheControl: string;
  /** The licenses that every response with foods names. */
  readonly terms?: GetTerms;
  /** Whether responses are compressed for callers that accept it. */
  readonly compression: boolean;
}

/**
 * Creates the handler of searches or, with a different `read`, of other requests for several foods.
 */
export function createSearchHandler(parts: SearchParts, read: ReadQuery = readSearch): Handler {
  const logOverload = createOverloadLog();
  // A strong ETag stands for exact bytes, which differ by encoding.
  const sent = { ...parts, isWeak: parts.compression };
  const send = createSender(parts.compression);
  const refuse = (reply: FastifyReply, error: unknown) => {
    if (error instanceof UnavailableError) logOverload(reply, error);
    sendThrown(reply, error);
  };
  return (request, reply) => {
    const catalog = parts.catalog.get();
    const query = read(request.query.parameters, catalog);
    exposeAnswerHeaders(request, reply, query);
    if (parts.compression) varyByEncoding(reply);
    // Conditions on the ETag are checked first, since a 304 needs no search.
    if (answerPrecondition(request, reply, catalog, sent)) return;
    const { facts } = request;
    const startedAt = facts && performance.now();
    const sendAnswer = (answer: EncodedAnswer) => {
      recordSearch(facts, query, answer, startedAt);
      sendAnswerHeaders(request, reply, query, answer);
      send(addHeaders(reply, catalog, sent), answer, query.format);
    };
    try {
      // The caller is passed as a function, since behind proxies the address must be parsed from a
      // header that may be long.
      const answer = catalog.search(query, () => callerOf(request));
      if (answer instanceof Promise) {
        if (facts !== undefined) facts.longSearch = query.match;
        answer.then(sendAnswer).catch((error) => refuse(reply, error));
      } else sendAnswer(answer);
    } catch (error) {
      refuse(reply, error);
    }
  };
}

/**
 * Creates the handler that returns foods by key if there are `ids`, otherwise the foods that match
 * the conditions.
 */
export function createFoodsHandler(parts: SearchParts): Handler {
  const answerSelected = createSearchHandler(parts, readFoods);
  const sent = { ...parts, isWeak: parts.compression };
  const send = createSender(parts.compression);
  return (request, reply) => {
    const catalog = parts.catalog.get();
    const query = readIds(request.query.parameters, catalog);
    if (query === undefined) return answerSelected(request, reply);
    const answer = catalog.foods(query);
    if (parts.compression) varyByEncoding(reply);
    if (query.wantsTotal) sendTotal(reply, answer.total);
    sendMissing(reply, answer.missing);
    if (!answerConditional(request, reply, catalog, sent)) send(reply, answer, query.format);
  };
}

/** Creates the function that sends a response, compressed if enabled. */
function createSender(isCompressing: boolean) {
  const compression = isCompressing ? createCompression() : undefined;
  return (reply: FastifyReply, answer: EncodedAnswer, format: Format = 'json'): void => {
    reply.header('content-type', FORMAT_TYPES[format].type);
    if (compression === undefined) reply.send(answer.body);
    else compression(answer, reply);
  };
}

function recordSearch(
  facts: RequestFacts | undefined,
  query: FoodQuery,
  answer: EncodedAnswer,
  startedAt: number | undefined,
): void {
  if (facts === undefined || startedAt === undefined) return;
  const seconds = (performance.now() - startedAt) / 1_000;
  const { text, match, format = 'json', groupsOf, selection } = query;
  if (text === undefined || groupsOf !== undefined) return;
  const { body, total } = answer;
  const found = total === undefined ? FORMAT_TYPES[format].hasFoods(body) : total > 0;
  const isNarrowed = selection !== undefined && selection.conditions.length > 0;
  facts.search = { match, found, seconds, ...(!isNarrowed && { text }) };
}

function varyByEncoding(reply: FastifyReply): void {
  const vary = reply.getHeader('vary');
  reply.header('vary', vary === undefined ? 'Accept-Encoding' : `${vary}, Accept-Encoding`);
}

/** At most one line is logged in this interval, since an overload must not fill the log. */
const OVERLOAD_LOG_MS = 10_000;

/** Logs that searches were refused because of overload, and how many. */
function createOverloadLog(): (reply: FastifyReply, error: UnavailableError) => void {
  let count = 0;
  let loggedMs = Number.NEGATIVE_INFINITY;
  return (reply, { message, cause }) => {
    count++;
    const nowMs = performance.now();
    if (nowMs - loggedMs < OVERLOAD_LOG_MS) return;
    loggedMs = nowMs;
    const refused = `${count} since the last such message`;
    const reason = cause === undefined ? message : messageOf(cause);
    reply.log.warn({ reqId: reply.request.id }, `Refused long searches (${refused}): ${reason}`);
    count = 0;
  };
}
