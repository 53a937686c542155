// The base class of errors whose messages are shown to people, and helpers for anything thrown.

/**
 * The base class of errors shown to people as they are: the message names the value at fault and
 * says what to do. Any other error is a bug.
 */
export class UserError extends Error {
  override readonly name: string = 'UserError';
}

/** Returns the message of anything thrown. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

/** Whether an error is from Node and has one of these codes. */
export function isErrorWith(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}
