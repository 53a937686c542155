// The base of errors whose messages are shown to people, and helpers for whatever was thrown.

/**
 * The base of errors that are shown to people as they are: the message names the value at fault and
 * says what to do. Any other error is a bug.
 */
export class UserError extends Error {
  override readonly name: string = 'UserError';
}

/** The message of whatever was thrown. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

/** Whether it is an error of Node's with one of these codes. */
export function isErrorWith(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}
