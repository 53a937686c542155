import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { errorBody, type RequestFault, statusOf } from '../errors.ts';
import type { HangUp } from './hang-up.ts';
import { closeAfterAnswers } from './in-turn.ts';

/** What Node's parser refuses a request for, and how the caller is told. */
const FAULTS: Readonly<Record<string, ConnectionFault>> = {
  HPE_HEADER_OVERFLOW: {
    code: 'headersTooLong',
    message: 'The headers are too long',
    hangUp: 'headers_too_long',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    code: 'requestTimeout',
    message: 'The request took too long',
    hangUp: 'timeout',
  },
};
const NOT_HTTP: ConnectionFault = {
  code: 'badRequest',
  message: 'This is not an HTTP request',
  hangUp: 'not_http',
};

interface ConnectionFault extends RequestFault {
  readonly hangUp: HangUp;
}

/** A caller has this long to read the answer and close its side of the connection. */
const LINGER_MS = 1_000;

/**
 * Answers what Node's parser refused, so that it never became a request, in the form of every other
 * error. Its headers are unknown, its Origin too, so nothing is granted. Behind requests that are not
 * answered yet, it is not answered: the connection is closed after them.
 *
 * @param onHangUp is told why, once per connection, unless its caller has left
 */
export function answerClientError(
  error: NodeJS.ErrnoException,
  socket: Socket,
  onHangUp: (reason: HangUp) => void = () => undefined,
): void {
  // More of the same arrived before the caller has read the answer.
  if (socket.writableEnded && error.code?.startsWith('HPE_')) return;
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const { code, message, hangUp } = FAULTS[error.code ?? ''] ?? NOT_HTTP;
  onHangUp(hangUp);
  if (closeAfterAnswers(socket)) return;
  const status = statusOf(code);
  const json = JSON.stringify(errorBody(message));
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json; charset=utf-8\r\nX-Content-Type-Options: nosniff\r\n` +
      `Content-Length: ${Buffer.byteLength(json)}\r\nConnection: close\r\n\r\n${json}`,
  );
  // To destroy it at once could lose the answer, while the caller is still sending.
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(timer));
}
