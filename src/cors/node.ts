import type { IncomingMessage, ServerResponse } from 'node:http';
import { addToVary, answerCors, type CorsAnswer, corsRequestOf } from './answer.ts';
import type { CorsPolicy } from './policy.ts';

/** Handles a request, or passes it on to what comes `next`, with the error if there is one. */
export type NodeHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  next?: (error?: unknown) => void,
) => void;

/**
 * CORS for `node:http`, and for whatever takes its handlers: Express, Connect, Fastify's hooks. Sets
 * the headers and calls `next`; answers a preflight itself.
 *
 * `next` gets an {@link OriginFunctionError} where an origin function failed. It may be left out
 * where the setting is not a function: then the headers are set when the call returns, and
 * `response.writableEnded` says whether it was a preflight.
 *
 * With an origin function that returns a promise or takes a callback, `next` is called later. It is
 * not called if the response was sent meanwhile. What it throws is passed to it once; if it throws
 * again, the connection is closed.
 */
export function nodeCors(policy: CorsPolicy): NodeHandler {
  return (request, response, next = () => {}) => {
    const { method = 'GET', headers } = request;
    const answer = answerCors(policy, corsRequestOf(method, headers));
    if (!(answer instanceof Promise)) {
      carry(answer);
      return;
    }
    answer
      .then(
        (answer) => {
          if (!response.headersSent) carry(answer);
        },
        (error: unknown) => {
          if (response.headersSent) return;
          setHeaders(response, policy.responseHeaders({ kind: 'refused' }));
          throw error;
        },
      )
      .catch((error: unknown) => {
        next(error);
      })
      .catch((error: unknown) => {
        response.destroy(error instanceof Error ? error : undefined);
      });

    function carry({ headers, isPreflight }: CorsAnswer): void {
      setHeaders(response, headers);
      if (!isPreflight) {
        next();
        return;
      }
      // 200 and not 204, which some older browsers take for a refusal.
      response.statusCode = 200;
      response.setHeader('Content-Length', '0');
      response.end();
    }
  };
}

function setHeaders(response: ServerResponse, headers: CorsAnswer['headers']): void {
  for (const [name, value] of Object.entries(headers)) {
    const present = name === 'Vary' ? String(response.getHeader(name) ?? '') : '';
    response.setHeader(name, name === 'Vary' ? addToVary(present, value) : value);
  }
}
