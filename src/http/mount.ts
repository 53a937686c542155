import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance, FastifyPluginCallback } from 'fastify';
import type { Logger } from 'pino';
import { extraFault } from '../errors/check-arguments.ts';
import { isOptionsObject, show } from '../errors/shown-value.ts';
import { UserError, untilAborted } from '../errors/user-error.ts';
import type { InjectRequest, InjectResponse } from './app.ts';
import { errorBody } from './errors.ts';
import { API_PREFIX } from './routes.ts';
import { http } from './server/node-http.ts';
import { withinLimits } from './server/request-limits.ts';

// Embeds the service in another program: Express, Fastify, or a Fetch API server.

/** The service embedded in another program, which has its own server. */
export interface Embedding {
  /**
   * Handles requests from Node's `http` and frameworks built on it, such as Express or Connect. The
   * connection limits are those of the program's server.
   */
  readonly handler: RequestListener;

  /**
   * Answers a `Request` with a `Response`, as web platform servers expect. Rejects with the reason
   * of the request's signal if it is aborted.
   */
  readonly fetch: (request: Request) => Promise<Response>;

  /**
   * A Fastify plugin that serves `/api/*` under the prefix it is registered with. For these
   * paths, the service handles CORS, errors and 404s.
   */
  readonly plugin: FastifyPluginCallback;
}

export interface EmbeddedParts {
  /** Returns the application once it is ready; tries again if starting failed. */
  readonly ready: () => Promise<Pick<FastifyInstance, 'routing'>>;
  /** Checks whether the service has been closed. */
  readonly isClosed: () => boolean;
  readonly logger: Pick<Logger, 'error'>;
}

export function embed({ ready, isClosed, logger }: EmbeddedParts): Embedding {
  let answer: RequestListener | undefined;
  const handler: RequestListener = (request, response) => {
    // JavaScript programs may pass anything.
    if (!('setHeader' in Object(response))) {
      const way = "use Node's, such as Koa's context.res, or fetch(request)";
      throw new UserError(`Cannot use ${show(response)} as a response: ${way}.`);
    }
    if (!isOptionsObject(request?.headers) || typeof request.url !== 'string') {
      throw new UserError(`Cannot use ${show(request)} as a request: use Node's own.`);
    }
    if (isClosed()) {
      refuse(response, 503, 'The service is closed');
      return;
    }
    // Koa sets the status to 404 beforehand, and the router does not set 200.
    response.statusCode = 200;
    if (answer !== undefined) answer(request, response);
    else void startWith(request, response);
  };
  async function startWith(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      answer = withinLimits((await ready()).routing);
    } catch (err) {
      logger.error({ err }, 'The service could not start');
      refuse(response, 500, 'Internal server error');
      return;
    }
    // The service may have been closed by now.
    handler(request, response);
  }
  return {
    handler,
    fetch: async (asked, ...extra: readonly unknown[]) => {
      const fault = extraFault('fetch()', extra);
      if (fault !== undefined) throw new UserError(fault);
      if (!('arrayBuffer' in Object(asked))) {
        throw new UserError(`Cannot use ${show(asked)} as a request: use new Request(url).`);
      }
      return answerInMemory(handler, asked);
    },
    plugin: (host, _options, done) => {
      if (!('addHook' in Object(host))) {
        const way = 'use app.register(foodLookup.plugin)';
        throw new UserError(`Cannot use ${show(host)} as a Fastify application: ${way}.`);
      }
      // In this hook, no body has been read yet.
      host.addHook('onRequest', (request, reply) => {
        reply.hijack();
        handler(withoutPrefix(request.raw, host.prefix), reply.raw);
      });
      for (const url of [API_PREFIX, `${API_PREFIX}/*`]) host.all(url, () => undefined);
      done();
    },
  };
}

function refuse(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(errorBody(message)));
}

function withoutPrefix(request: IncomingMessage, prefix: string): IncomingMessage {
  const { url = '' } = request;
  if (prefix !== '' && url.startsWith(prefix)) request.url = url.slice(prefix.length);
  return request;
}

const INJECTED: readonly string[] = [
  ...['method', 'url', 'path', 'query', 'headers', 'cookies', 'payload', 'body', 'signal'],
  ...['authority', 'remoteAddress', 'simulate', 'validate', 'server', 'autoStart'],
  'payloadAsStream',
];

/** Injects a request. Checks it first, since Fastify's own errors do not say what is wrong. */
export async function injectInto(
  app: Pick<FastifyInstance, 'inject'>,
  request: InjectRequest | string,
): Promise<InjectResponse> {
  let wrong: unknown = request;
  try {
    const options = typeof request === 'string' ? { url: request } : Object(request);
    const { headers = {}, path, url = path } = options;
    const unknown = Object.keys(options).find((name) => !INJECTED.includes(name));
    // Fastify would ignore an unknown option, read no headers from Headers or a Map, and add a
    // missing slash to the path.
    const hasPath = typeof url !== 'string' || /^(?:\/|https?:)/.test(url);
    if (unknown !== undefined || !hasPath || !isOptionsObject(headers)) {
      wrong = unknown ?? (hasPath ? request : url);
      throw new TypeError('It is not a request.');
    }
    return await app.inject(request);
  } catch (cause) {
    const way = "use '/api/food?q=egg', or { method: 'GET', url: '/api/food?q=egg', headers: {} }";
    throw new UserError(`Cannot use ${show(wrong)} as a request: ${way}.`, { cause });
  }
}

/** The caller's address for requests from this process. */
const OWN_ADDRESS = '127.0.0.1';

/**
 * Lets a handler for Node's `http` answer a request without a connection. Uses Node's own objects,
 * but does not stream the response, which would cost more than creating it.
 */
async function answerInMemory(answer: RequestListener, asked: Request): Promise<Response> {
  const { method, url, headers, signal } = asked;
  signal.throwIfAborted();
  if (asked.bodyUsed) {
    throw new UserError('Cannot use a request whose body was read: call request.clone() first.');
  }
  const body = method === 'POST' ? asked.body?.getReader() : undefined;
  const request = new MemoryRequest(body);
  // Everything after the host except the fragment, which is never sent.
  const [path = '/'] = url.slice(url.indexOf('/', url.indexOf('//') + 2)).split('#', 1);
  Object.assign(request, { method, url: path, headers: Object.fromEntries(headers) });
  const answered = new Promise<Response>((resolve, reject) => {
    request.once('error', reject);
    answer(request, new MemoryResponse(request, resolve));
  });
  try {
    return await untilAborted(answered, signal);
  } finally {
    // The rest of the body is not needed and may never come, so nothing waits for it.
    void body?.cancel().catch(() => {});
  }
}

/**
 * A request whose body is read only when the service wants more, so that the service's limits
 * apply.
 */
class MemoryRequest extends http.IncomingMessage {
  readonly #body: ReadableStreamDefaultReader<Uint8Array> | undefined;

  constructor(body: ReadableStreamDefaultReader<Uint8Array> | undefined) {
    const socket = new Socket();
    Object.defineProperty(socket, 'remoteAddress', { value: OWN_ADDRESS });
    super(socket);
    this.#body = body;
  }

  override _read(size: number): void {
    // Node's own method runs too. Otherwise, Node would not ask for a second chunk.
    super._read(size);
    if (this.#body === undefined) this.push(null);
    else
      this.#body.read().then(
        ({ done, value }) => this.push(done ? null : value),
        (error: unknown) => this.emit('error', error),
      );
  }
}

/** Collects the response instead of sending it. */
class MemoryResponse extends http.ServerResponse {
  readonly #onEnd: (response: Response) => void;

  constructor(request: IncomingMessage, onEnd: (response: Response) => void) {
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
    throw new Error('Responses are sent whole, with end().');
  }

  override end(...[chunk]: unknown[]): this {
    // Fastify reads `finished`, and runs `onResponse` hooks after the `finish` event.
    this.finished = true;
    process.nextTick(() => this.emit('finish'));
    const headers = Object.entries(this.getHeaders()).flatMap(([name, value = []]) =>
      [value].flat().map((one) => [name, String(one)] satisfies [string, string]),
    );
    const body = this.req.method === 'HEAD' ? null : bodyOf(chunk);
    this.#onEnd(new Response(body, { status: this.statusCode, headers }));
    return this;
  }
}

/** Copies the bytes, which other responses may share. */
function bodyOf(chunk: unknown) {
  if (chunk instanceof Uint8Array) return new Uint8Array(chunk);
  return typeof chunk === 'string' ? chunk : null;
}
