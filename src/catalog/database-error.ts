import { UserError } from '../errors/user-error.ts';

// The error "Cannot use database …", and what is hidden of an address: its password.

/** A database that cannot be served. The message names it and says what to do. */
export class DatabaseError extends UserError {
  override readonly name = 'DatabaseError';
  /** Safe to show: without a password. */
  readonly database: string;
  readonly reason: string;
  /** Which part of the source must change. */
  readonly at: 'database' | 'table' | 'key' | 'names';

  constructor(
    database: string,
    reason: string,
    { at = 'database', ...options }: ErrorOptions & Partial<Pick<DatabaseError, 'at'>> = {},
  ) {
    super(`Cannot use database "${database}": ${reason}`, options);
    this.database = database;
    this.reason = reason;
    this.at = at;
  }
}

/**
 * An address that is safe to show: the password between the user name and `@` is removed, and so are
 * password parameters; of an http address, all parameters, since any may be a token. Accepts any text,
 * since addresses that cannot be parsed are shown too.
 */
export function withoutPassword(address: string): string {
  return address
    .replace(/^([a-z][a-z0-9+.-]*:\/\/[^:/?#@]*):.*@/i, '$1@')
    .replace(/([?&][^=&]*password=)[^&#]*/gi, '$1…')
    .replace(/^(https?:[^?#]*[?#]).*/is, '$1…');
}
