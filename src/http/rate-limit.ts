import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import { callerOf } from './caller.ts';

const WINDOW_MS = 60_000;

/** Callers that are counted at a time: the one that was seen longest ago makes room for a new one. */
const MAX_CALLERS = 10_000;

/**
 * Limits how many requests each address may make per minute below `app`. Answers that are refused
 * carry the headers of hooks that were added before, such as CORS.
 */
export async function limitRate(app: FastifyInstance, perMinute: number): Promise<void> {
  await app.register(rateLimit, {
    max: perMinute,
    timeWindow: WINDOW_MS,
    cache: MAX_CALLERS,
    keyGenerator: callerOf,
    // `RateLimit-Limit`, `-Remaining` and `-Reset`, as draft-ietf-httpapi-ratelimit-headers has them.
    enableDraftSpec: true,
    errorResponseBuilder: (_request, { statusCode, max, after }) =>
      Object.assign(new Error(`More than ${max} requests in a minute: try again in ${after}`), {
        statusCode,
      }),
  });
}
