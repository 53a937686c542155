import { DatabaseError } from '../catalog/database-error.ts';
import { ConfigurationError } from '../configuration-error.ts';
import { ListenError } from '../http/listen-error.ts';
import { PageError } from '../http/page/page-files.ts';

/** What went wrong as lines for the user; `undefined` for a fault of the program's own. */
export function explainFailure(error: unknown): string | undefined {
  if (error instanceof ConfigurationError) {
    const [first, ...more] = error.faults;
    if (first !== undefined && more.length === 0) return error.message;
    const lines = error.message.split('\n').map((line) => `  ${line}`);
    return [`The configuration has ${error.faults.length} faults:`, ...lines].join('\n');
  }
  const isForUser = [DatabaseError, ListenError, PageError].some((kind) => error instanceof kind);
  return isForUser && error instanceof Error ? error.message : undefined;
}
