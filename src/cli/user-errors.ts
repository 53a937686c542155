import { UserError } from '../errors/user-error.ts';
import { ConfigurationError } from '../settings/configuration-error.ts';

// How errors are shown to the user of a command, in lines; faults of the program keep their stack.

/** What went wrong as lines for the user; `undefined` for a fault of the program's own. */
export function explainUserError(error: unknown): string | undefined {
  if (error instanceof ConfigurationError && error.faults.length > 1) {
    const lines = error.message.split('\n').map((line) => `  ${line}`);
    return [`The configuration has ${error.faults.length} errors:`, ...lines].join('\n');
  }
  return error instanceof UserError ? error.message : undefined;
}
