// The base of all errors whose message is shown to people as it is.

/**
 * The base of errors that are shown to people as they are: the message names the value at fault and
 * says what to do. Any other error is a fault of the program's own.
 */
export class UserError extends Error {
  override readonly name: string = 'UserError';
}
