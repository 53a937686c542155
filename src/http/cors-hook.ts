import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CorsPolicy, Decision } from '../cors/index.ts';
import { sendInternalError } from './errors.ts';
import { FOOD_METHODS } from './food-route.ts';
import type { RefusalLog } from './refusal-log.ts';

/** Fastify's `onRequest` hook, with a callback: a promise a request costs more than the decision. */
export type CorsHook = (request: FastifyRequest, reply: FastifyReply, done: () => void) => void;

/**
 * The hook that puts the policy's headers on every answer, errors and unknown paths included, and
 * answers preflights of every path, so that a script can read even a 404. Refused origins are
 * noted.
 */
export function createCorsHook(policy: CorsPolicy, refusals: RefusalLog): CorsHook {
  return (request, reply, done) => {
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
      if (isPreflight(request)) {
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

function answerPreflight(
  policy: CorsPolicy,
  decision: Decision,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const requested = request.headers['access-control-request-headers'];
  reply
    // 200 and not 204, which some older browsers take for a refusal.
    .code(200)
    .headers(policy.preflightHeaders(decision, requested))
    .header('allow', FOOD_METHODS)
    .header('content-length', '0')
    .send();
}
