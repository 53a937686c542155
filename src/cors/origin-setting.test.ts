import { expect, test } from 'vitest';
import { ExpressionCache } from './expression/expression-cache.ts';
import type { BudgetedVerdict } from './expression/time-budget.ts';
import { type CompiledElements, compileOrigin, findElement } from './origin-setting.ts';

/** A list of one expression that gives these verdicts, one after the other. */
function elementsWith(verdicts: readonly BudgetedVerdict[]): CompiledElements {
  const compiled = compileOrigin([/^https:\/\/a\.example$/], new ExpressionCache());
  if (compiled?.form !== 'elements') throw new Error('A list has elements.');
  const left = [...verdicts];
  const verdict = () => left.shift() ?? false;
  return { ...compiled, expressions: compiled.expressions.map((each) => ({ ...each, verdict })) };
}

test.each<[string, BudgetedVerdict[], number[]]>([
  ['remembers a match', [true, false], [0, 0]],
  ['remembers a refusal', [false, true], [-1, -1]],
  ['asks again after a time-out', ['timed-out', true], [-1, 0]],
  ['asks again where there was no try', ['not-tried', true], [-1, 0]],
])('findElement %s', (_, verdicts, places) => {
  const elements = elementsWith(verdicts);
  expect(places.map(() => findElement(elements, 'https://b.example'))).toEqual(places);
});
