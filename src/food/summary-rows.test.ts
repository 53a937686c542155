import { expect, test } from 'vitest';
import { SummaryRows } from './summary-rows.ts';

function summariesIn(rows: readonly (number | undefined)[][]): boolean[] {
  const summaries = new SummaryRows();
  return rows.map((row) => summaries.isSummary(row));
}

const FOODS = [
  [143, 12.6, 9.5],
  [61, 3.2, 3.3],
  [265, 9, 3.2],
];

test.each([
  ['a sum', [469, 24.8, 16]],
  ['an average', [156.3, 8.27, 5.33]],
])('SummaryRows recognizes %s', (_, summary) => {
  expect(summariesIn([...FOODS, summary])).toEqual([false, false, false, true]);
});

test('SummaryRows keeps similar foods', () => {
  const milks = [61, 61.2, 61.1, 61.3, 61.1].map((kcal) => [kcal, 3.2, 3.3]);
  expect(summariesIn(milks)).not.toContain(true);
});
