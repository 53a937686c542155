import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { ProxyTrust } from './callers/caller.ts';
import { registerErrorHandler, sendError } from './errors.ts';
import { fastifyOptions } from './fastify-options.ts';
import { refusalOf } from './server/request-limits.ts';

// What the ports of the page and the metrics answer where there is nothing: form and text of their
// errors.

/** What an application on a port of its own has before it has routes. */
export interface OwnPortParts {
  readonly logger: Logger;
  /** Where to go, for who is lost: `go to /metrics`. */
  readonly wayOut: string;
  /** Proxies that are trusted for the caller's address. Default: none. */
  readonly proxyTrust?: ProxyTrust;
  /** Of every answer. */

  readonly headers?: Readonly<Record<string, string>>;
}

/** An application on a port of its own, which answers all that has no route, or is no request, in one form. */
export function createOwnPortApp({
  logger,
  wayOut,
  headers = {},
  proxyTrust = () => false,
}: OwnPortParts): FastifyInstance {
  // Keeps browsers from guessing a type other than the declared one.
  const sent = { 'x-content-type-options': 'nosniff', ...headers };
  const refuse = (request: FastifyRequest, reply: FastifyReply) =>
    sendError(
      reply.headers(sent),
      refusalOf(request.raw) ?? {
        code: 'notFound',
        message: `There is nothing here: ${wayOut}`,
      },
    );
  const app = Fastify({
    ...fastifyOptions(logger),
    trustProxy: proxyTrust,
    // The router refuses a path with a broken percent-encoding without running any hook.
    frameworkErrors: (_fault, request, reply) => void refuse(request, reply),
  });
  registerErrorHandler(app);
  app.setNotFoundHandler(refuse);
  app.addHook('onRequest', (request, reply, done) => {
    // The server as a whole (RFC 9110, 9.3.7), where the router would find the root.
    if (refusalOf(request.raw) !== undefined || request.url.startsWith('*')) {
      refuse(request, reply);
      return;
    }
    reply.headers(sent);
    done();
  });
  return app;
}
