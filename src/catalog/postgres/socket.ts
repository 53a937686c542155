import { once } from 'node:events';
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { Host, PostgresAddress } from './address.ts';
import { ConnectionFault } from './faults.ts';
import type { Tls } from './tls.ts';

// Opens the socket to a PostgreSQL server: the time limit, and how TLS begins.

/**
 * Opens the way to a server, with TLS where it is wanted. It is opened here and not by the driver:
 * so it can be closed when the server does not answer, and is never opened again by the driver itself.
 *
 * @throws ConnectionFault, or the error of the system
 */
export async function openSocket(
  { host, hostaddr, port }: Host,
  { tls, connectTimeoutSeconds }: Pick<PostgresAddress, 'tls' | 'connectTimeoutSeconds'>,
): Promise<Socket> {
  const target = hostaddr ?? host;
  const isUnix = target.startsWith('/');
  const socket = isUnix ? connectTcp(`${target}/.s.PGSQL.${port}`) : connectTcp(port, target);
  // Faults between two waits are found by the next one.
  socket.on('error', () => {});
  const timer = setTimeout(
    () => socket.destroy(new ConnectionFault('CONNECT_TIMEOUT')),
    connectTimeoutSeconds * 1000,
  );
  try {
    await next(socket, 'connect');
    // As libpq: a Unix socket has no TLS.
    if (tls === false || isUnix) return socket;
    return await secured(socket, host, tls);
  } catch (error) {
    socket.destroy();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

// https://www.postgresql.org/docs/current/protocol-message-formats.html, "SSLRequest"
const TLS_REQUEST = Buffer.from([0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f]);

/** https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-SSL */
async function secured(
  socket: Socket,
  host: string,
  { isRequired, options }: Exclude<Tls, false>,
): Promise<Socket> {
  socket.write(TLS_REQUEST);
  const [answer] = await next(socket, 'data');
  if (String(answer) === 'N') {
    if (isRequired) throw new ConnectionFault('NO_TLS');
    return socket;
  }
  // More than this letter could only come from somebody who writes before TLS protects the words.
  if (String(answer) !== 'S') throw new ConnectionFault('NOT_POSTGRES');
  const secure = connectTls({
    ...options,
    socket,
    // The name that is checked; only names, not addresses, can be sent.
    host,
    ...(!isIP(host) && { servername: host }),
  });
  secure.on('error', () => {});
  await next(secure, 'secureConnect');
  return secure;
}

/** The next event of this name; rejects where the socket fails or closes before. */
async function next(socket: Socket, event: string): Promise<unknown[]> {
  const over = new AbortController();
  const { signal } = over;
  const closed = once(socket, 'close', { signal }).then(() => {
    throw new ConnectionFault('CONNECTION_CLOSED');
  });
  try {
    return await Promise.race([once(socket, event, { signal }), closed]);
  } finally {
    over.abort();
  }
}
