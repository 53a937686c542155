import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ErrorBody } from './errors.ts';

/** What Node's parser found wrong, and how that is told: status and message. */
const ANSWERS: Readonly<Record<string, readonly [status: number, message: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'The headers are too long'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long'],
};
const NO_HTTP = [400, 'This is no HTTP request'] as const;

/**
 * Answers what never became a request, as Node's parser refused it, in the form of every other
 * error. No header of it is known, its Origin neither, so nothing is granted.
 */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, message] = ANSWERS[error.code ?? ''] ?? NO_HTTP;
  const body: ErrorBody = { error: message };
  const json = JSON.stringify(body);
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(json)}\r\nConnection: close\r\n\r\n${json}`,
  );
}
