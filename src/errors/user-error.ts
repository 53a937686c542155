// Defines the base class of errors whose messages are shown to people, the error for a request, and
// helpers for thrown values and abortable waits.

/**
 * The base class of errors shown to people as they are. The message names the value at fault, and
 * says what to do. Any other error is a bug.
 */
export class UserError extends Error {
  override readonly name: string = 'UserError';
}

/** Thrown if the service would respond to a request with an error, with the same message. */
export class RequestError extends UserError {
  override readonly name = 'RequestError';
  /** Seconds until the same request may succeed; `undefined` if it never will. */
  readonly retryAfterSeconds: number | undefined;
}

/** Returns the message of a thrown value. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

/** Returns the code of an error from Node or a driver, such as `ENOENT`; empty if it has none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** Whether an error has one of these codes. */
export function isErrorWith(error: unknown, ...codes: readonly string[]): boolean {
  return codes.includes(codeOf(error));
}

/**
 * Waits for a promise until a signal is aborted.
 *
 * @throws the reason of the signal
 */
export async function untilAborted<T>(asked: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason);
  if (signal.aborted) onAbort();
  signal.addEventListener('abort', onAbort);
  try {
    return await Promise.race([asked, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
