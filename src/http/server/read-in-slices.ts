import type { Socket } from 'node:net';
import { isBlocked } from './pipelining.ts';
import { timeSlices } from './time-slices.ts';

// Limits how much of a connection is parsed at once and per event loop turn.

/** A slice holds few requests: only 34 of 30 bytes each. Most requests fit into one slice. */
const SLICE_BYTES = 1_024;

/**
 * How much of one connection may be parsed per event loop turn. The longest accepted head takes
 * four turns.
 */
const MAX_TURN_BYTES = 16 * 1_024;

const [LF, CR] = [10, 13];
const END_OF_HEAD = '\r\n\r\n';

/** How much of the next request's head has arrived. */
interface Head {
  hasTarget: boolean;
}

const heads = new WeakMap<Socket, Head>();

/** Checks whether the next request's first line, which has the URL, is still incomplete. */
export function isReadingTarget(socket: Socket): boolean {
  return heads.get(socket)?.hasTarget === false;
}

/**
 * Passes received data to Node's parser in slices: up to 16 per event loop turn, but none while
 * earlier requests wait for their responses. Otherwise Node would parse a whole read of 64 KiB at
 * once. That may be more than a thousand requests, each of which takes a few kilobytes until the
 * connection ends.
 *
 * The parser listens to `data`. With a listener for `readable`, a stream emits `data` only for
 * explicit reads.
 *
 * @param socket of a server's `connection` event; Node's parser must listen to it already
 */
export function readInSlices(socket: Socket): void {
  const head: Head = { hasTarget: false };
  heads.set(socket, head);
  let turnBytes = 0;
  let isWaiting = false;

  function read(): void {
    // Reads that fit into one slice are not counted, since connections rarely receive several per
    // turn.
    const isLong = socket.readableLength > SLICE_BYTES;
    while (turnBytes < MAX_TURN_BYTES && socket.writable && !isBlocked(socket)) {
      // Without a read of 0 bytes, the stream would not end.
      const slice: Buffer | null = socket.read(Math.min(SLICE_BYTES, socket.readableLength));
      if (slice === null) return;
      updateHead(head, slice);
      if (isLong) count(slice.length);
    }
  }

  function count(bytes: number): void {
    if (turnBytes === 0) {
      setImmediate(() => {
        turnBytes = 0;
        readInTurn();
      });
    }
    turnBytes += bytes;
  }

  function readInTurn(): void {
    if (isWaiting) return;
    if (timeSlices.hasTime()) {
      read();
      return;
    }
    isWaiting = true;
    timeSlices.defer(() => {
      isWaiting = false;
      read();
    });
  }

  socket.on('readable', readInTurn);
  // Emitted when reading may continue, for example once the pending responses have been sent.
  socket.on('resume', () => {
    if (socket.readableLength > 0) readInTurn();
  });
}

function updateHead(head: Head, slice: Buffer): void {
  // A read nearly always ends where the head of a request ends.
  if (slice.at(-1) === LF && slice.at(-2) === CR && slice.at(-3) === LF) {
    head.hasTarget = false;
    return;
  }
  const end = slice.lastIndexOf(END_OF_HEAD);
  if (end !== -1) head.hasTarget = false;
  if (!head.hasTarget)
    head.hasTarget = slice.includes(LF, end === -1 ? 0 : end + END_OF_HEAD.length);
}
