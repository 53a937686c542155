import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

// Sends raw bytes to a server and reads what comes back.

/** A connection to a server, closed when the test is over. */
export async function connectTo(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  return socket;
}

/** Resolves when a connection is over, however it ends: `once` would reject where it is reset. */
export function over(socket: Socket): Promise<void> {
  return new Promise((resolve) =>
    socket.once('close', () => resolve()).on('error', () => undefined),
  );
}

/** Sends bytes as they are, and gives everything that comes back until the server hangs up. */
export async function exchange(url: string, bytes: string): Promise<string> {
  const socket = await connectTo(url);
  socket.write(bytes);
  return (await buffer(socket)).toString('latin1');
}

/** A request in HTTP 1.1, with more header lines if there are any. */
export function get(path: string, ...lines: readonly string[]): string {
  return [`GET ${path} HTTP/1.1`, 'Host: localhost', ...lines, '', ''].join('\r\n');
}

/** How often a text occurs. */
export function countOf(text: string, part: string): number {
  return text.split(part).length - 1;
}
