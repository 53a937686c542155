import { UserError } from '../errors/user-error.ts';

// Defines the error "Cannot use database …", and removes passwords from database URLs.

/** Thrown if a database cannot be read or written. The message names it and says why. */
export class DatabaseError extends UserError {
  override readonly name = 'DatabaseError';
  /** Safe to show: contains no password. */
  readonly database: string;
  readonly reason: string;
  /** The setting at fault. */
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
 * Returns a path or URL that is safe to show. Removes the password before `@`, the values of
 * password parameters, and all parameters of an http URL, since each may be a token. Accepts any
 * string, since messages also show URLs that cannot be parsed.
 */
export function withoutPassword(address: string): string {
  return address
    .replace(/^([a-z][a-z0-9+.-]*:\/\/[^:/?#@]*):.*@/i, '$1@')
    .replace(/([?&][^=&]*password=)[^&#]*/gi, '$1…')
    .replace(/^(https?:[^?#]*[?#]).*/is, '$1…');
}
