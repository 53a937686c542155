import {
  type FastifyBaseLogger,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
  LogController,
} from 'fastify';
import type { Logger } from 'pino';

/**
 * The options for one line per answered request at the level debug. At others, Fastify gets no log: with
 * one, it notes when each answer has left, which takes as long as it takes to find the route.
 */
export function requestLog(
  logger: Logger,
): Pick<FastifyServerOptions, 'loggerInstance' | 'logController'> {
  if (!logger.isLevelEnabled('debug')) return { logController: new RequestLog(false) };
  // A logger for each request costs more than a search: all have this one, and lines name the request.
  const loggerInstance: FastifyBaseLogger = Object.create(logger, {
    child: { value: () => loggerInstance },
  });
  return { loggerInstance, logController: new RequestLog(true) };
}

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
