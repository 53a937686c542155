import { once } from 'node:events';
import type { Server, Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/**
 * Starts a server on a free local port, and stops it after the test along with all open
 * connections.
 * @returns its base URL, without a trailing slash
 */
export async function listening(
  server: Server,
  scheme: 'http' | 'https' = 'http',
): Promise<string> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of sockets) socket.destroy();
    await closed;
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return `${scheme}://127.0.0.1:${address.port}`;
}
