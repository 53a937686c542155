import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyPluginCallback } from 'fastify';
import type { Logger } from 'pino';
import { type ErrorCode, errorBody, statusOf } from './errors.ts';
import { answerInMemory } from './in-memory.ts';
import { API_PREFIX } from './routes.ts';
import { withinLimits } from './server/request-limits.ts';

// The service inside of another program (Express, Fastify, Fetch API): paths it takes, its texts of
// 500 and 503.

/** The service as a part of another program, which listens itself. */
export interface Embedding {
  /**
   * Answers a request of Node's `http`, or of what is built on it, such as Express or Connect. The
   * limits on connections are then those of the server that listens.
   */
  readonly handler: RequestListener;

  /**
   * Answers a `Request` with a `Response`, as servers of the web platform ask for. Rejects with the
   * reason of the request's signal once it is aborted.
   */
  readonly fetch: (request: Request) => Promise<Response>;

  /**
   * A plugin for Fastify, which serves `/api/*` below the prefix it is registered with: the policy,
   * errors and 404 there are this service's.
   */
  readonly plugin: FastifyPluginCallback;
}

/** What is embedded. */
export interface EmbeddedParts {
  /** Gives the application when it is ready to answer. Asked again where it failed. */
  readonly ready: () => Promise<Pick<FastifyInstance, 'routing'>>;
  /** Whether it no longer answers. */
  readonly isClosed: () => boolean;
  readonly logger: Pick<Logger, 'error'>;
}

export function embed({ ready, isClosed, logger }: EmbeddedParts): Embedding {
  let answer: RequestListener | undefined;
  const handler: RequestListener = (request, response) => {
    if (isClosed()) {
      refuse(response, 'unavailable', 'The service is closed');
      return;
    }
    // Koa has set it to 404, and the router sets none where all is well.
    response.statusCode = 200;
    if (answer !== undefined) answer(request, response);
    else void startWith(request, response);
  };
  async function startWith(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      answer = withinLimits((await ready()).routing);
    } catch (err) {
      logger.error({ err }, 'The service could not start to answer');
      refuse(response, 'internal', 'Internal server error');
      return;
    }
    // It may have been closed meanwhile.
    handler(request, response);
  }
  return {
    handler,
    fetch: async ({ method, url, headers, signal }) => {
      // Everything after the host but the fragment, which no server sees.
      const [path = '/'] = url.slice(url.indexOf('/', url.indexOf('//') + 2)).split('#', 1);
      const request = { method, url: path, headers: Object.fromEntries(headers) };
      const { body, ...sent } = await unlessAborted(signal, () => answerInMemory(handler, request));
      return new Response(body, sent);
    },
    plugin: (host, _options, done) => {
      // In this hook no body has been read yet.
      host.addHook('onRequest', (request, reply) => {
        reply.hijack();
        handler(withoutPrefix(request.raw, host.prefix), reply.raw);
      });
      for (const url of [API_PREFIX, `${API_PREFIX}/*`]) host.all(url, () => undefined);
      done();
    },
  };
}

function refuse(response: ServerResponse, code: ErrorCode, message: string): void {
  response.writeHead(statusOf(code), { 'content-type': 'application/json' });
  response.end(JSON.stringify(errorBody(message)));
}

/** @throws the reason of the signal */
async function unlessAborted<T>(signal: AbortSignal, ask: () => Promise<T>): Promise<T> {
  signal.throwIfAborted();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason);
  signal.addEventListener('abort', onAbort);
  try {
    return await Promise.race([ask(), aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

function withoutPrefix(request: IncomingMessage, prefix: string): IncomingMessage {
  const { url = '' } = request;
  if (prefix !== '' && url.startsWith(prefix)) request.url = url.slice(prefix.length);
  return request;
}
