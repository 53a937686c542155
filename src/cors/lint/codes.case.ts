import { lintOrigin } from '../index.ts';

/** Returns the codes of the faults, each warning with a question mark. */
export function codesOf(setting: unknown): string[] {
  return lintOrigin(setting).map(({ code, severity }) =>
    severity === 'error' ? code : `${code}?`,
  );
}

/** As long as a host label can be. */
export const LABEL = 'a'.repeat(63);
