import { expect, test } from 'vitest';
import { DECISIONS, FindingCounts, NOTES, SKIPS } from './import-report.ts';
import { RecordAmounts, servingWeight } from './record-amounts.ts';
import type { RawValue } from './record-source.ts';
import { ColumnDecimalMarks } from './table/column-marks.ts';
import type { PlannedColumn } from './table/column-plan.ts';

/** A column whose fields have these factors. */
function columnOf(name: string, unit: string, factors: readonly number[] = [1]): PlannedColumn {
  const fields = factors.map((factor, index) => ({ name: `field ${index}`, index, factor }));
  return { name, type: 'number', unit, fields };
}

/** Reads the amount of a column, and returns it with what was noted. */
function read(column: PlannedColumn, values: readonly RawValue[], isPerServing = false) {
  const findings = new FindingCounts();
  const marks = new ColumnDecimalMarks('foods.csv', [], [column], []);
  const amounts = new RecordAmounts(findings, marks, isPerServing);
  const amount = amounts.of({ place: 7, values }, column);
  const found = findings.of({ ...SKIPS, ...NOTES, ...DECISIONS });
  return [
    ...[amount, amounts.unreadable.get(column.name) ?? 0],
    ...found.map(({ rule, examples: [one] }) => `${rule}: ${one?.text}, line ${one?.place}`),
  ];
}

const KCAL = columnOf('kcal', 'kcal', [1, 1 / 4.184]);
const FAT = columnOf('fat_g', 'g', [1, 1]);
const over = (value: RawValue) => `over-100-g: field 0 ${value}, line 7`;
const negative = (value: RawValue) => `negative: field 0 ${value}, line 7`;

test.each<[string, PlannedColumn, RawValue[], (number | null)[], string[]]>([
  ['text', FAT, ['9.5'], [9.5, 0], []],
  ['a number', FAT, [9.5], [9.5, 0], []],
  ['no value', FAT, ['', null], [null, 0], []],
  ['an infinite number', FAT, [Number.POSITIVE_INFINITY], [null, 0], []],
  ['zero', FAT, [0, 5], [0, 0], []],
  ['the second field', FAT, [null, 5], [5, 0], ['other-nutrient: field 1 5, line 7']],
  [
    'an unreadable value before another',
    FAT,
    ['x', 5],
    [5, 1],
    ['other-nutrient: field 1 5, line 7', 'unreadable: fat_g "x", line 7'],
  ],
  ['100 g', FAT, [100], [100, 0], []],
  ['more than 100 g', FAT, [100.1], [100.1, 0], [over(100.1)]],
  ['902 kcal', KCAL, [902], [902, 0], []],
  ['more than 902 kcal', KCAL, ['902.1'], [902.1, 0], [over('902.1')]],
  ['100 g in mg', columnOf('iron_mg', 'mg'), [100_000], [100_000, 0], []],
  ['more than 100 g in mg', columnOf('iron_mg', 'mg'), [100_001], [100_001, 0], [over(100_001)]],
  [
    'more than 100 g in µg',
    columnOf('b12_µg', 'µg'),
    [100_000_001],
    [100_000_001, 0],
    [over(100_000_001)],
  ],
  ['a unit without a limit', columnOf('vit_a_iu', 'IU'), [1e9], [1e9, 0], []],
  ['the weight of a portion', columnOf('gmwt_2', 'g'), [250], [250, 0], []],
  ['a difference below 0', FAT, [-0.9], [-0.9, 0], [negative(-0.9)]],
  ['a missing value as -1', FAT, [-1], [null, 0], [negative(-1)]],
  ['a negative amount in mg', columnOf('iron_mg', 'mg'), ['-0.5'], [null, 0], [negative('-0.5')]],
  ['energy in kJ', KCAL, ['', 418.4], [100, 0], ['energy-in-kj: field 1 418.4, line 7']],
  ['energy in kJ, and 0 kcal', KCAL, [0, 418.4], [100, 0], ['energy-in-kj: field 1 418.4, line 7']],
  ['no energy', KCAL, [0, 0], [0, 0], []],
  ['no energy, and no kJ', KCAL, ['0', ''], [0, 0], []],
  ['its own unit', FAT, ['500 mg'], [0.5, 0], ['marked: fat_g "500 mg", line 7']],
  [
    'its own unit of energy',
    KCAL,
    ['418.4 kJ'],
    [100, 0],
    ['energy-in-kj: field 0 418.4 kJ, line 7', 'marked: kcal "418.4 kJ", line 7'],
  ],
  ['a unit of something else', FAT, ['5 kcal'], [null, 1], ['unreadable: fat_g "5 kcal", line 7']],
  ['a trace', FAT, ['<0.1'], [0, 0], ['trace: fat_g "<0.1", line 7']],
  ['a high limit', FAT, ['<50'], [null, 1], ['unreadable: fat_g "<50", line 7']],
  ['a marker', FAT, ['n/a'], [null, 0], ['missing: fat_g "n/a", line 7']],
  ['the weight of a serving', columnOf('gmwt_1', 'g'), ['1 cup (240 g)'], [240, 0], []],
  [
    'text with a household measure, which is not an amount',
    FAT,
    ['1 cup (240 g)'],
    [null, 1],
    ['unreadable: fat_g "1 cup (240 g)", line 7'],
  ],
])('an amount is read from %s', (_, column, values, amount, notes) => {
  expect(read(column, values)).toEqual([...amount, ...notes]);
});

test('amounts per serving may be large', () => {
  expect(read(FAT, [250], true)).toEqual([250, 0]);
});

test('the serving weight has a column and a field', () => {
  expect(servingWeight([FAT, columnOf('gmwt_1', 'g')])).toBe(1);
  expect(servingWeight([FAT, columnOf('gmwt_1', 'g', [])])).toBe(-1);
});
