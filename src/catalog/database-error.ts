/** A database that cannot be served. The message names it and says what to do; it is for the user. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError';

  constructor(database: string, reason: string, options?: ErrorOptions) {
    super(`Cannot use database "${database}": ${reason}`, options);
  }
}
