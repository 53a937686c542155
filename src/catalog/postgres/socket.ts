import { once } from 'node:events';
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { Host, PostgresAddress } from './address.ts';
import { ConnectionError } from './faults.ts';
import type { Tls } from './tls.ts';

// Opens the socket to a PostgreSQL server, with TLS, keep-alive and a time limit, and passes it to
// the driver.

type Options = Pick<PostgresAddress, 'tls' | 'connectTimeoutSeconds'>;

/** The idle time after which the system starts TCP keep-alive probes. */
const KEEP_ALIVE_MS = 10_000;

/**
 * Opens a socket to a server, with TLS if requested. The driver itself could not close a socket
 * to a silent server, and would reconnect.
 *
 * @throws ConnectionError, or an error from the system
 */
export async function openSocket(host: Host, options: Options): Promise<Socket> {
  return withTimeLimit(host, options, async (socket) => {
    // As in libpq, a Unix socket has no TLS.
    if (options.tls === false || isUnix(host)) return socket;
    return secured(socket, host.host, options.tls);
  });
}

/**
 * Checks whether a server responds at all. This does not count toward the connection limits of a
 * role or the server.
 */
export async function isResponding(host: Host, options: Options): Promise<boolean> {
  try {
    const socket = await withTimeLimit(host, options, async (opened) => {
      await offersTls(opened);
      return opened;
    });
    socket.destroy();
    return true;
  } catch {
    return false;
  }
}

async function withTimeLimit(
  { host, port }: Host,
  { connectTimeoutSeconds }: Options,
  begin: (socket: Socket) => Promise<Socket>,
): Promise<Socket> {
  const socket = isUnix({ host })
    ? connectTcp(`${host}/.s.PGSQL.${port}`)
    : connectTcp({ port, host, keepAlive: true, keepAliveInitialDelay: KEEP_ALIVE_MS });
  // Without a listener, an error between two waits would end the process. The next wait fails
  // anyway, since the socket closes.
  socket.on('error', () => {});
  const timer = setTimeout(
    () => socket.destroy(new ConnectionError('CONNECT_TIMEOUT')),
    connectTimeoutSeconds * 1000,
  );
  try {
    await next(socket, 'connect');
    return await begin(socket);
  } catch (error) {
    socket.destroy();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

function isUnix({ host }: Pick<Host, 'host'>): boolean {
  return host.startsWith('/');
}

// https://www.postgresql.org/docs/current/protocol-message-formats.html, "SSLRequest"
const TLS_REQUEST = Buffer.from([0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f]);

/** https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-SSL */
async function offersTls(socket: Socket): Promise<boolean> {
  socket.write(TLS_REQUEST);
  const [answer] = await next(socket, 'data');
  if (String(answer) === 'N') return false;
  // Any data after this letter arrived before TLS began, so an attacker may have injected it.
  if (String(answer) !== 'S') throw new ConnectionError('NOT_POSTGRES');
  return true;
}

async function secured(socket: Socket, host: string, { isRequired, options }: Exclude<Tls, false>) {
  if (!(await offersTls(socket))) {
    if (isRequired) throw new ConnectionError('NO_TLS');
    return socket;
  }
  const secure = connectTls({
    ...options,
    socket,
    // The host to check the certificate against. SNI sends only names, not addresses.
    host,
    ...(!isIP(host) && { servername: host }),
  });
  secure.on('error', () => {});
  await next(secure, 'secureConnect');
  return secure;
}

/** Awaits the next event with this name; rejects if the socket fails or closes first. */
async function next(socket: Socket, event: string): Promise<unknown[]> {
  const over = new AbortController();
  const { signal } = over;
  const closed = once(socket, 'close', { signal }).then(() => {
    throw new ConnectionError('CONNECTION_CLOSED');
  });
  try {
    return await Promise.race([once(socket, event, { signal }), closed]);
  } finally {
    over.abort();
  }
}

/** Returns options that make the driver use a socket. */
export function driverOptions(
  { user, database, startup }: PostgresAddress,
  password: string | undefined,
  socket: Socket,
  onNotify: (() => void) | undefined,
): object {
  let isTaken = false;
  // The driver's types lack the options `onnotify` and `socket`.
  return {
    socket: () => {
      if (isTaken) throw new ConnectionError('CONNECTION_CLOSED');
      isTaken = true;
      return socket;
    },
    ssl: false,
    ...(user !== undefined && { user }),
    ...(password !== undefined && { password }),
    ...(database !== undefined && { database }),
    max: 1,
    // Only the code that opened the socket closes it.
    max_lifetime: null,
    idle_timeout: null,
    connect_timeout: null,
    // Unnamed statements work through connection poolers too.
    prepare: false,
    fetch_types: false,
    connection: startup,
    onnotice: () => {},
    onnotify: () => onNotify?.(),
  };
}
