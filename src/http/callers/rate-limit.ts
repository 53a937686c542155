import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import { callerOf } from './caller.ts';
import { RateCounts } from './rate-counts.ts';

// The limit on requests per caller: a window of a minute, the headers `RateLimit-…` and
// `Retry-After`, the text of 429.

/** How many requests each caller may make, and where they are counted. */
export interface RateLimit {
  readonly perMinute: number;
  /** As `createSharedCounts` makes it; the same for all threads. */
  readonly counts: SharedArrayBuffer;
}

const WINDOW_SECONDS = 60;

/**
 * Limits how many requests each caller may make per minute below `app`. Answers that are refused
 * carry the headers of hooks that were added before, such as CORS.
 */
export async function limitRate(
  app: FastifyInstance,
  { perMinute, counts: memory }: RateLimit,
): Promise<void> {
  const counts = new RateCounts(memory, WINDOW_SECONDS);
  app.decorateRequest('countMore', function countMore(requests) {
    for (let i = 0; i < requests; i++) counts.count(callerOf(this));
  });
  await app.register(rateLimit, {
    max: perMinute,
    timeWindow: WINDOW_SECONDS * 1_000,
    keyGenerator: callerOf,
    store: class SharedStore {
      incr(
        caller: string,
        callback: (error: null, result: { current: number; ttl: number }) => void,
      ): void {
        const { count, remainingMs } = counts.count(caller);
        callback(null, { current: count, ttl: remainingMs });
      }

      child(): SharedStore {
        return this;
      }
    },
    // `RateLimit-Limit`, `-Remaining` and `-Reset`, as draft-ietf-httpapi-ratelimit-headers has them.
    enableDraftSpec: true,
    errorResponseBuilder: (_request, { statusCode, max, after }) =>
      Object.assign(
        new Error(
          `More than ${max} ${max === 1 ? 'request' : 'requests'} in a minute: try again in ${after}`,
        ),
        {
          statusCode,
        },
      ),
  });
  // The plugin only looks at requests that have a route.
  const limit = app.rateLimit();
  app.addHook('onRequest', async (request, reply) => {
    if (request.is404) await limit.call(app, request, reply);
  });
}
