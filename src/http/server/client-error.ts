import type { Socket } from 'node:net';
import { errorBody, type RequestFault } from '../errors.ts';
import type { DisconnectReason } from './limits.ts';
import { http } from './node-http.ts';
import { badBodyListener, closeAfterAnswers, lingeringClose } from './pipelining.ts';
import { isReadingTarget } from './read-in-slices.ts';

// Answers bytes that never become a request: not HTTP (400), too slow (408), too long (414, 431),
// CONNECT (405).

const TUNNEL_ALLOW = 'GET, HEAD, OPTIONS';
const NO_TUNNEL: RequestFault = {
  status: 405,
  message: `Method CONNECT is not allowed here: use ${TUNNEL_ALLOW}`,
};

/**
 * Answers requests that Node's parser rejected, in the same form as every other error. No headers
 * are known, not even Origin, so no CORS headers are sent. If earlier requests on the connection
 * are still unanswered, no error is sent: the connection is closed after their responses.
 *
 * @param onDisconnect is called with the reason, once per connection, unless the caller has
 *   disconnected
 */
export function answerClientError(
  error: NodeJS.ErrnoException,
  socket: Socket,
  onDisconnect: (reason: DisconnectReason) => void = () => undefined,
): void {
  // The parser reports the error again for bytes that arrive after the first report.
  if (socket.writableEnded && error.code?.startsWith('HPE_')) return;
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [disconnect, status, message] = faultOf(error, socket);
  onDisconnect(disconnect);
  const onBadBody = disconnect === 'not_http' ? badBodyListener(socket) : undefined;
  if (onBadBody !== undefined) {
    onBadBody();
    return;
  }
  if (closeAfterAnswers(socket)) return;
  writeError(socket, { status, message });
  lingeringClose(socket);
}

/**
 * Rejects CONNECT, for which Node hands over the connection. If earlier requests are still
 * unanswered, no error is sent: the connection is closed after their responses.
 */
export function refuseTunnel(socket: Socket): void {
  if (closeAfterAnswers(socket)) return;
  writeError(socket, NO_TUNNEL, `Allow: ${TUNNEL_ALLOW}\r\n`);
  lingeringClose(socket);
}

/** Writes an error to a socket that has no response object. */
function writeError(socket: Socket, { status, message }: RequestFault, lines = ''): void {
  const json = JSON.stringify(errorBody(message));
  socket.write(
    `HTTP/1.1 ${status} ${http.STATUS_CODES[status]}\r\nContent-Type: application/json; charset=utf-8\r\nX-Content-Type-Options: nosniff\r\n` +
      `Content-Length: ${Buffer.byteLength(json)}\r\n${lines}Connection: close\r\n\r\n${json}`,
  );
}

/** Returns why a connection is closed, and the error to send first. */
function faultOf(
  { code }: NodeJS.ErrnoException,
  socket: Socket,
): readonly [reason: DisconnectReason, status: number, message: string] {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return ['timeout', 408, 'The request took too long'];
  if (code !== 'HPE_HEADER_OVERFLOW') return ['not_http', 400, 'This is not an HTTP request'];
  return isReadingTarget(socket)
    ? ['headers_too_long', 414, 'The address is too long']
    : ['headers_too_long', 431, 'The headers are too long'];
}
