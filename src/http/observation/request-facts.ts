import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Match, UnavailableReason } from '../../catalog/food-catalog.ts';
import type { Decision } from '../../cors/index.ts';
import { MAX_WEB_ORIGIN_LENGTH } from '../../cors/serialized-origin.ts';
import type { ProxyTrust } from '../callers/caller.ts';
import { loggedUrl, routeOf } from '../routes.ts';

// Collects facts about each request for the metrics and the access log, and sends `X-Request-Id`.

/** The facts about an answered request. */
export interface RequestFacts {
  /** The decision of the CORS policy; absent if no policy applies or no Origin was sent. */
  cors?: Decision['kind'];
  isPreflight?: true;
  search?: SearchFacts;
  /** The `match` of a search that was too long to answer immediately. */
  longSearch?: Match;
  /** Why the response was a 503. */
  unavailable?: UnavailableReason;
}

/** Facts about an answered search. */
export interface SearchFacts {
  readonly match: Match;
  /**
   * The search text as typed. Absent for a search with conditions, which may have excluded every
   * match.
   */
  readonly text?: string;
  readonly found: boolean;
  /** The time from the query to its answer, including time in the queue. */
  readonly seconds: number;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Absent if there is no observer. */
    facts?: RequestFacts;
  }
}

/** Called for each request after the response was sent. */
export type Observer = (request: FastifyRequest, reply: FastifyReply, facts: RequestFacts) => void;

/** Begins to collect facts about a request, and sends its caller the request's ID. */
export function beginFacts(request: FastifyRequest, reply: FastifyReply): void {
  request.facts = {};
  reply.header('x-request-id', request.id);
}

/**
 * Matches the IDs that proxies create: UUIDs, hexadecimal numbers, trace IDs. Anything else could
 * forge log lines.
 */
const REQUEST_ID = /^[\w.:=@/+-]{1,128}$/;

/** Chooses each request's ID: the one that a trusted proxy set, else a new one. */
export function requestIds(proxyTrust: ProxyTrust): (request: IncomingMessage) => string {
  return ({ headers, socket }) => {
    const given = headers['x-request-id'];
    return typeof given === 'string' && REQUEST_ID.test(given) && proxyTrust(socket.remoteAddress)
      ? given
      : randomUUID();
  };
}

/**
 * Logs one line per answered request at level info. The search text is only logged at level debug,
 * since people may type private things into a search box.
 */
export function createAccessLog(logger: Logger): Observer {
  const logsQuery = logger.isLevelEnabled('debug');
  return (request, reply, { cors, search }) => {
    const { origin } = request.headers;
    const bytes = Number(reply.getHeader('content-length') ?? 0);
    logger.info(
      {
        reqId: request.id,
        method: request.method,
        route: routeOf(request)?.path ?? null,
        status: reply.statusCode,
        bytes: request.method === 'HEAD' ? 0 : bytes,
        ms: Number(reply.elapsedTime.toFixed(3)),
        ...(origin !== undefined && { origin: origin.slice(0, MAX_WEB_ORIGIN_LENGTH) }),
        ...(cors !== undefined && { cors }),
        ...(search !== undefined && { match: search.match, found: search.found }),
        ...(logsQuery && { url: loggedUrl(request) }),
      },
      'request',
    );
  };
}
