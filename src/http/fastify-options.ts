import {
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
  LogController,
} from 'fastify';
import type { Logger } from 'pino';
import { loggedUrl } from './routes.ts';

// The options of every Fastify application in this service. Turns schemas off, and decides what is
// logged about a request.

function refuse(): never {
  throw new Error(
    'No route has a schema: responses are already serialized, and queries are parsed by hand.',
  );
}

/**
 * Keeps Fastify from loading its schema compilers, a hundred files that take a tenth of the startup
 * time.
 */
const NO_SCHEMAS = {
  compilersFactory: { buildValidator: () => refuse, buildSerializer: () => refuse },
} satisfies FastifyServerOptions['schemaController'];

/**
 * Returns the options of an application without schemas. Errors, including Fastify's own, are
 * logged as such, unless the caller has disconnected. At level debug, every request is logged too.
 */
export function fastifyOptions(logger: Logger): FastifyServerOptions {
  const isWanted = logger.isLevelEnabled('debug');
  return {
    schemaController: NO_SCHEMAS,
    // Fastify's own logging writes a line per response, which costs as much as routing.
    ...(isWanted && { loggerInstance: logger }),
    // All requests share this logger, whose lines name the request. A logger per request would cost
    // more than a search.
    childLoggerFactory: () => logger,
    logController: new RequestLog(isWanted),
  };
}

/** Writes Fastify's log lines on requests: every error and, at level debug, every response. */
class RequestLog extends LogController {
  readonly #isWanted: boolean;

  constructor(isWanted: boolean) {
    super();
    this.#isWanted = isWanted;
  }

  override incomingRequest(): void {}
  override routeNotFound(): void {}
  override serviceUnavailable(): void {}

  override requestCompleted(
    error: Error | null | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    if (!this.#isWanted) return;
    const line = `${request.method} ${loggedUrl(request)} ${reply.statusCode} ${reply.elapsedTime.toFixed(1)} ms`;
    request.log.debug({ reqId: request.id, ...(error && { err: error }) }, line);
  }

  override defaultErrorLog = logFault;
  override writeHeadError = logFault;
  override serializerError = logFault;

  override streamError(fault: Error, request: FastifyRequest): void {
    // The caller has disconnected.
    if ('code' in fault && fault.code === 'ERR_STREAM_PREMATURE_CLOSE') return;
    logFault(fault, request);
  }
}

function logFault(err: Error, request: FastifyRequest): void {
  request.log.error({ reqId: request.id, err }, err.message);
}
