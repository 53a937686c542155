import type { Logger } from 'pino';
import { MAX_WEB_ORIGIN_LENGTH } from '../../cors/serialized-origin.ts';
import { routeOf } from '../routes.ts';
import type { Observer } from './request-facts.ts';

// The access log: which fields its line for each request has, and at which level the query.

/**
 * One line per answered request, at the level info. What was searched for is only logged at debug:
 * people type more into a search box than they mean to show.
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
        ...(logsQuery && { url: request.url }),
      },
      'request',
    );
  };
}
