import { once } from 'node:events';
import { lstat } from 'node:fs/promises';
import { connect } from 'node:net';
import { codeOf, isErrorWith, messageOf, UserError } from '../../errors/user-error.ts';

// Explains why a server cannot listen on a port or socket: in use, not allowed, unknown host.

/**
 * Thrown if a host and port, or a socket's path, are not available. The message says why and what
 * to do.
 */
export class ListenError extends UserError {
  override readonly name = 'ListenError';
  /** The option to change, such as `port`, `host` or `metricsPort`. */
  readonly setting: string;

  /** @param port undefined for the path of a Unix socket */
  constructor(host: string, port: number | undefined, cause: unknown, names = SERVICE) {
    const where = port === undefined ? `socket ${host}` : `port ${port} of ${host}`;
    super(`Cannot listen on ${where}: ${reasonFor(cause, port === undefined)}`, { cause });
    const isHost = isErrorWith(cause, 'EADDRNOTAVAIL', 'ENOTFOUND');
    this.setting = port === undefined ? 'socket' : isHost ? names.host : names.port;
  }
}

/** The options that say where a server listens. */
export interface ListenSettings {
  readonly host: string;
  readonly port: string;
}

const SERVICE: ListenSettings = { host: 'host', port: 'port' };

const LISTEN_REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE:
    'it is in use. Stop the program that uses it, or choose another port (0: any free one).',
  EACCES: 'this user is not allowed to use it. Choose port 1024 or higher.',
  EADDRNOTAVAIL:
    'this machine has no such address. Choose localhost, or 0.0.0.0 for all addresses of this machine.',
  ABORT_ERR: 'it was closed in the meantime.',
  ENOTFOUND:
    'the host name is unknown. Choose localhost, or 0.0.0.0 for all addresses of this machine.',
};

const SOCKET_REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE:
    'it is in use, or something else is there. Stop the program that uses it, or choose another path.',
  // A missing folder has this code too.
  EACCES: 'its folder does not exist, or is not writable by this user. Check the folder.',
  EINVAL: 'its path is too long for this system. Choose a shorter one.',
};

function reasonFor(cause: unknown, isSocket: boolean): string {
  const reasons = isSocket ? SOCKET_REASONS : LISTEN_REASONS;
  return reasons[codeOf(cause)] ?? messageOf(cause);
}

/** Checks whether there is a Unix socket that nobody listens on anymore. */
export async function isAbandoned(path: string): Promise<boolean> {
  const stats = await lstat(path).catch(() => undefined);
  if (!stats?.isSocket()) return false;
  const socket = connect({ path });
  try {
    await once(socket, 'connect');
    return false;
  } catch (error) {
    return isErrorWith(error, 'ECONNREFUSED');
  } finally {
    socket.destroy();
  }
}
