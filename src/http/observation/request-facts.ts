import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Match } from '../../catalog/food-catalog.ts';
import type { Decision } from '../../cors/index.ts';
import type { UnavailableReason } from '../errors.ts';

// What is noted about each request for the metrics and the access log; sends `X-Request-Id`.

/** What is known of a request once it was answered, for metrics and the access log. */
export interface RequestFacts {
  /** What the CORS policy decided; absent where no policy applies or no Origin was sent. */
  cors?: Decision['kind'];
  isPreflight?: true;
  search?: SearchFacts;
  /** How a search matched that was too long to be answered at once. */
  longSearch?: Match;
  /** Why it was answered with 503. */
  unavailable?: UnavailableReason;
}

/** A search that was answered. */
export interface SearchFacts {
  readonly match: Match;
  /** What was searched for, as it was given; absent where conditions could have left nothing of it. */
  readonly text?: string;
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

/** Notes facts about requests, passes them on, and tells each caller the request's id. */
export class Observation {
  readonly #observers: readonly Observer[];

  constructor(observers: readonly Observer[]) {
    this.#observers = observers;
  }

  /** Called before anything else is done with a request. */
  begin(request: FastifyRequest, reply: FastifyReply): void {
    request.facts = {};
    reply.header('x-request-id', request.id);
  }

  /** Called when its answer was sent. */
  end(request: FastifyRequest, reply: FastifyReply): void {
    for (const observe of this.#observers) observe(request, reply, request.facts ?? {});
  }
}
