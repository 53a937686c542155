import { UserError } from '../errors/user-error.ts';

/** A database that cannot be served. The message names it and says what to do. */
export class DatabaseError extends UserError {
  override readonly name = 'DatabaseError';
  /** As it may be shown: without a password. */
  readonly database: string;
  readonly reason: string;

  constructor(database: string, reason: string, options?: ErrorOptions) {
    super(`Cannot use database "${database}": ${reason}`, options);
    this.database = database;
    this.reason = reason;
  }
}
