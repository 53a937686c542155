import { lintOrigin } from '../index.ts';

// Lists the faults of a setting by their codes.

/** Returns the codes of the faults, each warning with a question mark. */
export function codesOf(setting: unknown): string[] {
  return lintOrigin(setting).map(({ code, severity }) =>
    severity === 'error' ? code : `${code}?`,
  );
}

/** The longest possible host label. */
export const LABEL = 'a'.repeat(63);
