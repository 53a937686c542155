// Reads whatever was thrown, an error or not.

/** The message of whatever was thrown. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

/** Whether it is an error of Node's with one of these codes. */
export function isErrorWith(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}
