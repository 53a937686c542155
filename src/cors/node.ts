import type { IncomingMessage, ServerResponse } from 'node:http';
import { checkNodeCall, checkPolicy } from '../errors/check-arguments.ts';
import { addToVary, answerCors, type CorsAnswer, corsRequestOf, createNoteLog } from './answer.ts';
import type { CorsPolicy } from './policy.ts';

// CORS for `node:http`, Express, Connect and Fastify's hooks: answers preflights (200), and sets
// headers at once and when the response is sent. Errors of an origin function go to `next`.

/** Handles a request, or passes it on to `next`, which gets an error if there is one. */
export type NodeHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  next?: (error?: Error) => void,
) => void;

/**
 * CORS for `node:http`, and for everything that takes its handlers: Express, Connect, Fastify's
 * hooks. Sets the headers and calls `next`; answers a preflight itself. The headers are present
 * when the response is sent, even if a framework has dropped them from an error or has set a
 * different `Vary`.
 *
 * `next` gets an {@link OriginFunctionError} if an origin function failed. Its message and stack
 * trace may be shown to clients, but its cause must not be. `next` may be omitted if the setting is
 * not a function. In that case, the headers are set when the call returns, and
 * `response.writableEnded` tells whether the request was a preflight.
 *
 * If the setting is a function, `next` is called only after the call has returned. If the
 * response was sent in the meantime, `next` is not called. An error that `next` throws is passed to
 * `next` once. If it throws again, the connection is closed.
 */
export function nodeCors(policy: CorsPolicy, ...extra: never[]): NodeHandler {
  checkPolicy(policy, extra);
  const logNote = createNoteLog();
  return (request, response, next = () => {}) => {
    checkNodeCall(request, response, next);
    const asked = corsRequestOf(request, (name) => request.headers[name]);
    const answer = answerCors(policy, asked);
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
      .catch((cause: unknown) => {
        next(cause instanceof Error ? cause : new Error('Internal server error', { cause }));
      })
      .catch((error: unknown) => {
        response.destroy(error instanceof Error ? error : undefined);
      });

    function carry({ decision, headers, isPreflight }: CorsAnswer): void {
      logNote(decision);
      setHeaders(response, headers);
      if (!isPreflight) {
        next();
        return;
      }
      // The status is not 204, since some older browsers treat that as a refusal.
      response.statusCode = 200;
      response.setHeader('Content-Length', '0');
      response.end();
    }
  };
}

/** Sets the headers now, so that they can be inspected, and again when the response is sent. */
function setHeaders(response: ServerResponse, headers: CorsAnswer['headers']): void {
  for (const header of Object.entries(headers)) setHeader(response, header);
  const { writeHead } = response;
  // Node calls this method for every response, even if the application does not.
  Object.defineProperty(response, 'writeHead', {
    configurable: true,
    writable: true,
    value: (...given: unknown[]): unknown => {
      const lost = Object.entries(headers).filter(
        ([name]) => name === 'Vary' || !response.hasHeader(name),
      );
      if (!response.headersSent) for (const header of lost) setHeader(response, header);
      const { Vary = '' } = headers;
      const kept = given.map((each) => withVary(each, Vary));
      return Reflect.apply(writeHead, response, kept);
    },
  });
}

function setHeader(response: ServerResponse, [name, value]: readonly [string, string]): void {
  const present = String(response.getHeader(name) ?? '');
  response.setHeader(name, name === 'Vary' ? addToVary(present, value) : value);
}

/**
 * Adds to `Vary` in the headers passed to `writeHead` (an object or a flat list), since they
 * replace the headers set before.
 */
function withVary(given: unknown, vary: string): unknown {
  const isVary = (name: unknown) => String(name).toLowerCase() === 'vary';
  if (Array.isArray(given)) {
    const hasVary = given.some((name, place) => place % 2 === 0 && isVary(name));
    return hasVary ? [...given, 'Vary', vary] : given;
  }
  if (typeof given !== 'object' || given === null) return given;
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [
      name,
      isVary(name) ? addToVary(String(value), vary) : value,
    ]),
  );
}
