import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

// Sends raw bytes to a server and reads what comes back.

/** Opens a connection to a server, closed after the test. */
export async function connectTo(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  return socket;
}

/** Resolves when a connection is over, however it ends. `once` would reject after a reset. */
export function over(socket: Socket): Promise<void> {
  return new Promise((resolve) =>
    socket.once('close', () => resolve()).on('error', () => undefined),
  );
}

/** Sends raw bytes and returns everything received until the server hangs up. */
export async function exchange(url: string, bytes: string): Promise<string> {
  const socket = await connectTo(url);
  socket.write(bytes);
  return (await buffer(socket)).toString('latin1');
}

/** Formats an HTTP/1.1 GET request, with optional header lines. */
export function get(path: string, ...lines: readonly string[]): string {
  return [`GET ${path} HTTP/1.1`, 'Host: localhost', ...lines, '', ''].join('\r\n');
}

/** Counts the occurrences of a string. */
export function countOf(text: string, part: string): number {
  return text.split(part).length - 1;
}
