import { RequestError } from '../src/errors/user-error.ts';

// Returns why a function refuses its arguments.

/** Returns the message of the RequestError that a function throws; `undefined` if it throws none. */
export function refusalOf(ask: () => unknown): string | undefined {
  try {
    ask();
    return undefined;
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    return error.message;
  }
}
