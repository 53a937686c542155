import type { Socket } from 'node:net';

// How long, and for how many bytes, a connection lingers that is closed while its caller still
// sends.

/** A caller has this long to read the answer and close its side of the connection. */
const LINGER_MS = 1_000;

/** What a caller may have sent before it has the answer. Of more, nothing is read. */
const MAX_DRAINED_BYTES = 256 * 1_024;

/**
 * Ends a connection whose caller may still be sending, once the last answer has left (RFC 9112, 9.6). To
 * destroy it at once resets it, and a reset can lose the answer. What arrives meanwhile is thrown away.
 */
export function closeGently(socket: Socket): void {
  if (socket.writableEnded || socket.destroyed) return;
  socket.end();
  let drained = 0;
  // Node's parser gets no more.
  socket.removeAllListeners('readable').removeAllListeners('data');
  socket.on('data', (chunk: Buffer) => {
    drained += chunk.length;
    if (drained > MAX_DRAINED_BYTES) socket.pause();
  });
  socket.resume();
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(timer));
}
