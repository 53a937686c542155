import { expect, test } from 'vitest';
import { FindingCounts, SKIPS } from './import-report.ts';
import { checkWidth, isFilled, isRecord, nameLike, onlyText, scalar } from './record-source.ts';

test.each([
  [['', 'Dairy', null], 'Dairy'],
  [['Dairy', 'Dairy'], 'Dairy'],
  [['Dairy', 'n/a', undefined], 'Dairy'],
  [[7, ''], '7'],
  [['Dairy', 'Eggs'], undefined],
  [['n/a', 'Dairy'], undefined],
  [['', null], undefined],
  [[], undefined],
])('onlyText(%j) is %s', (values, text) => {
  expect(onlyText(values)).toBe(text);
});

const recordsOf = (rows: readonly string[]) => rows.map((row) => ({ values: row.split('|') }));

test.each([
  [['Egg|1', 'Ham|2', 'Oil|3'], ['a']],
  [['Egg|1', 'Ham|2', '7|3', '8|4'], []],
  [['Egg|1', 'Ham|2', 'Oil|3', '8|4'], ['a']],
  [['raw|Egg', 'raw|Ham', 'raw|Oil'], ['b']],
  [['raw|Egg', 'cut|Ham', 'raw|Oil', 'cut|Tea'], ['b']],
  [['https://a.example/egg|1', 'https://b.example|2'], []],
  [['no|1', 'ja|2'], []],
  [[], []],
])('of the columns a and b in %j, %j may have names', (rows, names) => {
  expect(nameLike(['a', 'b'], recordsOf(rows))).toEqual(names);
});

test.each([
  ['a', 'a', true, false],
  [7, 7, true, false],
  ['', '', false, false],
  [null, undefined, false, false],
  [{}, undefined, true, true],
  [[], undefined, true, false],
  [true, undefined, true, false],
])('%j as a raw value is %j', (value, raw, hasContent, isObject) => {
  expect(scalar(value)).toBe(raw);
  expect(isRecord(value)).toBe(isObject);
  if (raw !== undefined || value === null) expect(isFilled(raw)).toBe(hasContent);
});

test('4,096 columns are read, not 4,097', () => {
  expect(() => checkWidth('foods.csv', 4_096)).not.toThrow();
  expect(() => checkWidth('foods.csv', 4_097)).toThrow('foods.csv');
});

test('findings are counted in the order of the rules, with a few short examples', () => {
  const findings = new FindingCounts();
  for (let place = 1; place <= 99; place++)
    findings.add('long-name', () => `${place} ${'x'.repeat(200)}`, place);
  findings.add('no-name', () => 'a', 3);
  findings.add('trace', () => 'b', 4);
  findings.add('encoding', () => 'utf-8');
  const [first, second, ...others] = findings.of(SKIPS);
  expect(first).toEqual({ rule: 'no-name', count: 1, examples: [{ place: 3, text: 'a' }] });
  expect([second?.rule, second?.count, others]).toEqual(['long-name', 99, []]);
  expect(second?.examples.length).toBeLessThan(99);
  expect(second?.examples[1]?.place).toBe(2);
  expect(second?.examples[1]?.text).toMatch(/^2 x{9,150}$/);
  expect(findings.of({ encoding: '' })[0]?.examples).toEqual([{ place: 0, text: 'utf-8' }]);
  expect(findings.countOf(['no-name', 'trace', 'misfit'])).toBe(2);
});
