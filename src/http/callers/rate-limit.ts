import type { FastifyInstance } from 'fastify';
import { errorBody, exposeRetryHeaders } from '../errors.ts';
import { callerOf } from './caller.ts';
import { RateCounts } from './rate-counts.ts';

// Limits requests per caller and minute. Sends the headers `RateLimit-…` and `Retry-After`, and the
// 429.

/** How many requests each caller may make, and where they are counted. */
export interface RateLimit {
  readonly perMinute: number;
  /** Created by `createSharedCounts`; shared by all threads. */
  readonly counts: SharedArrayBuffer;
}

const WINDOW_SECONDS = 60;

/**
 * Limits how many requests each caller may make per minute under `app`. A 429 has the headers of
 * all hooks added before, such as CORS.
 */
export function limitRate(app: FastifyInstance, { perMinute, counts: memory }: RateLimit): void {
  const counts = new RateCounts(memory, WINDOW_SECONDS);
  app.decorateRequest('countMore', function countMore(requests) {
    for (let i = 0; i < requests; i++) counts.count(callerOf(this));
  });
  app.addHook('onRequest', (request, reply, done) => {
    const { count, remainingMs } = counts.count(callerOf(request));
    const seconds = Math.ceil(remainingMs / 1_000);
    // As in draft-ietf-httpapi-ratelimit-headers.
    reply.header('ratelimit-limit', perMinute).header('ratelimit-reset', seconds);
    reply.header('ratelimit-remaining', Math.max(0, perMinute - count));
    if (count <= perMinute) {
      done();
      return;
    }
    const message = `More than ${perMinute} ${perMinute === 1 ? 'request' : 'requests'} in a minute: try again in ${seconds} s`;
    const { limitBody = errorBody } = request.routeOptions.config.route ?? {};
    reply.code(429).header('retry-after', seconds);
    exposeRetryHeaders(reply);
    reply.send(limitBody(message));
  });
}
