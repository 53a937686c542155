import type { FastifyInstance, RouteHandlerMethod } from 'fastify';
import type { Logger } from 'pino';
import { chooseEncoding } from '../encoding.ts';
import { createOwnPortApp } from '../own-port-app.ts';
import { type ExplainOrigin, registerExplanation } from './explain-route.ts';
import type { PageFile } from './page-files.ts';
import { type CallApi, registerReplay } from './replay-route.ts';

// Serves the page: `config.json`, `/lab`, Cache-Control, Content-Security-Policy and other security
// headers.

export interface PageAppParts {
  readonly files: readonly PageFile[];
  /** Where the page finds the service. */
  readonly apiUrl: string;
  /** Calls the service without a network, for the lab to show what it answers. */
  readonly callApi: CallApi;
  /** Explains what the service decides on an origin, for a page that is blocked. */
  readonly explainOrigin: ExplainOrigin;
  /** The addresses of the page, once it listens. */
  readonly pageUrls: () => readonly string[];
  readonly logger: Logger;
}

/**
 * The page on its own origin, as a Fastify application: its files, and `config.json`, which says at
 * run time where the service is.
 */
export function createPageApp(parts: PageAppParts): FastifyInstance {
  const { files, apiUrl, callApi, explainOrigin, pageUrls, logger } = parts;
  const app = createOwnPortApp({
    logger,
    wayOut: 'go to / or /lab',
    headers: { ...securityHeaders(apiUrl), 'cache-control': 'no-cache' },
  });
  for (const { path, type, body, compressed, isHashed } of files) {
    const encodings = [...compressed.keys()];
    const send: RouteHandlerMethod = (request, reply) => {
      if (isHashed) reply.header('cache-control', 'public, max-age=31536000, immutable');
      reply.type(type).header('vary', 'Accept-Encoding');
      const encoding = chooseEncoding(request.headers['accept-encoding'], encodings);
      if (encoding === undefined) return reply.send(body);
      return reply.header('content-encoding', encoding).send(compressed.get(encoding));
    };
    app.get(path, send);
    // The lab is at /lab as well.
    if (path.endsWith('.html')) app.get(path.replace(/\.html$/, ''), send);
  }
  app.get('/config.json', (_request, reply) => {
    reply.send({ apiUrl, pageUrls: pageUrls(), hasReplay: true });
  });
  registerReplay(app, callApi);
  registerExplanation(app, explainOrigin);
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
