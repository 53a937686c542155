import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

// Closes connections whose callers do not read responses.

/**
 * Limits how many response bytes callers have not read yet: closes the connections with the oldest
 * unread responses, and connections that read nothing for a while. A connection holds at most one
 * response, since requests are answered in turn.
 */
export class PendingAnswers {
  readonly #mostBytes: number;
  readonly #stallTimeoutMs: number;
  readonly #onDisconnect: () => void;
  /** From oldest to newest. */
  readonly #held = new Map<Socket, number>();
  #bytes = 0;

  /**
   * @param onDisconnect is called for each connection that is closed because its response is not
   *   read
   */
  constructor(
    mostBytes: number,
    stallTimeoutMs: number,
    onDisconnect: () => void = () => undefined,
  ) {
    this.#mostBytes = mostBytes;
    this.#stallTimeoutMs = stallTimeoutMs;
    this.#onDisconnect = onDisconnect;
  }

  /**
   * Checks how much of a written response is still unsent. Costs nothing if all bytes have been
   * sent.
   */
  watch(response: ServerResponse): void {
    if (response.writableEnded) this.#note(response);
    else response.once('prefinish', () => this.#note(response));
  }

  #note(response: ServerResponse): void {
    const { socket } = response;
    if (socket === null || socket.writableLength === 0) return;
    // Only unread responses need the timeout; setting it for each would cost a tenth of a request.
    // Node sets its own timeout once the response is sent.
    socket.setTimeout(this.#stallTimeoutMs);
    response.once('timeout', () => this.#disconnect(socket));
    this.#release(socket);
    this.#held.set(socket, socket.writableLength);
    this.#bytes += socket.writableLength;
    response.once('close', () => this.#release(socket));
    for (const [oldest] of this.#held) {
      if (this.#bytes <= this.#mostBytes) return;
      this.#release(oldest);
      this.#disconnect(oldest);
    }
  }

  #disconnect(socket: Socket): void {
    this.#onDisconnect();
    socket.destroy();
  }

  #release(socket: Socket): void {
    this.#bytes -= this.#held.get(socket) ?? 0;
    this.#held.delete(socket);
  }
}
