import { createServer } from 'node:http';
import { Socket } from 'node:net';
import { eventTurns } from './event-turns.ts';
import { isHeldUp } from './in-turn.ts';

// How much of a connection is parsed at once and in a turn; refuses a Node.js that reads otherwise.

/**
 * The shortest request has some 40 bytes, so that no slice holds more than 27 of them; most requests
 * fit into one.
 */
const SLICE_BYTES = 1_024;

/** What one connection may have parsed in one turn of the event loop; the longest request has four. */
const MAX_TURN_BYTES = 16 * 1_024;

/** Node's name for the listener that passes what arrives to its parser. */
const NODES_LISTENER = 'bound socketOnData';

const [LF, CR] = [10, 13];
const END_OF_HEAD = '\r\n\r\n';

type Parse = (bytes: Buffer) => void;

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
 * and no more of it while the connection is paused. Otherwise Node would parse all of a read at once,
 * 64 KiB: more than a thousand requests, and it keeps an object of some kilobytes for each until the
 * connection ends. After the last request of a connection, nothing is parsed.
 *
 * @param socket of a server's `connection` event, which Node's parser listens to already
 * @throws Error where it does not, see {@link checkParser}
 */
export function readInSlices(socket: Socket): void {
  const reader = new SliceReader(socket);
  let isWaiting = false;
  /** Whether it is the turn of this connection. */
  let isNext = false;
  socket.removeAllListeners('data');
  socket.on('data', (chunk: Buffer) => {
    if (isNext || (!isWaiting && eventTurns.hasTime())) {
      reader.read(chunk);
      return;
    }
    // Back into the buffer: a caller that closes its side now has not sent all that is to be read.
    socket.pause();
    socket.unshift(chunk);
    if (isWaiting) return;
    isWaiting = true;
    eventTurns.wait(() => {
      isWaiting = false;
      isNext = true;
      socket.resume();
      // At once, as `data`.
      socket.read();
      isNext = false;
    });
  });
}

/** Passes what has arrived on one connection to the parser, up to its bound for a turn. */
class SliceReader {
  readonly #socket: Socket;
  readonly #parse: Parse;
  readonly #head: Head = { hasTarget: false };
  #turnBytes = 0;

  constructor(socket: Socket) {
    this.#socket = socket;
    this.#parse = parserOf(socket);
    heads.set(socket, this.#head);
  }

  read(chunk: Buffer): void {
    const socket = this.#socket;
    for (let start = 0; start < chunk.length; start += SLICE_BYTES) {
      // Node resumes a connection whenever it is done with a request.
      if (this.#turnBytes >= MAX_TURN_BYTES || isHeldUp(socket)) socket.pause();
      // Back into the buffer of the socket, from where it comes again when the socket is resumed.
      if (socket.isPaused()) return void socket.unshift(chunk.subarray(start));
      // Closed by the slice before.
      if (!socket.writable) return;
      const slice = chunk.subarray(start, start + SLICE_BYTES);
      this.#parse(slice);
      follow(this.#head, slice);
      // One read of a connection in a turn is no longer than this, unless its caller sends a lot.
      if (chunk.length <= SLICE_BYTES) return;
      this.#count(slice.length);
    }
  }

  #count(bytes: number): void {
    if (this.#turnBytes === 0) {
      setImmediate(() => {
        const isSpent = this.#turnBytes >= MAX_TURN_BYTES;
        this.#turnBytes = 0;
        if (isSpent) this.#socket.resume();
      });
    }
    this.#turnBytes += bytes;
  }
}

/**
 * Makes sure that this Node has the listener that {@link readInSlices} takes over.
 *
 * @throws Error where it has not: requests would be parsed without bounds, or not at all
 */
export function checkParser(): void {
  const socket = new Socket();
  createServer().emit('connection', socket);
  parserOf(socket);
  socket.destroy();
}

function parserOf(socket: Socket): Parse {
  const [listener, ...others] = socket.listeners('data');
  if (listener?.name === NODES_LISTENER && others.length === 0) return (bytes) => listener(bytes);
  throw new Error(
    `Node.js ${process.version} reads connections in a way that this version does not know: use another version of Node.js.`,
  );
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
