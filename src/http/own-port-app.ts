import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { ProxyTrust } from './callers/caller.ts';
import { registerErrorHandler, sendError } from './errors.ts';
import { fastifyOptions } from './fastify-options.ts';
import type { Metrics, ThreadCounts } from './observation/metrics.ts';
import { refusalOf } from './server/request-limits.ts';

// Creates the applications for the ports of the page and the metrics. Serves `/metrics` and
// `/misses`.

/** The options of an application on its own port. */
export interface OwnPortParts {
  readonly logger: Logger;
  /** The hint in a 404: `go to /metrics`. */
  readonly hint: string;
  /** Proxies trusted to state the caller's address. Default: none. */
  readonly proxyTrust?: ProxyTrust;
  /** Additional headers of every response. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Creates an application on its own port. Unknown routes and invalid requests get errors in the
 * same form as in the API.
 */
export function createOwnPortApp({
  logger,
  hint,
  headers = {},
  proxyTrust = () => false,
}: OwnPortParts): FastifyInstance {
  // Keeps browsers from guessing a type other than the declared one.
  const sent = { 'x-content-type-options': 'nosniff', ...headers };
  const refuse = (request: FastifyRequest, reply: FastifyReply) =>
    sendError(
      reply.headers(sent),
      refusalOf(request.raw) ?? {
        status: 404,
        message: `There is nothing here: ${hint}`,
      },
    );
  const app = Fastify({
    ...fastifyOptions(logger),
    trustProxy: proxyTrust,
    // The router rejects paths with broken percent-encoding without running any hook.
    frameworkErrors: (_fault, request, reply) => void refuse(request, reply),
  });
  registerErrorHandler(app);
  app.setNotFoundHandler(refuse);
  app.addHook('onRequest', (request, reply, done) => {
    // `*` means the server as a whole (RFC 9110, 9.3.7), but the router would take it for `/`.
    if (refusalOf(request.raw) !== undefined || request.url.startsWith('*')) {
      refuse(request, reply);
      return;
    }
    reply.headers(sent);
    done();
  });
  return app;
}

/**
 * Serves `/metrics` and `/misses` on a separate port, so that callers of the API cannot read them.
 */
export function createMetricsApp(
  metrics: Metrics,
  threadCounts: () => Promise<readonly ThreadCounts[]>,
  logger: Logger,
): FastifyInstance {
  const app = createOwnPortApp({ logger, hint: 'go to /metrics or /misses' });
  app.get('/metrics', async (_request, reply) => {
    const text = await metrics.text(await threadCounts());
    return reply.type(metrics.contentType).send(text);
  });
  app.get('/misses', async (_request, reply) => {
    const misses = metrics.misses(await threadCounts());
    if (misses === undefined) return sendError(reply, NOT_COUNTED);
    return reply.header('cache-control', 'no-store').send(misses);
  });
  return app;
}

const NOT_COUNTED = {
  status: 404,
  message: 'Searches that find nothing are not counted: start with --count-misses (COUNT_MISSES)',
} as const;
