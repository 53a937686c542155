import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import { callerOf } from './caller.ts';
import { RateCounts } from './rate-counts.ts';

// Limits requests per caller: a window of one minute, the headers `RateLimit-…` and `Retry-After`,
// the text of the 429.

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
    // Sends `RateLimit-Limit`, `-Remaining` and `-Reset` as in
    // draft-ietf-httpapi-ratelimit-headers.
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
  // The plugin only checks requests that have a route.
  const limit = app.rateLimit();
  app.addHook('onRequest', async (request, reply) => {
    if (request.is404) await limit.call(app, request, reply);
  });
}
