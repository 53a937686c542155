import {
  type FastifyBaseLogger,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Logger } from 'pino';

/** One line per answered request, at the level debug. */
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

/**
 * The log for an application. Fastify's own lines of level info, such as one for each address it
 * listens at, are left out: the program reports the one address that counts.
 */
export function applicationLog(logger: Logger): FastifyBaseLogger {
  const hidesInfo = logger.isLevelEnabled('info') && !logger.isLevelEnabled('debug');
  return logger.child({}, hidesInfo ? { level: 'warn' } : {});
}
