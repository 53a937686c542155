import { expect, test } from 'vitest';
import { ColumnDecimalMarks } from './column-marks.ts';
import type { PlannedColumn } from './column-plan.ts';

const column = (index: number): PlannedColumn => {
  const name = `field ${index}`;
  return { name, type: 'number', unit: 'g', fields: [{ name, index, factor: 1 }] };
};

/** Decides the marks of two columns from samples, `a b` being the numbers of a record. */
function marksOf(sample: string, delimiter?: string) {
  const records = sample.split(';').map((text, i) => ({ place: i + 2, values: text.split(' ') }));
  const columns = [column(0), column(1)];
  return new ColumnDecimalMarks('foods.csv', ['fat', 'salt'], columns, records, delimiter);
}

/** Returns which marks are decimal in the first and the second column. */
const shown = (marks: ColumnDecimalMarks) =>
  [0, 1].map((index) => {
    const { isCommaDecimal, isPointDecimal } = marks.of(index, 9, '1');
    return `${isCommaDecimal ? ',' : ''}${isPointDecimal ? '.' : ''}`;
  });

test.each<[string, string | undefined, [string, string]]>([
  ['1 2', undefined, ['.', '.']],
  ['1 2', ';', [',.', ',.']],
  ['1.5 2', undefined, ['.', '.']],
  ['1.5 2', ';', ['.', '.']],
  ['1,5 2', undefined, [',', ',']],
  ['1,5 2.5', undefined, [',.', ',.']],
  ['1,234 2', undefined, ['.', '.']],
  ['1,234 2', ';', [',.', ',.']],
  ['1,234 2,5', undefined, [',', ',']],
  ['1,234,567 2', ';', ['.', '.']],
  ['1.234 2', undefined, ['.', '.']],
  ['1.234 1.234', undefined, ['.', '.']],
  ['1.234 1.234;1.234 2', undefined, ['', '']],
  ['1.234 1.234;1.234 1,234', undefined, ['.', '.']],
  ['1.234 1.234;1.234 1.5', undefined, ['.', '.']],
  ['1.234 2,5', undefined, [',', ',']],
])(
  'with numbers such as %j and the delimiter %j, the decimal marks are %j',
  (sample, delimiter, marks) => {
    expect(shown(marksOf(sample, delimiter))).toEqual(marks);
  },
);

test.each([
  ['345 1;1.230 1', 'its column "fat" has 1.230 (line 3), and another cell has 345 (line 2)'],
  ['1.230 1;345 1', 'its column "fat" has 1.230 (line 2), and another cell has 345 (line 3)'],
  ['1 345;1 1.230', 'its column "salt" has 1.230 (line 3), and another cell has 345 (line 2)'],
])('a column with %j is refused', (sample, reason) => {
  expect(() => marksOf(sample)).toThrow(reason);
});

test.each(['345 1;1.234 1', '345 1;1.230 1.5;1.5 1', '34 1;1.230 1'])(
  'a column with %j is not refused',
  (sample) => {
    expect(() => marksOf(sample)).not.toThrow();
  },
);

test.each([
  ['1,5 1', '1,234', undefined],
  ['1,234 1', '1,5', 'its column "fat" has 1,234 (line 2), and another cell has 1,5 (line 9)'],
  [
    '1,234 2,5',
    '1,234,567',
    'its column "fat" has 1,234 (line 2), and another cell has 1,234,567 (line 9)',
  ],
  [
    '1.234 1.234;1.234 2',
    '1.5',
    'its column "fat" has 1.234 (line 2), and another cell has 1.5 (line 9)',
  ],
  ['1.234 1', '1.5', undefined],
  [
    '1 1,5;2 2.5',
    '1.234',
    'its column "fat" has 1.234 (line 9), and another cell has 1,5 (line 2)',
  ],
  ['2.5 1,5', '1.234', undefined],
])('after a sample of %j, the number %s is refused: %s', (sample, text, reason) => {
  const marks = marksOf(sample);
  const next = () => marks.of(0, 9, text);
  if (reason === undefined) expect(next).not.toThrow();
  else expect(next).toThrow(reason);
});

test('periods are decimal points unless the column has a decimal comma', () => {
  expect(marksOf('1.5 1').arePointsDecimal(0)).toBe(true);
  expect(marksOf('1 1').arePointsDecimal(7)).toBe(true);
  expect(marksOf('1,5 1').arePointsDecimal(0)).toBe(false);
  expect(marksOf('1,5 1.5').arePointsDecimal(1)).toBe(false);
});
