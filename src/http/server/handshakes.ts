import type { Server } from 'node:https';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';

// Which share of the connections may have a TLS handshake open.

/** Of all connections, these may have a TLS handshake under way. One takes a few milliseconds. */
const SHARE_OF_CONNECTIONS = 4;

/**
 * Keeps handshakes that do not end from taking all connections: with one more than there may be, the
 * one that has taken longest is hung up on. Node ends each after `handshakeTimeout`.
 *
 * @param onHangUp is told of each handshake that did not end in time, or for which there was no room
 */
export function boundHandshakes(
  server: Server,
  maxConnections: number,
  onHangUp: () => void,
): void {
  const most = Math.max(1, Math.floor(maxConnections / SHARE_OF_CONNECTIONS));
  /** From the oldest to the newest. */
  const underWay = new Map<string, Socket>();
  server.prependListener('connection', (socket: Socket) => {
    const end = nameOf(socket);
    underWay.set(end, socket);
    socket.once('close', () => {
      if (underWay.get(end) === socket) underWay.delete(end);
    });
    const [[oldestName, oldest] = []] = underWay;
    if (underWay.size <= most || oldestName === undefined) return;
    underWay.delete(oldestName);
    oldest?.destroy();
    onHangUp();
  });
  server.on('secureConnection', (socket: TLSSocket) => underWay.delete(nameOf(socket)));
  server.on('tlsClientError', ({ code }: NodeJS.ErrnoException, socket: TLSSocket) => {
    if (code === 'ERR_TLS_HANDSHAKE_TIMEOUT') onHangUp();
    socket.destroy();
  });
}

/** The same for a connection and for the TLS socket around it. */
function nameOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}
