import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify';
import { StartingError } from '../catalog/current-catalog.ts';
import { OverloadError, type OverloadReason } from '../catalog/food-catalog.ts';
import { MissingTextError } from '../catalog/food-query.ts';
import { RequestError } from '../errors/user-error.ts';

// Maps each kind of error to its status, with the body `{"error": …}` and the text of the 500. The
// text of the 503 and its `Retry-After` come from catalog/.

/** The body of every error, and of a search without `q`. */
export interface ErrorBody {
  readonly error: string;
}

/** The status for each error code. */
const STATUSES = {
  /** The contract requires that a missing `q` has the status of a success. */
  missingParameter: 200,
  badRequest: 400,
  forbidden: 403,
  notFound: 404,
  methodNotAllowed: 405,
  requestTimeout: 408,
  preconditionFailed: 412,
  bodyTooLong: 413,
  targetTooLong: 414,
  unsupportedMediaType: 415,
  misdirected: 421,
  headersTooLong: 431,
  internal: 500,
  versionNotSupported: 505,
  /** Overload, or no data yet; sent with `Retry-After`. */
  unavailable: 503,
} as const satisfies Readonly<Record<string, number>>;

export type ErrorCode = keyof typeof STATUSES;

/** Why a request cannot be answered, with a message for the caller. */
export interface RequestFault {
  readonly code: ErrorCode;
  readonly message: string;
}

/** Why a request gets a 503. */
export type UnavailableReason = StartingError['reason'] | OverloadReason;

export function statusOf(code: ErrorCode): number {
  return STATUSES[code];
}

export function errorBody(message: string): ErrorBody {
  return { error: message };
}

/** Keeps browsers from guessing a type other than the declared one. */
export function forbidSniffing(reply: FastifyReply): void {
  reply.header('x-content-type-options', 'nosniff');
}

/** Sends an error with the code's status and a message for the caller. */
export function sendError(reply: FastifyReply, { code, message }: RequestFault): FastifyReply {
  return reply.code(statusOf(code)).send(errorBody(message));
}

/** Sends the error for anything that a handler throws; a 503 says when to retry. */
export function sendFault(reply: FastifyReply, fault: unknown): FastifyReply {
  if (!(fault instanceof RequestError)) return sendInternalError(reply, fault);
  const { message, retryAfterSeconds } = fault;
  if (fault instanceof StartingError || fault instanceof OverloadError) {
    const { facts } = reply.request;
    if (facts !== undefined) facts.unavailable = fault.reason;
    reply.header('retry-after', String(retryAfterSeconds));
    exposeWaiting(reply);
    return sendError(reply, { code: 'unavailable', message });
  }
  const code = fault instanceof MissingTextError ? 'missingParameter' : 'badRequest';
  return sendError(reply, { code, message });
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
export function exposeWaiting(reply: FastifyReply): void {
  for (const name of Object.keys(reply.getHeaders())) {
    if (name === 'retry-after' || name.startsWith('ratelimit-')) exposeHeader(reply, name);
  }
}

/** Logs the fault with the request's id. The caller only learns that something went wrong. */
export function sendInternalError(reply: FastifyReply, fault: unknown): FastifyReply {
  reply.log.error({ reqId: reply.request.id, err: fault }, 'Internal server error');
  return sendError(reply, { code: 'internal', message: 'Internal server error' });
}

/** Turns everything that handlers throw, and Fastify's own errors, into an {@link ErrorBody}. */
export function registerErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler((fault: FastifyError, _request, reply) => {
    const { statusCode = 500 } = fault;
    return statusCode < 500
      ? reply.code(statusCode).send(errorBody(fault.message))
      : sendFault(reply, fault);
  });
}
