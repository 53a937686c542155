import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';

/** One line a request when it is answered, for who asked for them with the level debug. */
export class RequestLog extends LogController {
  constructor(isWanted: boolean) {
    super({ disableRequestLogging: !isWanted });
  }

  override incomingRequest(): void {}

  override requestCompleted(
    error: Error | null | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    if (this.disableRequestLogging) return;
    const line = `${request.method} ${request.url} ${reply.statusCode} ${reply.elapsedTime.toFixed(1)} ms`;
    request.log.debug({ reqId: request.id, ...(error && { err: error }) }, line);
  }
}
