import { expect, test } from 'vitest';
import { areDifferent, SUMMARY, SummaryRows } from './summary-rows.ts';

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
  ['a sum that is off by 1 %', [473.6, 24.56, 16.1]],
])('SummaryRows recognizes %s', (_, summary) => {
  expect(summariesIn([...FOODS, summary])).toEqual([false, false, false, true]);
});

test.each([
  ['with one amount off by over 1 %', [474, 24.8, 16]],
  ['with a small amount off by more than rounding', [469, 24.8, 16.3]],
  ['with only two amounts', [469, 24.8]],
])('SummaryRows keeps a row that is a sum %s', (_, row) => {
  expect(summariesIn([...FOODS, row])).toEqual([false, false, false, false]);
});

test('SummaryRows keeps a row with an amount that no food has', () => {
  const rows = FOODS.map((food) => [...food, 0]);
  expect(summariesIn([...rows, [469, 24.8, 16, 5]]).at(-1)).toBe(false);
  expect(summariesIn([...rows, [469, 24.8, 16, 0]]).at(-1)).toBe(true);
});

test.each([
  ['foods have only two amounts', []],
  ['the others are 0', [0, 0]],
  ['the others are empty', [undefined, undefined]],
])('SummaryRows keeps a row whose two amounts are sums if %s', (_, others) => {
  const rows = [...FOODS, [469, 24.8]].map(([kcal, protein]) => [kcal, protein, ...others]);
  expect(summariesIn(rows)).not.toContain(true);
});

test('SummaryRows skips columns without amounts', () => {
  const rows = [...FOODS, [156.3, 8.27, 5.33]].map((amounts) => [...amounts, undefined]);
  expect(summariesIn(rows).at(-1)).toBe(true);
});

test('SummaryRows needs three foods above the row', () => {
  expect(summariesIn([...FOODS.slice(1), [326, 12.2, 6.5]])).toEqual([false, false, false]);
});

test('SummaryRows skips empty cells of an average, or counts them as 0', () => {
  const rows = [
    [143, 12.6, 9.5, 8],
    [61, 3.2, 3.3, undefined],
    [265, 9, 3.2, undefined],
  ];
  expect(summariesIn([...rows, [156.3, 8.27, 5.33, 8]]).at(-1)).toBe(true);
  expect(summariesIn([...rows, [156.3, 8.27, 5.33, 2.67]]).at(-1)).toBe(true);
  expect(summariesIn([...rows, [156.3, 8.27, 5.33, 4]]).at(-1)).toBe(false);
});

test('SummaryRows recognizes the sum of each group, and of all foods', () => {
  const group = [
    [10, 1, 2],
    [20, 3, 4],
    [30, 5, 7],
  ];
  const all = [529, 33.8, 29];
  const rows = [...FOODS, [469, 24.8, 16], ...group, [60, 9, 13], all];
  const summaries = rows.flatMap((row, i) => (summariesIn(rows)[i] ? [row] : []));
  expect(summaries).toEqual([[469, 24.8, 16], [60, 9, 13], all]);
});

test.each([
  ...['Total', 'Grand total', 'Subtotals', 'Average', 'Total (all foods)', 'Mean (n = 5)'],
  ...['Average of group', 'Sum', 'n', 'Max', 'Minimum', '± SD', 'Std. dev.', '1st quartile'],
  ...['upper percentile', 'Recommended daily intake', 'Daily goal', 'Your daily targets'],
  ...['Remaining', 'Limit of detection', 'LOQ', 'Per serving', 'por porción'],
  ...[
    'Summe',
    'Gesamt',
    'Mittelwert',
    'Moyenne générale',
    'Promedio general',
    'Média',
    '合計',
    '평균',
    'Medelvärde',
    'Итого',
    'AVG',
    'Tot.',
    'Median value',
    'Total for day',
  ],
  ...['Ø', 'All foods', 'Group mean', 'Tagesbedarf', 'Detection limit', 'RDA', 'Count'],
])('%s is not the name of a food', (name) => {
  expect(SUMMARY.test(name)).toBe(true);
});

test.each([
  'Total cereal',
  'Nut',
  'Medium egg',
  'Mean green soup',
  'Maximum protein bar',
  'Summer roll',
])('%s may be a food', (name) => {
  expect(SUMMARY.test(name)).toBe(false);
});

test.each([
  [[1, 1, 1], [2, 2, 2], true],
  [[2, 2, 2], [1, 1, 1], true],
  [[1.3, 1.3, 1.31], [1, 1, 1], false],
  [[1.4, 1.4, 1], [1, 1, 1], true],
  [[1.4, 1.4, 1, 1], [1, 1, 1, 1], false],
  [[2, 2, 0, 2], [1, 0, 1, 1], false],
  [[2, 2, 2], [2, 2, 2], false],
  [[2, 2], [1, 1, 1], false],
  [[2, 2, 2], [1, 1], false],
])('the amounts %j and %j clearly differ: %j', (one, other, apart) => {
  expect(areDifferent(one, other)).toBe(apart);
});

test('SummaryRows keeps similar foods', () => {
  const milks = [61, 61.2, 61.1, 61.3, 61.1].map((kcal) => [kcal, 3.2, 3.3]);
  expect(summariesIn(milks)).not.toContain(true);
});
