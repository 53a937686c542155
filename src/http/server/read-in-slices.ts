import type { Socket } from 'node:net';
import { hasWaitingRequests } from './in-turn.ts';

/**
 * The shortest request has some 40 bytes, so that no slice holds more than 27 of them; most requests
 * fit into one.
 */
const SLICE_BYTES = 1_024;

/**
 * Passes what a connection receives to Node's parser in slices, and no more of it while the
 * connection is paused. Otherwise Node would parse all of a read at once, 64 KiB: more than a
 * thousand requests, and it keeps an object of some kilobytes for each until the connection ends.
 *
 * @param socket of a server's `connection` event, which Node's parser listens to already
 */
export function readInSlices(socket: Socket): void {
  const [parse] = socket.listeners('data');
  if (parse === undefined) return;
  socket.removeAllListeners('data');
  socket.on('data', (chunk: Buffer) => {
    for (let start = 0; start < chunk.length; start += SLICE_BYTES) {
      // Node resumes a connection whenever it is done with a request.
      if (hasWaitingRequests(socket)) socket.pause();
      // Back into the buffer of the socket, from where it comes again when the socket is resumed.
      if (socket.isPaused()) return void socket.unshift(chunk.subarray(start));
      if (socket.destroyed) return;
      parse(chunk.subarray(start, start + SLICE_BYTES));
    }
  });
}
