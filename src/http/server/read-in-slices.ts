import type { Socket } from 'node:net';
import { isBlocked } from './pipelining.ts';
import { timeSlices } from './time-slices.ts';

// How much of a connection is parsed at once, and in one turn of the event loop.

/**
 * The shortest request has some 40 bytes, so that no slice holds more than 27 of them; most requests
 * fit into one.
 */
const SLICE_BYTES = 1_024;

/** What one connection may have parsed in one turn of the event loop; the longest request has four. */
const MAX_TURN_BYTES = 16 * 1_024;

const [LF, CR] = [10, 13];
const END_OF_HEAD = '\r\n\r\n';

/** How far a connection is with the head of the request that arrives. */
interface Head {
  hasTarget: boolean;
}

const heads = new WeakMap<Socket, Head>();

/** Whether the first line of the next request, which has its address, has not ended yet. */
export function isReadingTarget(socket: Socket): boolean {
  return heads.get(socket)?.hasTarget === false;
}

/**
 * Passes what a connection receives to Node's parser in slices, a few in each turn of the event loop,
 * and none while earlier requests wait for their answers. Otherwise Node would parse all of a read at
 * once, 64 KiB: more than a thousand requests, and it keeps an object of some kilobytes for each until
 * the connection ends.
 *
 * The parser listens to `data`. With a listener for `readable`, a stream emits `data` only for what is
 * read explicitly.
 *
 * @param socket of a server's `connection` event, which Node's parser listens to already
 */
export function readInSlices(socket: Socket): void {
  const head: Head = { hasTarget: false };
  heads.set(socket, head);
  let turnBytes = 0;
  let isWaiting = false;

  function read(): void {
    // Reads that fit into one slice are not counted: few connections receive several in a turn.
    const isLong = socket.readableLength > SLICE_BYTES;
    while (turnBytes < MAX_TURN_BYTES && socket.writable && !isBlocked(socket)) {
      // Reading 0 bytes lets a stream end.
      const slice: Buffer | null = socket.read(Math.min(SLICE_BYTES, socket.readableLength));
      if (slice === null) return;
      follow(head, slice);
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
    timeSlices.wait(() => {
      isWaiting = false;
      read();
    });
  }

  socket.on('readable', readInTurn);
  // After the answers that it waited for.
  socket.on('resume', () => {
    if (socket.readableLength > 0) readInTurn();
  });
}

function follow(head: Head, slice: Buffer): void {
  // Nearly always, what was read ends with the head of a request.
  if (slice.at(-1) === LF && slice.at(-2) === CR && slice.at(-3) === LF) {
    head.hasTarget = false;
    return;
  }
  const end = slice.lastIndexOf(END_OF_HEAD);
  if (end !== -1) head.hasTarget = false;
  if (!head.hasTarget)
    head.hasTarget = slice.includes(LF, end === -1 ? 0 : end + END_OF_HEAD.length);
}
