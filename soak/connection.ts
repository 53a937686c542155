import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { type Answer, AnswerReader, ProtocolError } from './answer-reader.ts';

/** The responses that came back on a connection, and how the exchange ended. */
export interface Exchange {
  readonly answers: readonly Answer[];
  /**
   * `kept`: all responses arrived, and the server has not closed the connection. `broken`: it was
   * reset, or something other than a response arrived.
   */
  readonly end: 'kept' | 'closed' | 'broken' | 'hung';
  readonly fault?: string;
}

export interface Sending {
  /** The bytes, one piece per write. */
  readonly pieces: readonly Buffer[];
  /** Whether each response has a body. `any`: any number of responses, all with bodies. */
  readonly bodies: readonly boolean[] | 'any';
  /** Whether the server must close the connection after the last request. */
  readonly isLast: boolean;
  /** Whether to half-close the connection after the bytes. */
  readonly endsSide?: boolean;
}

export class Connection {
  readonly #socket: Socket;
  #onData: (chunk: Buffer) => void = () => undefined;
  #onClose: (error?: Error) => void = () => undefined;

  private constructor(socket: Socket) {
    this.#socket = socket;
    let fault: Error | undefined;
    socket.on('data', (chunk) => this.#onData(chunk));
    socket.on('error', (error) => {
      fault = error;
    });
    socket.on('close', () => this.#onClose(fault));
  }

  /** @throws Error if the connection is not accepted */
  static async open(port: number): Promise<Connection> {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    await once(socket, 'connect');
    return new Connection(socket);
  }

  /** Whether the connection is still open, as far as this side knows. */
  get isOpen(): boolean {
    return !this.#socket.destroyed;
  }

  /** Sends requests and waits for the responses; by default, as long as any response may take. */
  exchange(
    { pieces, bodies, isLast, endsSide }: Sending,
    timeoutMs = 2 * 60_000,
  ): Promise<Exchange> {
    const answers: Answer[] = [];
    const left = bodies === 'any' ? undefined : bodies.slice();
    const reader = new AnswerReader(() => (left === undefined ? true : left.shift()));
    return new Promise((resolve) => {
      const finish = (end: Exchange['end'], fault?: string) => {
        clearTimeout(timer);
        this.#onData = () => undefined;
        this.#onClose = () => undefined;
        // No request may follow (RFC 9112, 9.6).
        if (answers.at(-1)?.headers.get('connection')?.join() === 'close') this.close();
        resolve({ answers, end, ...(fault !== undefined && { fault }) });
      };
      const timer = setTimeout(finish, timeoutMs, 'hung');
      // A response may arrive before the whole body is sent.
      let isSent = false;
      const finishIfDone = () => {
        if (!isSent || isLast || answers.length !== bodies.length) return;
        if (reader.isBetweenAnswers) finish('kept');
        else finish('broken', 'Unrequested bytes');
      };
      this.#onData = (chunk) => {
        try {
          answers.push(...reader.push(chunk));
        } catch (error) {
          if (!(error instanceof ProtocolError)) throw error;
          finish('broken', error.message);
          return;
        }
        finishIfDone();
      };
      this.#onClose = (error) => {
        if (error !== undefined) finish('broken', error.message);
        else if (reader.isBetweenAnswers) finish('closed');
        else finish('broken', 'The connection was closed during an answer');
      };
      if (this.#socket.closed) this.#onClose();
      else {
        void this.#send(pieces, endsSide ?? false).then(() => {
          isSent = true;
          finishIfDone();
        });
      }
    });
  }

  async #send(pieces: readonly Buffer[], endsSide: boolean): Promise<void> {
    for (const [i, piece] of pieces.entries()) {
      if (i > 0) await setImmediate();
      if (this.#socket.closed) return;
      this.#socket.write(piece);
    }
    if (endsSide) this.#socket.end();
  }

  close(): void {
    this.#socket.destroy();
  }
}
