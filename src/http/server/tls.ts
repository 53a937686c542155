import { X509Certificate } from 'node:crypto';
import { readFileSync, statSync, watch } from 'node:fs';
import type { Server } from 'node:https';
import type { Socket } from 'node:net';
import { basename, dirname } from 'node:path';
import { createSecureContext, type SecureContextOptions, type TLSSocket } from 'node:tls';
import { isDeepStrictEqual } from 'node:util';
import { messageOf, UserError } from '../../errors/user-error.ts';

// Reads certificates and keys, warns before they expire, and reloads them when they change. Limits
// how many handshakes may be in progress.

/**
 * The paths of the certificate and its key, in PEM. The certificate may be followed by its chain.
 */
export interface TlsFiles {
  readonly cert: string;
  readonly key: string;
}

/** Thrown if a certificate or key cannot be used. The message names the file. */
export class TlsError extends UserError {
  override readonly name = 'TlsError';
}

/**
 * Reads a certificate and its key.
 *
 * @throws TlsError if a file cannot be read or is not PEM, or if the key does not belong to the
 *   certificate
 */
export function readTls({ cert, key }: TlsFiles): SecureContextOptions {
  const options = { cert: readPem(cert), key: readPem(key) };
  try {
    createSecureContext(options);
  } catch (error) {
    throw new TlsError(
      `Cannot use certificate "${cert}" with key "${key}": ${messageOf(error)}. Check that both are PEM files and match each other.`,
      { cause: error },
    );
  }
  return options;
}

function readPem(path: string): Buffer {
  try {
    // Reading a pipe would block the service forever.
    if (statSync(path).isFile()) return readFileSync(path);
  } catch (error) {
    throw new TlsError(
      `Cannot read "${path}": ${messageOf(error)}. Check the path and its permissions.`,
      { cause: error },
    );
  }
  throw new TlsError(`Cannot read "${path}": it is not a regular file. Use a regular file.`);
}

/** The warnings begin this many days before a certificate expires. */
const WARNING_DAYS = 14;
const DAY_MS = 86_400_000;

/** Returns a warning if a certificate has expired or soon will. */
export function expiryWarning({ cert }: TlsFiles, nowMs = Date.now()): string | undefined {
  const { validToDate } = new X509Certificate(readPem(cert));
  const days = Math.floor((validToDate.getTime() - nowMs) / DAY_MS);
  if (days >= WARNING_DAYS) return undefined;
  const date = validToDate.toISOString().slice(0, 10);
  return days < 0
    ? `Certificate "${cert}" expired on ${date}: browsers refuse it. Renew it.`
    : `Certificate "${cert}" expires on ${date}: renew it before then.`;
}

/** A change to a certificate, or a problem with it, for the log. */
export interface TlsNotice {
  readonly level: 'error' | 'warn' | 'info';
  readonly message: string;
}

/**
 * A certificate and its key are replaced one after the other. Both are read once neither has
 * changed for this long.
 */
const FILES_SETTLE_MS = 500;

/**
 * Reloads a server's certificate each time the files change. Files that cannot be used, such as a
 * new certificate before its key, change nothing. Warns daily before a certificate expires.
 *
 * @param first the current certificate
 * @param notify is called when a certificate is new, is about to expire, or cannot be used
 * @returns a function that stops watching the files
 */
export function followTls(
  files: TlsFiles,
  first: SecureContextOptions,
  server: Pick<Server, 'setSecureContext'>,
  notify: (notice: TlsNotice) => void,
): () => void {
  const names = new Set([basename(files.cert), basename(files.key)]);
  let served = first;
  let settling: NodeJS.Timeout | undefined;
  const warn = () => {
    const message = expiryWarning(files);
    if (message !== undefined) notify({ level: 'warn', message });
  };
  const attempt = (work: () => void) => {
    try {
      work();
    } catch (error) {
      if (!(error instanceof TlsError)) throw error;
      const message = `${error.message} The previous certificate stays in use.`;
      notify({ level: 'error', message });
    }
  };
  const reload = () =>
    attempt(() => {
      const read = readTls(files);
      if (isDeepStrictEqual(read, served)) return;
      server.setSecureContext(read);
      served = read;
      notify({
        level: 'info',
        message: `Certificate "${files.cert}" has changed and is in use.`,
      });
      warn();
    });
  // Watches the folders, not the files: most programs replace a file instead of changing it, and
  // Kubernetes replaces the linked folder.
  const watchers = [...new Set([dirname(files.cert), dirname(files.key)])].map((folder) =>
    watch(folder, { persistent: false }, (_event, name) => {
      if (name !== null && !names.has(name) && !name.startsWith('..')) return;
      clearTimeout(settling);
      settling = setTimeout(reload, FILES_SETTLE_MS).unref();
    }).on('error', (cause) => {
      const message = `Cannot watch "${folder}": ${messageOf(cause)}. Restart to use a new certificate.`;
      notify({ level: 'error', message });
    }),
  );
  attempt(warn);
  const daily = setInterval(() => attempt(warn), DAY_MS).unref();
  return () => {
    for (const watcher of watchers) watcher.close();
    clearTimeout(settling);
    clearInterval(daily);
  };
}

/** The share of connections that may be in a TLS handshake, which takes a few milliseconds. */
const HANDSHAKE_SHARE = 1 / 4;

/**
 * Keeps unfinished TLS handshakes from using up all connections. If there are too many, closes the
 * oldest. Node ends each after `handshakeTimeout`.
 *
 * @param onDisconnect is called for each handshake that is closed
 */
export function limitHandshakes(
  server: Server,
  maxConnections: number,
  onDisconnect: () => void,
): void {
  const max = Math.max(1, Math.floor(maxConnections * HANDSHAKE_SHARE));
  /** From oldest to newest. */
  const handshakes = new Map<string, Socket>();
  server.prependListener('connection', (socket: Socket) => {
    const end = nameOf(socket);
    handshakes.set(end, socket);
    socket.once('close', () => {
      if (handshakes.get(end) === socket) handshakes.delete(end);
    });
    const [[oldestName, oldest] = []] = handshakes;
    if (handshakes.size <= max || oldestName === undefined) return;
    handshakes.delete(oldestName);
    oldest?.destroy();
    onDisconnect();
  });
  server.on('secureConnection', (socket: TLSSocket) => handshakes.delete(nameOf(socket)));
  server.on('tlsClientError', (_error, socket: TLSSocket) => socket.destroy());
}

/** Names a connection. Its TCP socket and its TLS socket have the same name. */
function nameOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}
