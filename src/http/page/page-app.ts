import Fastify, { type FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { registerErrorHandler, sendError } from '../errors.ts';
import { SERVER_LIMITS } from '../limits.ts';
import { applicationLog, RequestLog } from '../request-log.ts';
import { serverUrls } from '../server-url.ts';
import type { PageFile } from './page-files.ts';
import { type CallApi, registerReplay } from './replay-route.ts';

export interface PageAppParts {
  readonly files: readonly PageFile[];
  /** Where the page finds the service. */
  readonly apiUrl: string;
  /** Calls the service without a network, for the lab to show what it answers. */
  readonly callApi: CallApi;
  /** The name or address on which the page will listen. */
  readonly host: string;
  readonly logger: Logger;
}

/**
 * The page on its own origin, as a Fastify application: its files, and `config.json`, which says at
 * run time where the service is.
 */
export function createPageApp(parts: PageAppParts): FastifyInstance {
  const { files, apiUrl, callApi, host, logger } = parts;
  const app = Fastify({
    ...SERVER_LIMITS,
    loggerInstance: applicationLog(logger),
    logController: new RequestLog(logger.isLevelEnabled('debug')),
    forceCloseConnections: true,
  });
  registerErrorHandler(app);
  app.setNotFoundHandler((_request, reply) =>
    sendError(reply, {
      code: 'notFound',
      message: 'There is nothing here: go to / or /lab.html',
    }),
  );
  const headers = securityHeaders(apiUrl);
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(headers).header('cache-control', 'no-cache');
  });
  for (const { path, type, body, isHashed } of files) {
    app.get(path, (_request, reply) => {
      if (isHashed) reply.header('cache-control', 'public, max-age=31536000, immutable');
      reply.type(type).send(body);
    });
  }
  app.get('/config.json', (_request, reply) => {
    const addresses = app.addresses().filter((address) => typeof address === 'object');
    reply.send({ apiUrl, pageUrls: serverUrls(host, addresses), hasReplay: true });
  });
  registerReplay(app, callApi);
  return app;
}

/** The page loads only its own files and calls only itself and the service. */
function securityHeaders(apiUrl: string): Readonly<Record<string, string>> {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    `connect-src 'self' ${new URL(apiUrl).origin}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ];
  return {
    'content-security-policy': policy.join('; '),
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  };
}
