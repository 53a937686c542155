import { UserError } from '../errors/user-error.ts';

// The error for data that cannot be imported: "Cannot import "…": …".

/** Thrown for data that cannot be imported. The message names the file and says what to do. */
export class ImportError extends UserError {
  override readonly name = 'ImportError';

  constructor(source: string, reason: string, options?: ErrorOptions) {
    super(`Cannot import "${source}": ${reason}`, options);
  }
}
