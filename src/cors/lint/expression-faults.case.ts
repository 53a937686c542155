import { expect } from 'vitest';
import { lintOrigin } from '../index.ts';

// Checks the faults that the linter finds in an expression.

/** An expression, the codes of its faults, and the first fault's example and fix. */
export type ExpressionCase = [
  pattern: RegExp,
  codes: string | string[],
  example?: string | undefined,
  fix?: string | string[],
];

/** Expects the linter to find exactly these faults in an expression. */
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
