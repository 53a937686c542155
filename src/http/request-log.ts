import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';

/** One line a request when it is answered, for who asked for them with the level debug. */
export class RequestLog extends LogController {
  override incomingRequest(): void {}

  override requestCompleted(
    error: Error | null | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    const line = `${request.method} ${request.url} ${reply.statusCode} ${reply.elapsedTime.toFixed(1)} ms`;
    if (error) request.log.error({ err: error }, line);
    else request.log.debug(line);
  }
}
