import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { Socket } from 'node:net';
import { answerClientError, refuseTunnel } from './client-error.ts';
import { eventTurns } from './event-turns.ts';
import { type Crowd, SHARE_PER_ADDRESS, shareConnections } from './fair-connections.ts';
import { boundHandshakes } from './handshakes.ts';
import type { HangUp } from './hang-up.ts';
import { isThisMachine } from './host-rule.ts';
import { nodeOptions, type ServerLimits } from './limits.ts';
import { readInSlices } from './read-in-slices.ts';
import { followTls, readTls, type TlsError, type TlsFiles } from './tls.ts';

// Makes Node's server, with or without TLS, and connects it to limits, slices and errors.

export interface NodeServerOptions {
  readonly limits: ServerLimits;
  readonly tls: TlsFiles | undefined;
  readonly onTlsFault: (fault: TlsError) => void;
  readonly onHangUp: (reason: HangUp) => void;
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
  { limits, tls, onTlsFault, onHangUp, isProxy, onCrowded }: NodeServerOptions,
): Server {
  const server =
    tls === undefined
      ? createServer(nodeOptions(limits), handle)
      : createTlsServer(handle, tls, { limits, onTlsFault, onHangUp });
  const { maxConnections } = limits;
  server.maxConnections = maxConnections;
  shareConnections(server, {
    maxConnections,
    maxPerAddress: limits.maxConnectionsPerAddress ?? Math.ceil(maxConnections * SHARE_PER_ADDRESS),
    isShared: (address) => isThisMachine(address) || isProxy(address),
    onRefused: () => onHangUp('too_many'),
    onCrowded,
  });
  server.on('connection', () => eventTurns.noteAccepted());
  server.on(tls === undefined ? 'connection' : 'secureConnection', readInSlices);
  // Without these, Node answers itself: out of turn, or without JSON and CORS headers. No request
  // here needs its body, so none is asked for.
  server.on('checkContinue', handle).on('checkExpectation', handle);
  server.on('connect', (_request, socket: Socket) => refuseTunnel(socket));
  server.on('drop', () => onHangUp('too_many'));
  server.on('clientError', (error: Error, socket: Socket) =>
    answerClientError(error, socket, onHangUp),
  );
  // A caller that has sent its last request may close its side before it reads the answers.
  Object.assign(server, { httpAllowHalfOpen: true });
  return server;
}

function createTlsServer(
  handle: RequestListener,
  files: TlsFiles,
  { limits, onTlsFault, onHangUp }: Pick<NodeServerOptions, 'limits' | 'onTlsFault' | 'onHangUp'>,
): Server {
  const server = createHttpsServer(
    { ...nodeOptions(limits), handshakeTimeout: limits.headersTimeoutMs, ...readTls(files) },
    handle,
  );
  boundHandshakes(server, limits.maxConnections, () => onHangUp('timeout'));
  return server.once('listening', () => server.once('close', followTls(files, server, onTlsFault)));
}
