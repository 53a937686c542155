import { expect } from 'vitest';
import { lintOrigin } from '../index.ts';

/** An expression, the codes of its faults, and the example and the fix of the first. */
export type ExpressionCase = [
  pattern: RegExp,
  codes: string | string[],
  example?: string | undefined,
  fix?: string | string[],
];

/** That the linter finds these faults in an expression, and no others. */
export function expectFaults(...[pattern, expected, example, fix]: ExpressionCase): void {
  const faults = lintOrigin(pattern);
  expect(faults.map(({ code }) => code)).toEqual([expected].flat());
  const isNobody = faults.every(({ code }) => code === 'regexp-never-matches');
  expect(new Set(faults.map(({ severity }) => severity))).toEqual(
    new Set([isNobody && !pattern.source.includes('|') ? 'error' : 'warning']),
  );
  expect(faults[0]?.example).toBe(example);
  expect(faults[0]?.fix).toEqual(fix);
}
