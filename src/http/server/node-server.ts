import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { Socket } from 'node:net';
import { answerClientError, refuseTunnel } from './client-error.ts';
import { type Crowd, shareConnections } from './fair-connections.ts';
import { isThisMachine } from './host-rule.ts';
import { type DisconnectReason, nodeOptions, type ServerLimits } from './limits.ts';
import { readInSlices } from './read-in-slices.ts';
import { timeSlices } from './time-slices.ts';
import { boundHandshakes, followTls, readTls, type TlsFiles, type TlsNotice } from './tls.ts';

// Makes Node's server, with or without TLS, and connects it to limits, slices and errors.

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
