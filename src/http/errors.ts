import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** The body of every answer that is no success, and of a search without `q`. */
export interface ErrorBody {
  readonly error: string;
}

/** Answers with this status and, for the caller to read, this message. */
export function sendError(reply: FastifyReply, status: number, message: string): FastifyReply {
  const body: ErrorBody = { error: message };
  return reply.code(status).send(body);
}

/** What went wrong inside is for the log; the caller learns only that something did. */
export function sendInternalError(reply: FastifyReply, fault: unknown): FastifyReply {
  reply.log.error({ reqId: reply.request.id, err: fault }, 'Internal server error');
  return sendError(reply, 500, 'Internal server error');
}

/** Gives every failure on the way to a route the one form of {@link ErrorBody}. */
export function registerErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler((fault: FastifyError, _request: FastifyRequest, reply) => {
    const status = fault.statusCode ?? 500;
    return status < 500 ? sendError(reply, status, fault.message) : sendInternalError(reply, fault);
  });
}
