import { lintOrigin } from '../index.ts';

/** The codes of the faults, those of warnings with a question mark. */
export function codesOf(setting: unknown): string[] {
  return lintOrigin(setting).map(({ code, severity }) =>
    severity === 'error' ? code : `${code}?`,
  );
}

/** As long as a label of a host may be. */
export const LABEL = 'a'.repeat(63);
