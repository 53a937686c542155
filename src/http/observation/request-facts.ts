import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Match } from '../../catalog/food-catalog.ts';
import type { Decision } from '../../cors/index.ts';

/** What is known of a request once it was answered, for metrics and the access log. */
export interface RequestFacts {
  /** What the CORS policy decided; absent where no policy applies. */
  cors?: Decision['kind'];
  isPreflight?: true;
  search?: SearchFacts;
}

/** A search that was answered. */
export interface SearchFacts {
  readonly match: Match;
  readonly found: boolean;
  /** From the query to its answer, waiting for room included. */
  readonly seconds: number;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Absent where nobody observes: then nothing is noted. */
    facts?: RequestFacts;
  }
}

/** Is called with each request after its answer was sent. */
export type Observer = (request: FastifyRequest, reply: FastifyReply, facts: RequestFacts) => void;

/**
 * Notes facts about every request, passes them on, and tells the caller the request's id. Without
 * observers it adds no cost.
 */
export function observeRequests(app: FastifyInstance, observers: readonly Observer[]): void {
  if (observers.length === 0) return;
  app.addHook('onRequest', (request, reply, done) => {
    request.facts = {};
    reply.header('x-request-id', request.id);
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    for (const observe of observers) observe(request, reply, request.facts ?? {});
    done();
  });
}
