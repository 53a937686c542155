import { readFileSync, watch } from 'node:fs';
import type { Server } from 'node:https';
import type { Socket } from 'node:net';
import { basename, dirname } from 'node:path';
import { createSecureContext, type SecureContextOptions, type TLSSocket } from 'node:tls';
import { messageOf } from '../../errors/message-of.ts';
import { UserError } from '../../errors/user-error.ts';

// The texts where a certificate or key cannot be used, how their renewal is followed, and how many
// handshakes may be under way.

/** Where the certificate and its key are, in PEM. The certificate may be followed by its chain. */
export interface TlsFiles {
  readonly cert: string;
  readonly key: string;
}

/** A certificate or key that cannot be used. The message names the file. */
export class TlsError extends UserError {
  override readonly name = 'TlsError';
}

/**
 * Reads a certificate and its key.
 *
 * @throws TlsError if a file cannot be read, is not PEM, or the key is not that of the certificate
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
    return readFileSync(path);
  } catch (error) {
    throw new TlsError(
      `Cannot read "${path}": ${messageOf(error)}. Check the path and its rights.`,
      { cause: error },
    );
  }
}

/**
 * Gives a server its certificate again each time the files change. Files that cannot be used, such
 * as a new certificate before its key, change nothing and are reported.
 *
 * @returns ends the watching
 */
export function followTls(
  files: TlsFiles,
  server: Pick<Server, 'setSecureContext'>,
  onFault: (fault: TlsError) => void,
): () => void {
  const names = new Set([basename(files.cert), basename(files.key)]);
  const reload = () => {
    try {
      server.setSecureContext(readTls(files));
    } catch (error) {
      if (!(error instanceof TlsError)) throw error;
      onFault(error);
    }
  };
  // The folders, since most programs replace a file, and Kubernetes the folder that a link names.
  const watchers = [...new Set([dirname(files.cert), dirname(files.key)])].map((folder) =>
    watch(folder, { persistent: false }, (_event, name) => {
      if (name === null || names.has(name) || name.startsWith('..')) reload();
    }).on('error', (cause) => {
      const message = `Cannot watch "${folder}": ${messageOf(cause)}. Restart to use a new certificate.`;
      onFault(new TlsError(message, { cause }));
    }),
  );
  return () => {
    for (const watcher of watchers) watcher.close();
  };
}

/** The share of all connections that may have a TLS handshake under way. One takes a few milliseconds. */
const HANDSHAKE_SHARE = 1 / 4;

/**
 * Keeps handshakes that do not end from taking all connections: with one more than there may be, the
 * one that has taken longest is closed. Node ends each after `handshakeTimeout`.
 *
 * @param onDisconnect is told of each handshake that did not end in time, or for which there was no room
 */
export function boundHandshakes(
  server: Server,
  maxConnections: number,
  onDisconnect: () => void,
): void {
  const most = Math.max(1, Math.floor(maxConnections * HANDSHAKE_SHARE));
  /** From the oldest to the newest. */
  const underWay = new Map<string, Socket>();
  server.prependListener('connection', (socket: Socket) => {
    const end = nameOf(socket);
    underWay.set(end, socket);
    socket.once('close', () => {
      if (underWay.get(end) === socket) underWay.delete(end);
    });
    const [[oldestName, oldest] = []] = underWay;
    if (underWay.size <= most || oldestName === undefined) return;
    underWay.delete(oldestName);
    oldest?.destroy();
    onDisconnect();
  });
  server.on('secureConnection', (socket: TLSSocket) => underWay.delete(nameOf(socket)));
  server.on('tlsClientError', ({ code }: NodeJS.ErrnoException, socket: TLSSocket) => {
    if (code === 'ERR_TLS_HANDSHAKE_TIMEOUT') onDisconnect();
    socket.destroy();
  });
}

/** The same for a connection and for the TLS socket around it. */
function nameOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}
