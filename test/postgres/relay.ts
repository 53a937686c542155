import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** One connection through a relay. */
export interface RelayedConnection {
  /** Stops forwarding without closing anything. */
  isLosing: boolean;
  /** The client's end of the connection. */
  readonly client: Socket;
}

/** A relay to a server. It can be watched, and can lose traffic like a broken network. */
export interface Relay {
  /** The URL of the database via the relay. */
  readonly address: string;
  /** All connections ever opened. */
  readonly connections: readonly RelayedConnection[];
  /** The number of open connections. */
  open: number;
  /** The most connections that were open at once. */
  maxOpen: number;
  /** The bytes sent and received so far. */
  bytes: number;
  /** Whether the traffic of new connections is dropped. */
  isLosing: boolean;
  /** Resolves once data has been dropped. */
  readonly lost: Promise<void>;
  /** Drops all traffic on current and future connections. */
  loseAll(): void;
}

/**
 * Starts a relay to the server of this URL, closed after the test.
 *
 * @param onSent called with the total number of bytes sent and the latest bytes, before these are
 * forwarded
 */
export async function startRelay(
  target: string,
  onSent: (bytes: number, last: Buffer) => void = () => {},
): Promise<Relay> {
  const url = new URL(target);
  const { hostname, port } = url;
  const connections: RelayedConnection[] = [];
  const lost = Promise.withResolvers<void>();
  let sent = 0;
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const connection = { isLosing: relay.isLosing, client };
    connections.push(connection);
    relay.open += 1;
    relay.maxOpen = Math.max(relay.maxOpen, relay.open);
    client.on('close', () => {
      relay.open -= 1;
    });
    client.on('data', (data) => {
      sent += data.length;
      onSent(sent, data);
    });
    const upstream = connect({ host: hostname, port: Number(port || 5432), allowHalfOpen: true });
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      from.on('error', () => {});
      from.on('data', (data) => {
        relay.bytes += data.length;
        if (connection.isLosing) lost.resolve();
        else to.write(data);
      });
      from.on('end', () => {
        if (!connection.isLosing) to.end();
      });
      onTestFinished(() => void from.destroy());
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  if (address !== null && typeof address === 'object') url.port = String(address.port);
  url.hostname = '127.0.0.1';
  const relay: Relay = {
    ...{ address: url.href, connections, lost: lost.promise },
    ...{ open: 0, maxOpen: 0, bytes: 0, isLosing: false },
    loseAll() {
      relay.isLosing = true;
      for (const connection of connections) connection.isLosing = true;
    },
  };
  return relay;
}
