import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CorsPolicy, Decision } from '../cors/index.ts';
import { forbidSniffing, sendInternalError } from './errors.ts';
import type { RefusalLog } from './refusal-log.ts';
import { answerOptions } from './register-routes.ts';
import { allowOf, ROUTES } from './routes.ts';

/** A Fastify `onRequest` hook with a callback: a promise per request costs more than the decision. */
export type CorsHook = (request: FastifyRequest, reply: FastifyReply, done: () => void) => void;

/**
 * The hook that puts the policy's headers on every answer, errors and unknown paths included, and
 * answers preflights of every path, so that a script can read even a 404. It notes refused origins.
 */
export function createCorsHook(policy: CorsPolicy, refusals: RefusalLog): CorsHook {
  return (request, reply, done) => {
    forbidSniffing(reply);
    // With `same-origin`, a page's no-cors request would fail instead of being opaque.
    reply.header('cross-origin-resource-policy', 'cross-origin');
    const decision = policy.decide(request.headers.origin);
    if (!(decision instanceof Promise)) {
      carry(decision);
      return;
    }
    decision.then(carry, (fault: unknown) => {
      reply.headers(policy.responseHeaders({ kind: 'refused' }));
      sendInternalError(reply, fault);
    });

    function carry(settled: Decision): void {
      const { origin } = request.headers;
      if (settled.kind === 'refused' && origin !== undefined) {
        refusals.note(origin, () => policy.explainRefusal(origin).summary);
      }
      const isAsking = isPreflight(request);
      if (request.facts !== undefined) {
        request.facts.cors = settled.kind;
        if (isAsking) request.facts.isPreflight = true;
      }
      if (isAsking) {
        answerPreflight(policy, settled, request, reply);
      } else {
        reply.headers(policy.responseHeaders(settled));
        done();
      }
    }
  };
}

/** https://fetch.spec.whatwg.org/#cors-preflight-request */
function isPreflight(request: FastifyRequest): boolean {
  return (
    request.method === 'OPTIONS' &&
    request.headers.origin !== undefined &&
    request.headers['access-control-request-method'] !== undefined
  );
}

/** A preflight of an unknown path is answered like the search's: the browser goes on to the 404. */
function answerPreflight(
  policy: CorsPolicy,
  decision: Decision,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const requested = request.headers['access-control-request-headers'];
  reply.headers(policy.preflightHeaders(decision, requested));
  answerOptions(allowOf(request.routeOptions.config.route ?? ROUTES.search), reply);
}
