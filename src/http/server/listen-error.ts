import { UserError } from '../../errors/user-error.ts';

/** A host and port, or the path of a socket, that are not available. The message says why and what to do. */
export class ListenError extends UserError {
  override readonly name = 'ListenError';

  /** @param port undefined for the path of a Unix socket */
  constructor(host: string, port: number | undefined, cause: unknown) {
    const where = port === undefined ? `socket ${host}` : `port ${port} of ${host}`;
    super(`Cannot listen on ${where}: ${reasonFor(cause)}`, { cause });
  }
}

const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE:
    'it is in use. Stop the program that uses it, or choose another port (0: any free one).',
  EACCES: 'this user may not use it. Choose a port from 1024 up.',
  EADDRNOTAVAIL:
    'this machine has no such address. Choose localhost, or 0.0.0.0 for all its addresses.',
  ABORT_ERR: 'it was closed in the meantime.',
  ENOTFOUND:
    'the host name is unknown. Choose localhost, or 0.0.0.0 for all addresses of this machine.',
};

function reasonFor(cause: unknown): string {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  return REASONS[code] ?? (cause instanceof Error ? cause.message : String(cause));
}

/** Whether it is an error of Node's with one of these codes. */
export function isErrorWith(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}
