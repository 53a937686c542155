import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { Socket, Server as SocketServer } from 'node:net';
import { callerAt } from '../callers/caller.ts';
import { answerClientError, refuseTunnel } from './client-error.ts';
import { isThisMachine } from './host-rule.ts';
import { type DisconnectReason, nodeOptions, type ServerLimits } from './limits.ts';
import { readInSlices } from './read-in-slices.ts';
import { timeSlices } from './time-slices.ts';
import { boundHandshakes, followTls, readTls, type TlsFiles, type TlsNotice } from './tls.ts';

// Makes Node's server, with or without TLS, and connects it to limits, slices and errors. Which share of
// the connections one address may have, and from when on that is limited and logged.

export interface NodeServerOptions {
  readonly limits: ServerLimits;
  readonly tls: TlsFiles | undefined;
  readonly onTls: (notice: TlsNotice) => void;
  readonly onDisconnect: (reason: DisconnectReason) => void;
  /** Whether an address is that of a proxy, which many callers share. */
  readonly isProxy: (address: string) => boolean;
  readonly onCrowded: (crowd: Crowd) => void;
}

/**
 * Node's server, within the limits, which does not listen yet.
 *
 * @param handle takes requests as Node parses them
 * @throws TlsError
 */
export function createNodeServer(
  handle: RequestListener,
  { limits, tls, onTls, onDisconnect, isProxy, onCrowded }: NodeServerOptions,
): Server {
  const server =
    tls === undefined
      ? createServer(nodeOptions(limits), handle)
      : createTlsServer(handle, tls, { limits, onTls, onDisconnect });
  const { maxConnections } = limits;
  server.maxConnections = maxConnections;
  shareConnections(server, {
    maxConnections,
    maxPerAddress: limits.maxConnectionsPerAddress,
    isShared: (address) => isThisMachine(address) || isProxy(address),
    onRefused: () => onDisconnect('too_many'),
    onCrowded,
  });
  server.on('connection', () => timeSlices.noteAccepted());
  server.on(tls === undefined ? 'connection' : 'secureConnection', readInSlices);
  // Without these, Node answers itself: out of turn, or without JSON and CORS headers. No request
  // here needs its body, so none is asked for.
  server.on('checkContinue', handle).on('checkExpectation', handle);
  server.on('connect', (_request, socket: Socket) => refuseTunnel(socket));
  server.on('drop', () => onDisconnect('too_many'));
  server.on('clientError', (error: Error, socket: Socket) =>
    answerClientError(error, socket, onDisconnect),
  );
  // After a pause, such as a laptop's sleep, time-outs come before what was sent meanwhile: it is read
  // first.
  server.on('timeout', (socket: Socket) => {
    const { bytesRead } = socket;
    setImmediate(() => {
      if (socket.bytesRead === bytesRead) socket.destroy();
    });
  });
  // A caller that has sent its last request may close its side before it reads the answers.
  Object.assign(server, { httpAllowHalfOpen: true });
  return server;
}

function createTlsServer(
  handle: RequestListener,
  files: TlsFiles,
  { limits, onTls, onDisconnect }: Pick<NodeServerOptions, 'limits' | 'onTls' | 'onDisconnect'>,
): Server {
  const read = readTls(files);
  const server = createHttpsServer(
    { ...nodeOptions(limits), handshakeTimeout: limits.headersTimeoutMs, ...read },
    handle,
  );
  boundHandshakes(server, limits.maxConnections, () => onDisconnect('timeout'));
  return server.once('listening', () =>
    server.once('close', followTls(files, read, server, onTls)),
  );
}

export interface ConnectionShares {
  /** Of all callers together. */
  readonly maxConnections: number;
  /** Of one address, and of IPv6 of one subnet. Default: half of all. */
  readonly maxPerAddress?: number | undefined;
  /** Whether an address may have any number: many callers share it. */
  readonly isShared: (address: string) => boolean;
  /** Called for each connection that is closed. */
  readonly onRefused: () => void;
  /** Called once for an address that is near its limit. */
  readonly onCrowded: (crowd: Crowd) => void;
}

/** A caller with many connections. */
export interface Crowd {
  readonly caller: string;
  readonly connections: number;
  /** As many as it may have. */
  readonly most: number;
}

/** The default share of all connections for one address. */
const SHARE_PER_ADDRESS = 1 / 2;

/** Below this part of all connections, one address may have them all: nobody else wants them. */
const FREE_SHARE = 1 / 2;

/** The share of its limit at which an address is reported. */
const CROWDED_SHARE = 0.8;

/** Keeps one address from taking the connections of all: what it opens beyond its share is closed. */
export function shareConnections(
  server: SocketServer,
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
  let isReported = false;
  // Before Node's own, which may take the address away from a connection that is reset.
  server.prependListener('connection', (socket: Socket) => {
    open++;
    socket.once('close', () => open--);
    const { remoteAddress } = socket;
    if (remoteAddress === undefined || isShared(remoteAddress)) return;
    const caller = callerAt(remoteAddress);
    const connections = countFor(caller, 1);
    socket.once('close', () => countFor(caller, -1));
    if (!isReported && connections >= most * CROWDED_SHARE) {
      isReported = true;
      onCrowded({ caller, connections, most });
    }
    if (connections <= most || open <= maxConnections * FREE_SHARE) return;
    onRefused();
    // Once Node and TLS know it.
    process.nextTick(() => socket.destroy());
  });
}
