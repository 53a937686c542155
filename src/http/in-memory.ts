import { IncomingMessage, type RequestListener, ServerResponse } from 'node:http';
import { Socket } from 'node:net';

// Answers a request without a connection, for library users (`inject`) and the lab.

/** A request that came over no connection. It has no body: nothing here reads one. */
export interface MemoryRequest {
  readonly method: string;
  /** The path, with its query. */
  readonly url: string;
  /** Their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Its answer. */
export interface MemoryAnswer {
  readonly status: number;
  readonly headers: [name: string, value: string][];
  readonly body: Uint8Array<ArrayBuffer> | string | null;
}

/** The caller is this program. */
const OWN_ADDRESS = '127.0.0.1';

/**
 * Lets a handler of Node's `http` answer a request without a connection: with Node's own objects, but
 * without streams that pass the bytes on, which would cost more than the answer.
 */
export function answerInMemory(
  answer: RequestListener,
  { method, url, headers }: MemoryRequest,
): Promise<MemoryAnswer> {
  const socket = new Socket();
  Object.defineProperty(socket, 'remoteAddress', { value: OWN_ADDRESS });
  const request = new IncomingMessage(socket);
  Object.assign(request, { method, url, headers });
  request.push(null);
  return new Promise((resolve) => {
    answer(request, new MemoryResponse(request, resolve));
  });
}

/** Keeps what is sent, whole, instead of sending it. */
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
    // Fastify asks for it, and calls its hooks once the response is finished.
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
