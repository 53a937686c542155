import type { RequestListener, Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { Socket, Server as SocketServer } from 'node:net';
import { callerAt } from '../callers/caller.ts';
import { errorBody, type RequestFault } from '../errors.ts';
import { isThisMachine } from './host-rule.ts';
import { type DisconnectReason, nodeOptions, type ServerLimits } from './limits.ts';
import { http } from './node-http.ts';
import { badBodyListener, closeAfterAnswers, lingeringClose } from './pipelining.ts';
import { isReadingTarget, readInSlices } from './read-in-slices.ts';
import { timeSlices } from './time-slices.ts';
import { followTls, limitHandshakes, readTls, type TlsFiles, type TlsNotice } from './tls.ts';

// Creates Node's server, with or without TLS, within the limits. Limits each address to a share of
// the connections. Answers bytes that never become a request: not HTTP (400), too slow (408), too
// long (414, 431), CONNECT (405).

export interface NodeServerOptions {
  readonly limits: ServerLimits;
  /** Enables https. The files are read again when they change. Default: plain http. */
  readonly tls?: TlsFiles | undefined;
  /** Called when a certificate has changed, is about to expire, or cannot be used. */
  readonly onTls?: (notice: TlsNotice) => void;
  /** Called with the reason when the server closes a connection early. */
  readonly onDisconnect?: ((reason: DisconnectReason) => void) | undefined;
  /**
   * Checks whether an address is a trusted proxy, which many callers share. Default: no address is.
   */
  readonly isProxy?: (address: string) => boolean;
  /** Called only once, when the first address nears its limit of connections. */
  readonly onNearLimit?: (caller: BusyCaller) => void;
}

/**
 * Creates Node's server, within the limits. It does not listen yet.
 *
 * @param handle takes requests as Node parses them
 * @throws TlsError
 */
export function createNodeServer(handle: RequestListener, options: NodeServerOptions): Server {
  const { limits, tls, onDisconnect, isProxy, onNearLimit } = options;
  const server =
    tls === undefined
      ? http.createServer(nodeOptions(limits), handle)
      : createTlsServer(handle, tls, options);
  const { maxConnections } = limits;
  server.maxConnections = maxConnections;
  shareConnections(server, {
    maxConnections,
    maxPerAddress: limits.maxConnectionsPerAddress,
    isShared: (address) => isThisMachine(address) || isProxy?.(address) === true,
    onRefused: () => onDisconnect?.('too_many'),
    onNearLimit: (caller) => onNearLimit?.(caller),
  });
  server.on('connection', () => timeSlices.noteAccepted());
  server.on(tls === undefined ? 'connection' : 'secureConnection', readInSlices);
  // Handles requests with `Expect`, which Node would answer itself, out of order or without JSON or
  // CORS headers. `Expect: 100-continue` gets its `100` only if the route reads the body.
  server.on('checkContinue', handle).on('checkExpectation', handle);
  server.on('connect', (_request, socket: Socket) => refuseTunnel(socket));
  server.on('drop', () => onDisconnect?.('too_many'));
  server.on('clientError', (error: Error, socket: Socket) =>
    answerClientError(error, socket, onDisconnect),
  );
  // After a pause, such as a laptop's sleep, timeouts fire before pending data is read. So the
  // connection is closed only if there is no such data.
  server.on('timeout', (socket: Socket) => {
    const { bytesRead } = socket;
    setImmediate(() => {
      if (socket.bytesRead === bytesRead) socket.destroy();
    });
  });
  // After its last request, a caller may close its side before it reads the responses.
  Object.assign(server, { httpAllowHalfOpen: true });
  return server;
}

function createTlsServer(
  handle: RequestListener,
  files: TlsFiles,
  { limits, onTls = () => undefined, onDisconnect }: NodeServerOptions,
): Server {
  const read = readTls(files);
  const server = createHttpsServer(
    { ...nodeOptions(limits), handshakeTimeout: limits.headersTimeoutMs, ...read },
    handle,
  );
  limitHandshakes(server, limits.maxConnections, () => onDisconnect?.('timeout'));
  return server.once('listening', () =>
    server.once('close', followTls(files, read, server, onTls)),
  );
}

export interface ConnectionShares {
  /** How many connections all callers together may have. */
  readonly maxConnections: number;
  /** How many connections one address may have or, with IPv6, one subnet. Default: half. */
  readonly maxPerAddress?: number | undefined;
  /**
   * Checks whether many callers share an address, which may then have any number of connections.
   */
  readonly isShared: (address: string) => boolean;
  /** Called for each connection that is closed because it exceeds a share. */
  readonly onRefused: () => void;
  /** Called only once, when the first address nears its limit. */
  readonly onNearLimit: (caller: BusyCaller) => void;
}

/** A caller with many connections. */
export interface BusyCaller {
  readonly caller: string;
  readonly connections: number;
  /** How many connections the caller may have. */
  readonly limit: number;
}

/** The default share of `maxConnections` for one address. */
const SHARE_PER_ADDRESS = 1 / 2;

/** Addresses are limited only while more than this share of `maxConnections` is open. */
const FREE_SHARE = 1 / 2;

/** The first address that reaches this share of its limit is reported. */
const NEAR_LIMIT_SHARE = 0.8;

/** Keeps one address from taking everyone's connections. Those beyond its share are closed. */
export function shareConnections(
  server: SocketServer,
  { maxConnections, maxPerAddress, isShared, onRefused, onNearLimit }: ConnectionShares,
): void {
  const limit = maxPerAddress ?? Math.ceil(maxConnections * SHARE_PER_ADDRESS);
  const counts = new Map<string, number>();
  const countFor = (caller: string, change: 1 | -1) => {
    const connections = (counts.get(caller) ?? 0) + change;
    if (connections > 0) counts.set(caller, connections);
    else counts.delete(caller);
    return connections;
  };
  let open = 0;
  let isReported = false;
  // Runs before Node's own listener, after which a reset connection may have no address.
  server.prependListener('connection', (socket: Socket) => {
    open++;
    socket.once('close', () => open--);
    const { remoteAddress } = socket;
    if (remoteAddress === undefined || isShared(remoteAddress)) return;
    const caller = callerAt(remoteAddress);
    const connections = countFor(caller, 1);
    socket.once('close', () => countFor(caller, -1));
    if (!isReported && connections >= limit * NEAR_LIMIT_SHARE) {
      isReported = true;
      onNearLimit({ caller, connections, limit });
    }
    if (connections <= limit || open <= maxConnections * FREE_SHARE) return;
    onRefused();
    // Runs after Node and TLS have registered the connection.
    process.nextTick(() => socket.destroy());
  });
}

const TUNNEL_ALLOW = 'GET, HEAD, OPTIONS';
const NO_TUNNEL: RequestFault = {
  status: 405,
  message: `Method CONNECT is not allowed here: use ${TUNNEL_ALLOW}`,
};

/**
 * Answers requests that Node's parser rejected, in the same form as every other error. No headers
 * are known, not even Origin, so no CORS headers are sent. If earlier requests on the connection
 * are still unanswered, no error is sent, and the connection is closed after their responses.
 *
 * @param onDisconnect is called with the reason, once per connection, unless the caller has
 *   disconnected
 */
export function answerClientError(
  error: NodeJS.ErrnoException,
  socket: Socket,
  onDisconnect: (reason: DisconnectReason) => void = () => undefined,
): void {
  // The parser reports the error again for bytes that arrive after the first report.
  if (socket.writableEnded && error.code?.startsWith('HPE_')) return;
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [disconnect, status, message] = faultOf(error, socket);
  onDisconnect(disconnect);
  const onBadBody = disconnect === 'not_http' ? badBodyListener(socket) : undefined;
  if (onBadBody !== undefined) {
    onBadBody();
    return;
  }
  if (closeAfterAnswers(socket)) return;
  writeError(socket, { status, message });
  lingeringClose(socket);
}

/**
 * Rejects CONNECT, for which Node provides no response object. If earlier requests are still
 * unanswered, no error is sent, and the connection is closed after their responses.
 */
export function refuseTunnel(socket: Socket): void {
  if (closeAfterAnswers(socket)) return;
  writeError(socket, NO_TUNNEL, `Allow: ${TUNNEL_ALLOW}\r\n`);
  lingeringClose(socket);
}

/** Writes an error to a socket that has no response object. */
function writeError(socket: Socket, { status, message }: RequestFault, lines = ''): void {
  const json = JSON.stringify(errorBody(message));
  socket.write(
    `HTTP/1.1 ${status} ${http.STATUS_CODES[status]}\r\nContent-Type: application/json; charset=utf-8\r\nX-Content-Type-Options: nosniff\r\n` +
      `Content-Length: ${Buffer.byteLength(json)}\r\n${lines}Connection: close\r\n\r\n${json}`,
  );
}

/** Returns why a connection is closed, and the error to send first. */
function faultOf(
  { code }: NodeJS.ErrnoException,
  socket: Socket,
): readonly [reason: DisconnectReason, status: number, message: string] {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT' || code === 'ERR_TLS_HANDSHAKE_TIMEOUT')
    return ['timeout', 408, 'The request took too long'];
  if (code !== 'HPE_HEADER_OVERFLOW') return ['not_http', 400, 'This is not an HTTP request'];
  return isReadingTarget(socket)
    ? ['headers_too_long', 414, 'The URL is too long']
    : ['headers_too_long', 431, 'The headers are too long'];
}
