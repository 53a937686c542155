import { IncomingMessage, type RequestListener, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance, FastifyPluginCallback } from 'fastify';
import type { Logger } from 'pino';
import { show } from '../errors/shown-value.ts';
import { messageOf, UserError } from '../errors/user-error.ts';
import type { InjectRequest, InjectResponse } from './app.ts';
import { type ErrorCode, errorBody, statusOf } from './errors.ts';
import { API_PREFIX } from './routes.ts';
import { withinLimits } from './server/request-limits.ts';

// The service inside another program (Express, Fastify, Fetch API): which paths it answers, its
// texts of 500 and 503.

/** The service inside another program, which has its own server. */
export interface Embedding {
  /**
   * Answers a request of Node's `http` and of frameworks on it, such as Express or Connect.
   * Connection limits are those of that server.
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

/** The embedded service. */
export interface EmbeddedParts {
  /** Returns the application once it is ready; tries again if that failed. */
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
    // Koa has set it to 404, and the router does not set 200.
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
    fetch: async (asked) => {
      // JavaScript programs may pass anything.
      if (!('headers' in Object(asked))) {
        throw new UserError(`Cannot use ${show(asked)} as a request: use new Request(url).`);
      }
      const { method, url, headers, signal } = asked;
      // Everything after the host except the fragment, which is never sent.
      const [path = '/'] = url.slice(url.indexOf('/', url.indexOf('//') + 2)).split('#', 1);
      const request = {
        ...{ method, url: path, headers: Object.fromEntries(headers) },
        ...(method === 'POST' && { body: new Uint8Array(await asked.arrayBuffer()) }),
      };
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

/** Fastify's own errors do not say which argument is wrong. */
export async function injectInto(
  app: Pick<FastifyInstance, 'inject'>,
  request: InjectRequest | string,
): Promise<InjectResponse> {
  try {
    return await app.inject(request);
  } catch (cause) {
    const way = "use '/api/food?q=egg', or { method: 'GET', url: '/api/food?q=egg', headers: {} }";
    const message = `Cannot use ${show(request)} as a request: ${messageOf(cause)}; ${way}.`;
    throw new UserError(message, { cause });
  }
}

/** A request without a connection. */
export interface MemoryRequest {
  readonly method: string;
  /** The path, with its query. */
  readonly url: string;
  /** Their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
}

/** Its answer. */
export interface MemoryAnswer {
  readonly status: number;
  readonly headers: [name: string, value: string][];
  readonly body: ConstructorParameters<typeof Response>[0];
}

/** The caller is this process. */
const OWN_ADDRESS = '127.0.0.1';

/**
 * Lets a handler of Node's `http` answer a request without a connection: with Node's own objects,
 * but without streams, which would cost more than the answer.
 */
function answerInMemory(
  answer: RequestListener,
  { method, url, headers, body }: MemoryRequest,
): Promise<MemoryAnswer> {
  const socket = new Socket();
  Object.defineProperty(socket, 'remoteAddress', { value: OWN_ADDRESS });
  const request = new IncomingMessage(socket);
  Object.assign(request, { method, url, headers });
  if (body !== undefined) request.push(body);
  request.push(null);
  return new Promise((resolve) => {
    answer(request, new MemoryResponse(request, resolve));
  });
}

/** Collects the answer instead of sending it. */
class MemoryResponse extends ServerResponse {
  readonly #onEnd: (answer: MemoryAnswer) => void;

  constructor(request: IncomingMessage, onEnd: (answer: MemoryAnswer) => void) {
    super(request);
    this.#onEnd = onEnd;
  }

  override writeHead(status: number, ...[headers]: unknown[]): this {
    this.statusCode = status;
    if (typeof headers !== 'object' || headers === null) return this;
    for (const [name, value] of Object.entries(headers)) this.setHeader(name, value);
    return this;
  }

  override write(): boolean {
    throw new Error('Answers are sent whole, with end().');
  }

  override end(...[chunk]: unknown[]): this {
    // Fastify reads `finished`, and calls its hooks after the event.
    this.finished = true;
    process.nextTick(() => this.emit('finish'));
    const headers = Object.entries(this.getHeaders()).flatMap(([name, value = []]) =>
      [value].flat().map((one) => [name, String(one)] satisfies [string, string]),
    );
    const body = this.req.method === 'HEAD' ? null : bodyOf(chunk);
    this.#onEnd({ status: this.statusCode, headers, body });
    return this;
  }
}

/** A copy of bytes, which other answers may share. */
function bodyOf(chunk: unknown): MemoryAnswer['body'] {
  if (chunk instanceof Uint8Array) return new Uint8Array(chunk);
  return typeof chunk === 'string' ? chunk : null;
}
