import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

// Closes connections whose callers do not read responses.

/**
 * Limits how many response bytes callers have not read yet. If there are more, closes connections
 * with the oldest unread responses. Also closes any that is idle for a while with an unread
 * response. A connection holds at most one response, since requests are answered one after another.
 *
 * @param onDisconnect is called for each connection that is closed because its response is not read
 * @returns a function that checks how much of a written response is still unsent; it costs little
 *   if all bytes have been sent
 */
export function limitUnread(
  maxBytes: number,
  stallTimeoutMs: number,
  onDisconnect: () => void = () => undefined,
): (response: ServerResponse) => void {
  /** From oldest to newest. */
  const held = new Map<Socket, number>();
  let bytes = 0;
  function note(response: ServerResponse): void {
    const { socket } = response;
    if (socket === null || socket.writableLength === 0) return;
    // Only unread responses need the timeout. Setting it for every response would add a tenth to
    // the cost of a request. Node sets its own timeout once the response is sent.
    socket.setTimeout(stallTimeoutMs);
    response.once('timeout', () => disconnect(socket));
    release(socket);
    held.set(socket, socket.writableLength);
    bytes += socket.writableLength;
    response.once('close', () => release(socket));
    for (const [oldest] of held) {
      if (bytes <= maxBytes) return;
      release(oldest);
      disconnect(oldest);
    }
  }
  function disconnect(socket: Socket): void {
    onDisconnect();
    socket.destroy();
  }
  function release(socket: Socket): void {
    bytes -= held.get(socket) ?? 0;
    held.delete(socket);
  }
  return (response) => {
    if (response.writableEnded) note(response);
    else response.once('prefinish', () => note(response));
  };
}
