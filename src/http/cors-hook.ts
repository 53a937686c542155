import type { FastifyReply, FastifyRequest } from 'fastify';
import { corsRequestOf } from '../cors/answer.ts';
import { answerCors, type CorsAnswer, type CorsPolicy } from '../cors/index.ts';
import { show } from '../errors/shown-value.ts';
import { forbidSniffing, sendInternalError } from './errors.ts';
import type { RefusalLog } from './refusal-log.ts';
import { answerOptions } from './register-routes.ts';
import { allowOf, ROUTES } from './routes.ts';
import { refusalOf } from './server/refused-requests.ts';

// Puts CORS headers and `Cross-Origin-Resource-Policy` on Fastify's answers, and answers
// preflights.

/** A Fastify `onRequest` hook with a callback: a promise per request costs more than the decision. */
export type CorsHook = (request: FastifyRequest, reply: FastifyReply, done: () => void) => void;

/**
 * The hook that puts the policy's headers on every answer, errors and unknown paths included, and
 * answers preflights of every path, so that a script can read even a 404. It notes refused origins.
 */
export function createCorsHook(takePolicy: () => CorsPolicy, refusals: RefusalLog): CorsHook {
  return (request, reply, done) => {
    forbidSniffing(reply);
    // One policy from the decision to the headers, though it may be replaced meanwhile.
    const policy = takePolicy();
    // With `same-origin`, a page's no-cors request would fail instead of being opaque.
    reply.header('cross-origin-resource-policy', 'cross-origin');
    const answer = answerCors(policy, corsRequestOf(request.raw));
    if (!(answer instanceof Promise)) {
      carry(answer);
      return;
    }
    answer.then(carry, (fault: unknown) => {
      reply.headers(policy.responseHeaders({ kind: 'refused' }));
      sendInternalError(reply, fault);
    });

    function carry(carried: CorsAnswer): void {
      record(carried, policy, request, refusals);
      reply.headers(carried.headers);
      // A preflight of an unknown path is answered like the search's: the browser goes on to the 404.
      const { route = ROUTES.search } = request.routeOptions.config;
      // A page may read why its request is refused, unless the preflight itself is too long.
      if (carried.isPreflight && refusalOf(request.raw)?.code !== 'headersTooLong')
        answerOptions(allowOf(route), reply);
      else done();
    }
  };
}

/** Notes the decision, for the metrics and for the log. */
function record(
  { decision, isPreflight }: CorsAnswer,
  policy: CorsPolicy,
  { headers: { origin }, facts }: FastifyRequest,
  refusals: RefusalLog,
): void {
  if (facts !== undefined && isPreflight) facts.isPreflight = true;
  // Without an Origin, no page was refused: a program called.
  if (origin === undefined) return;
  if (facts !== undefined) facts.cors = decision.kind;
  if (decision.kind !== 'refused') return;
  const { note } = decision;
  refusals.note(origin, () =>
    note === undefined ? policy.explainRefusal(origin).summary : `refused ${show(origin)}. ${note}`,
  );
}
