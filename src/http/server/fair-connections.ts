import type { Server, Socket } from 'node:net';
import { callerAt } from '../callers/caller.ts';

// Which share of the connections one address may have, and from when on that is limited and logged.

export interface ConnectionShares {
  /** Of all callers together. */
  readonly maxConnections: number;
  /** Of one address, and of IPv6 of one subnet. Default: half of all. */
  readonly maxPerAddress?: number | undefined;
  /** Whether an address may have any number: many callers share it. */
  readonly isShared: (address: string) => boolean;
  /** Is told of each connection that is closed. */
  readonly onRefused: () => void;
  /** Is told, once, of an address that has most of what it may have. */
  readonly onCrowded: (crowd: Crowd) => void;
}

/** A caller with many connections. */
export interface Crowd {
  readonly caller: string;
  readonly connections: number;
  /** As many as it may have. */
  readonly most: number;
}

/** Without an option: of all connections, one address may have so much. */
const SHARE_PER_ADDRESS = 1 / 2;

/** Below this part of all connections, one address may have them all: nobody else wants them. */
const FREE_SHARE = 1 / 2;

/** Of what it may have, before anybody is told. */
const CROWDED_SHARE = 0.8;

/** Keeps one address from taking the connections of all: what it opens beyond its share is closed. */
export function shareConnections(
  server: Server,
  { maxConnections, maxPerAddress, isShared, onRefused, onCrowded }: ConnectionShares,
): void {
  const most = maxPerAddress ?? Math.ceil(maxConnections * SHARE_PER_ADDRESS);
  const counts = new Map<string, number>();
  const countFor = (caller: string, change: 1 | -1) => {
    const connections = (counts.get(caller) ?? 0) + change;
    if (connections > 0) counts.set(caller, connections);
    else counts.delete(caller);
    return connections;
  };
  let open = 0;
  let isTold = false;
  // Before Node's own, which may take the address away from a connection that is reset.
  server.prependListener('connection', (socket: Socket) => {
    open++;
    socket.once('close', () => open--);
    const { remoteAddress } = socket;
    if (remoteAddress === undefined || isShared(remoteAddress)) return;
    const caller = callerAt(remoteAddress);
    const connections = countFor(caller, 1);
    socket.once('close', () => countFor(caller, -1));
    if (!isTold && connections >= most * CROWDED_SHARE) {
      isTold = true;
      onCrowded({ caller, connections, most });
    }
    if (connections <= most || open <= maxConnections * FREE_SHARE) return;
    onRefused();
    // Once Node and TLS know it.
    process.nextTick(() => socket.destroy());
  });
}
