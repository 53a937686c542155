import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { MAX_WAITING_REQUESTS } from './limits.ts';
import { timeSlices } from './time-slices.ts';

// Answers a connection's requests one by one. Closes the connection after a request with an unread
// body.

/** The state of a connection and its requests. */
interface Connection {
  /** The latest response that was begun, and its request. */
  latest: ServerResponse;
  request: IncomingMessage;
  /** Whether the caller may send more requests. */
  keepsAlive: boolean;
  /** Whether nothing can be read after `request`, because of its body or an upgrade. */
  isUnread: boolean;
  /** Whether the body of `request` is being read, or has been. */
  isReading: boolean;
  /** Called if Node's parser rejects this body. */
  onBadBody?: () => void;
  /** Requests that wait until `latest` is sent; `undefined` once all are answered. */
  waiting: [IncomingMessage, ServerResponse][] | undefined;
  /**
   * Whether to stop reading after these requests and close the connection after their responses.
   */
  isClosing: boolean;
}

const connections = new WeakMap<Socket, Connection>();

/**
 * Answers one request of a connection per event loop turn, each only after the previous response
 * was sent. Node parses all requests of one read at once (up to 1,500 were seen) and would answer
 * them in one turn while everyone else waits. The connection ends after a request that asks for
 * another protocol, has a body (unless `resumeReading` reads it), or is followed by too many
 * requests.
 */
export function pipelined(answer: RequestListener): RequestListener {
  function answerOne(socket: Socket, connection: Connection): void {
    const { request, latest, waiting } = connection;
    connection.isUnread = mustBeLast(request);
    connection.isReading = false;
    connection.keepsAlive = latest.shouldKeepAlive;
    if (connection.isUnread || (connection.isClosing && !waiting?.length)) makeLast(socket, latest);
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
    answerNextWhenSent(socket, connection);
    answerOne(socket, connection);
  }

  function answerNextWhenSent(socket: Socket, connection: Connection): void {
    connection.latest.once('finish', () => timeSlices.defer(() => answerNext(socket, connection)));
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
      // Nothing more is parsed until these requests are answered; see `readInSlices`.
      connection.waiting = [[request, response]];
      answerNextWhenSent(socket, connection);
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
 * Checks whether this is the last request that can be read. This holds for a request that has a
 * body (Node has checked that its length is a number) or asks for an upgrade, after which Node's
 * parser loses data.
 */
function mustBeLast({ headers }: IncomingMessage): boolean {
  return (
    headers['transfer-encoding'] !== undefined ||
    Number(headers['content-length'] ?? 0) > 0 ||
    (headers.upgrade !== undefined && /upgrade/i.test(headers.connection ?? ''))
  );
}

/** Makes a response the last of its connection. */
function makeLast(socket: Socket, response: ServerResponse): void {
  response.shouldKeepAlive = false;
  // Node calls this once the response is sent.
  socket.destroySoon = () => lingeringClose(socket);
}

/**
 * Reads the body of the request that is being answered, and later the requests after it.
 *
 * @param onBadBody called if Node's parser rejects the body, which then has no end
 */
export function resumeReading(socket: Socket, onBadBody: () => void): void {
  const connection = connections.get(socket);
  if (connection === undefined) return;
  const { latest, keepsAlive, isClosing } = connection;
  connection.isUnread = false;
  connection.isReading = true;
  connection.onBadBody = onBadBody;
  if (!isClosing) {
    latest.shouldKeepAlive = keepsAlive;
    Reflect.deleteProperty(socket, 'destroySoon');
  }
  socket.resume();
}

/**
 * Returns the function to call if Node's parser rejects the body being read; `undefined` if no body
 * is being read.
 */
export function badBodyListener(socket: Socket): (() => void) | undefined {
  const connection = connections.get(socket);
  const isInBody = connection?.isReading && !connection.request.complete;
  return isInBody ? connection.onBadBody : undefined;
}

/** Checks whether parsing of a connection must stop, for now or for good. */
export function isBlocked(socket: Socket): boolean {
  const connection = connections.get(socket);
  if (connection === undefined) return false;
  const { request, waiting, isReading, isUnread, isClosing } = connection;
  if (isReading && !request.complete) return false;
  return waiting !== undefined || isUnread || isClosing;
}

/**
 * Closes a connection after its pending responses.
 *
 * @returns false if there are none
 */
export function closeAfterAnswers(socket: Socket): boolean {
  const connection = connections.get(socket);
  if (connection === undefined) return false;
  if (!connection.waiting?.length) {
    if (connection.latest.writableFinished) return false;
    // The response's headers may have been sent already.
    makeLast(socket, connection.latest);
    connection.latest.once('finish', () => socket.destroySoon());
  }
  connection.isClosing = true;
  connection.isReading = false;
  return true;
}

/** How long a caller has to read the response and close its side of the connection. */
const LINGER_MS = 1_000;

/** How much a caller may still send before it has the response. Nothing beyond this is read. */
const MAX_DRAINED_BYTES = 256 * 1_024;

/**
 * Closes a connection whose caller may still be sending, once the last response is sent (RFC 9112,
 * 9.6). Destroying it immediately would send a reset, which can lose the response. Data that still
 * arrives is discarded.
 */
export function lingeringClose(socket: Socket): void {
  if (socket.writableEnded || socket.destroyed) return;
  socket.end();
  let drained = 0;
  // Stops passing data to Node's parser.
  socket.removeAllListeners('readable').removeAllListeners('data');
  socket.on('data', (chunk: Buffer) => {
    drained += chunk.length;
    if (drained > MAX_DRAINED_BYTES) socket.pause();
  });
  socket.resume();
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(timer));
}
