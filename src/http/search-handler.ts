import type { FastifyReply } from 'fastify';
import type { CurrentCatalog } from '../catalog/current-catalog.ts';
import { type EncodedAnswer, OverloadError, TooManyWordsError } from '../catalog/food-catalog.ts';
import { callerOf } from './caller.ts';
import { Compression } from './compression.ts';
import { sendError, sendInternalError, sendUnavailable } from './errors.ts';
import { etagOf, isHeld } from './etag.ts';
import { exposeInterpretation, sendInterpretation } from './interpretation-header.ts';
import type { Handler } from './routes.ts';
import { readSearch } from './search-parameters.ts';

/** The length of `[]`. */
const EMPTY_LENGTH = 2;

const JSON_TYPE = 'application/json; charset=utf-8';

export interface SearchParts {
  readonly catalog: CurrentCatalog;
  /** The version of this software: another version may rank differently. */
  readonly version: string;
  /**
   * The header of every answer. With `no-cache`, an answer is kept but asked about every time: a
   * changed `origin` setting works at the next request.
   */
  readonly cacheControl: string;
  /** Whether answers are compressed for callers that accept it. */
  readonly compression: boolean;
}

/** Answers a search. */
export function createSearchHandler({
  catalog: current,
  version,
  cacheControl,
  compression: isCompressing,
}: SearchParts): Handler {
  const overloads = new OverloadLog();
  const compression = isCompressing ? new Compression() : undefined;

  function addCacheHeaders(reply: FastifyReply, etag: string): FastifyReply {
    // A strong ETag stands for bytes, which differ by encoding.
    return reply
      .header('cache-control', cacheControl)
      .header('etag', isCompressing ? `W/${etag}` : etag);
  }

  return (request, reply) => {
    const catalog = current.take();
    const query = readSearch(request.query.parameters, catalog.fields);
    if ('code' in query) {
      sendError(reply, query);
      return;
    }
    const etag = etagOf(catalog, version);
    if (query.match === 'fuzzy') exposeInterpretation(reply);
    if (compression !== undefined) varyByEncoding(reply);
    if (isHeld(request, etag)) {
      addCacheHeaders(reply, etag).code(304).send();
      return;
    }
    const { facts } = request;
    const startedAt = facts === undefined ? 0 : performance.now();
    const send = (answer: EncodedAnswer) => {
      const { body, interpretation } = answer;
      if (facts !== undefined) {
        const seconds = (performance.now() - startedAt) / 1_000;
        const { match, text } = query;
        facts.search = { match, text, found: body.length > EMPTY_LENGTH, seconds };
      }
      if (interpretation !== undefined) sendInterpretation(reply, interpretation);
      addCacheHeaders(reply, etag).header('content-type', JSON_TYPE);
      if (compression === undefined) reply.send(body);
      else compression.send(answer, reply);
    };
    const sendFault = (fault: unknown) => {
      if (fault instanceof OverloadError) overloads.note(reply, fault);
      sendSearchFault(reply, fault);
    };
    try {
      // Behind proxies, the address is read from a header that may be long.
      const answer = catalog.search(query, () => callerOf(request));
      if (answer instanceof Promise) {
        if (facts !== undefined) facts.longSearch = query.match;
        answer.then(send).catch(sendFault);
      } else send(answer);
    } catch (fault) {
      sendFault(fault);
    }
  };
}

function varyByEncoding(reply: FastifyReply): void {
  const vary = reply.getHeader('vary');
  reply.header('vary', vary === undefined ? 'Accept-Encoding' : `${vary}, Accept-Encoding`);
}

function sendSearchFault(reply: FastifyReply, fault: unknown): void {
  if (fault instanceof TooManyWordsError) {
    sendError(reply, { code: 'badRequest', message: fault.message });
  } else if (fault instanceof OverloadError) {
    sendUnavailable(reply, fault);
  } else {
    sendInternalError(reply, fault);
  }
}

/** One line each so many milliseconds: whoever overloads the service must not fill the log too. */
const OVERLOAD_LOG_MS = 10_000;

/** Logs that searches were refused for want of room, and how many. */
class OverloadLog {
  #count = 0;
  #loggedMs = Number.NEGATIVE_INFINITY;

  note(reply: FastifyReply, { message }: OverloadError): void {
    this.#count++;
    const nowMs = performance.now();
    if (nowMs - this.#loggedMs < OVERLOAD_LOG_MS) return;
    this.#loggedMs = nowMs;
    const count = `${this.#count} since the last such message`;
    reply.log.warn({ reqId: reply.request.id }, `Refused long searches (${count}): ${message}`);
    this.#count = 0;
  }
}
