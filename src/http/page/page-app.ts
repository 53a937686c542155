import type {
  FastifyInstance,
  InjectOptions,
  LightMyRequestResponse,
  RouteHandlerMethod,
} from 'fastify';
import type { Logger } from 'pino';
import type { ProxyTrust } from '../callers/caller.ts';
import { chooseEncoding } from '../compression.ts';
import { sendError } from '../errors.ts';
import { createOwnPortApp } from '../own-port-app.ts';
import { ROUTES } from '../routes.ts';
import type { PageFile } from './page-files.ts';

// Serves the page, `config.json`, `/explain` and `/replay`, with security headers and
// Cache-Control.

export interface PageAppParts {
  readonly files: readonly PageFile[];
  /** The URL at which the page finds the service. */
  readonly apiUrl: string;
  /** Calls the service without a network, so that the lab can show its responses. */
  readonly callApi: (request: InjectOptions) => Promise<LightMyRequestResponse>;
  /** Tells a blocked page why its origin was refused, and which setting would allow the origin. */
  readonly explainOrigin: (
    origin: string,
  ) => Promise<{ readonly message: string; readonly fix?: readonly string[] }>;
  /** The page's URLs, once it listens. */
  readonly pageUrls: () => readonly string[];
  /** Proxies trusted to state the caller's address. Default: none. */
  readonly proxyTrust?: ProxyTrust;
  readonly logger: Logger;
}

/**
 * Creates the page on its own origin, as a Fastify application: its files, and `config.json`, which
 * says at run time where the service is.
 */
export function createPageApp(parts: PageAppParts): FastifyInstance {
  const { files, apiUrl, callApi, explainOrigin, pageUrls, logger, proxyTrust } = parts;
  const app = createOwnPortApp({
    logger,
    hint: 'go to / or /lab',
    ...(proxyTrust && { proxyTrust }),
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
    // The lab is served at /lab too.
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
  };
}

/**
 * `GET /explain?origin=…`: returns what `food-lookup cors explain` says about an origin whose pages
 * are not allowed to read responses. The suggested setting keeps everything that is allowed now.
 */
function registerExplanation(app: FastifyInstance, explainOrigin: PageAppParts['explainOrigin']) {
  app.get('/explain', async (request) => {
    const { searchParams } = new URL(request.url, 'http://page');
    return explainOrigin(searchParams.get('origin') ?? '');
  });
}

const REPLAY_METHODS = ['GET', 'OPTIONS'] as const;

/**
 * `GET /replay?method=…&q=…&origin=…&header=…`: sends the search to the service as a browser would
 * for a page at `origin`, or without Origin if none is given. Reports the status and all headers of
 * the response, even those that a page's script is not allowed to read. With method OPTIONS, it
 * sends the preflight for a GET with the request header `header`.
 */
function registerReplay(app: FastifyInstance, callApi: PageAppParts['callApi']): void {
  app.get('/replay', async (request, reply) => {
    const parameters = new URL(request.url, 'http://page').searchParams;
    const method = REPLAY_METHODS.find((known) => known === parameters.get('method'));
    if (method === undefined) {
      const message = `Cannot replay this method. Use ${REPLAY_METHODS.join(' or ')}.`;
      return sendError(reply, { status: 400, message });
    }
    const origin = parameters.get('origin');
    const answer = await callApi({
      // Lets a rate limit count the request for the actual caller.
      remoteAddress: request.ip,
      method,
      url: `${ROUTES.search.path}?${new URLSearchParams({ q: parameters.get('q') ?? '' })}`,
      headers: {
        ...(origin !== null && { origin }),
        ...(method === 'OPTIONS' && {
          'access-control-request-method': 'GET',
          'access-control-request-headers': parameters.get('header') ?? '',
        }),
      },
    });
    const headers = Object.entries(answer.headers).map(([name, value]) => [name, String(value)]);
    return reply.send({ status: answer.statusCode, headers: Object.fromEntries(headers) });
  });
}
