import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify';
import { UnavailableError } from '../catalog/food-catalog.ts';
import { MissingTextError } from '../catalog/food-query.ts';
import { RequestError } from '../errors/user-error.ts';

// Maps each kind of error to its status and its body `{"error": …}`. catalog/ defines the text of
// the 503 and its `Retry-After`.

/** Why a request cannot be answered: the status, and a message for the caller. */
export interface RequestFault {
  readonly status: number;
  readonly message: string;
}

/** Returns the body of an error, and of a search without `q`. */
export function errorBody(message: string) {
  return { error: message };
}

/** Keeps browsers from guessing a type other than the declared one. */
export function forbidSniffing(reply: FastifyReply): void {
  reply.header('x-content-type-options', 'nosniff');
}

/** Sends an error with a message for the caller. */
export function sendError(reply: FastifyReply, { status, message }: RequestFault): FastifyReply {
  return reply.code(status).send(errorBody(message));
}

/** Sends the error for anything that a handler throws; a 503 says when to retry. */
export function sendThrown(reply: FastifyReply, error: unknown): FastifyReply {
  if (!(error instanceof RequestError)) return sendInternalError(reply, error);
  const { message } = error;
  if (error instanceof UnavailableError) {
    const { facts } = reply.request;
    if (facts !== undefined) facts.unavailable = error.reason;
    reply.header('retry-after', String(error.retryAfterSeconds));
    exposeRetryHeaders(reply);
    return sendError(reply, { status: 503, message });
  }
  // The API contract (README) requires status 200 for a missing `q`.
  return sendError(reply, { status: error instanceof MissingTextError ? 200 : 400, message });
}

const EXPOSE_HEADERS = 'access-control-expose-headers';

/** Lets scripts from other origins read a header if they may read the response. */
export function exposeHeader(reply: FastifyReply, name: string): void {
  if (!reply.hasHeader('access-control-allow-origin')) return;
  const exposed = reply.getHeader(EXPOSE_HEADERS);
  if (String(exposed).split(', ').includes(name)) return;
  reply.header(EXPOSE_HEADERS, exposed === undefined ? name : `${exposed}, ${name}`);
}

/** Lets pages from other origins read when to retry. */
export function exposeRetryHeaders(reply: FastifyReply): void {
  for (const name of Object.keys(reply.getHeaders())) {
    if (name === 'retry-after' || name.startsWith('ratelimit-')) exposeHeader(reply, name);
  }
}

/** Logs the error with the request's ID. The caller only learns that something went wrong. */
export function sendInternalError(reply: FastifyReply, error: unknown): FastifyReply {
  reply.log.error({ reqId: reply.request.id, err: error }, 'Internal server error');
  return sendError(reply, { status: 500, message: 'Internal server error' });
}

/** Turns everything that handlers throw, and Fastify's own errors, into an {@link errorBody}. */
export function registerErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, _request, reply) => {
    const { statusCode = 500 } = error;
    return statusCode < 500
      ? reply.code(statusCode).send(errorBody(error.message))
      : sendThrown(reply, error);
  });
}
