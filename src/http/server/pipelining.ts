import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { MAX_WAITING_REQUESTS } from './limits.ts';
import { timeSlices } from './time-slices.ts';

// Answers the requests of a connection one by one. Closes it after one with an unread body, and
// says how long it lingers then.

/** The requests of one connection. */
interface Connection {
  /** The answer that was begun last, and its request. */
  latest: ServerResponse;
  request: IncomingMessage;
  /** Whether the caller may send more requests. */
  keepsAlive: boolean;
  /** Whether an unexpected body follows that request. */
  isUnread: boolean;
  /** Whether its body is read. */
  isReading: boolean;
  /** Requests that wait for it to leave; `undefined` if none ever did. */
  waiting: [IncomingMessage, ServerResponse][] | undefined;
  /** Nothing is read after these requests, and the connection is closed after their answers. */
  isClosing: boolean;
}

const connections = new WeakMap<Socket, Connection>();

/**
 * Answers one request of a connection per turn of the event loop, and the next one only when the
 * answer before it has left the process. Node parses all requests of one read at once, 1,500 have
 * been seen, and would answer them in one turn while everyone else waits. A request with a body is the
 * last of its connection unless `readOn` is called for it, and so is one that asks for another protocol,
 * and one after which too many follow.
 */
export function pipelined(answer: RequestListener): RequestListener {
  function answerOne(socket: Socket, connection: Connection): void {
    const { request, latest, waiting } = connection;
    connection.isUnread = isLast(request);
    connection.isReading = false;
    connection.keepsAlive = latest.shouldKeepAlive;
    if (connection.isUnread || (connection.isClosing && !waiting?.length)) endWith(socket, latest);
    answer(request, latest);
  }

  function answerNext(socket: Socket, connection: Connection): void {
    const [request, response] = connection.waiting?.shift() ?? [];
    if (request === undefined || response === undefined || connection.isUnread) {
      connection.waiting = undefined;
      if (!connection.isClosing && !connection.isUnread) socket.resume();
      return;
    }
    Object.assign(connection, { request, latest: response });
    answerNextAfter(socket, connection);
    answerOne(socket, connection);
  }

  function answerNextAfter(socket: Socket, connection: Connection): void {
    connection.latest.once('finish', () => timeSlices.wait(() => answerNext(socket, connection)));
  }

  return (request, response) => {
    const { socket } = request;
    const connection = connections.get(socket);
    if (connection === undefined) {
      answerOne(socket, begin(socket, request, response));
    } else if (connection.isClosing) {
      return;
    } else if (connection.waiting !== undefined) {
      if (connection.waiting.length < MAX_WAITING_REQUESTS)
        connection.waiting.push([request, response]);
      else connection.isClosing = true;
    } else if (!connection.latest.writableFinished) {
      // Nothing more is parsed until these are answered, see `readInSlices`.
      connection.waiting = [[request, response]];
      answerNextAfter(socket, connection);
    } else if (!connection.isUnread) {
      Object.assign(connection, { request, latest: response });
      answerOne(socket, connection);
    }
  };
}

function begin(socket: Socket, request: IncomingMessage, latest: ServerResponse): Connection {
  const connection: Connection = {
    ...{ latest, request, keepsAlive: true, isUnread: false, isReading: false },
    ...{ waiting: undefined, isClosing: false },
  };
  connections.set(socket, connection);
  return connection;
}

/**
 * Whether a body follows (Node has checked that its length is a number) or an upgrade is requested:
 * Node's parser loses what it has read after that.
 */
function isLast({ headers }: IncomingMessage): boolean {
  return (
    headers['transfer-encoding'] !== undefined ||
    Number(headers['content-length'] ?? 0) > 0 ||
    (headers.upgrade !== undefined && /upgrade/i.test(headers.connection ?? ''))
  );
}

/** Makes an answer the last of its connection. */
function endWith(socket: Socket, response: ServerResponse): void {
  response.shouldKeepAlive = false;
  // Node calls this once the answer has left.
  socket.destroySoon = () => lingeringClose(socket);
}

/** Reads the body of the request that is being answered, and later the requests after it. */
export function readOn(socket: Socket): void {
  const connection = connections.get(socket);
  if (connection === undefined) return;
  const { latest, keepsAlive, isClosing } = connection;
  connection.isUnread = false;
  connection.isReading = true;
  if (!isClosing) {
    latest.shouldKeepAlive = keepsAlive;
    Reflect.deleteProperty(socket, 'destroySoon');
  }
  socket.resume();
}

/** Whether nothing more of a connection is to be parsed, now or ever. */
export function isBlocked(socket: Socket): boolean {
  const connection = connections.get(socket);
  if (connection === undefined) return false;
  const { request, waiting, isReading, isUnread, isClosing } = connection;
  if (isReading && !request.complete) return false;
  return waiting !== undefined || isUnread || isClosing;
}

/**
 * Closes a connection after the answers that it waits for.
 *
 * @returns false if it waits for none
 */
export function closeAfterAnswers(socket: Socket): boolean {
  const connection = connections.get(socket);
  if (connection === undefined) return false;
  if (!connection.waiting?.length) {
    if (connection.latest.writableFinished) return false;
    // Its headers may have been sent already.
    endWith(socket, connection.latest);
    connection.latest.once('finish', () => socket.destroySoon());
  }
  connection.isClosing = true;
  connection.isReading = false;
  return true;
}

/** A caller has this long to read the answer and close its side of the connection. */
const LINGER_MS = 1_000;

/** How much a caller may send before it has the answer; more is not read. */
const MAX_DRAINED_BYTES = 256 * 1_024;

/**
 * Closes a connection whose caller may still be sending, once the last answer has left (RFC 9112,
 * 9.6). Destroying it at once would reset it, and a reset can lose the answer. What arrives
 * meanwhile is discarded.
 */
export function lingeringClose(socket: Socket): void {
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
