import fc from 'fast-check';
import { expect, test } from 'vitest';
import { refusalOf } from '../../../test/refusal-of.ts';
import { runs } from '../../../test/runs.ts';
import { RequestError } from '../../errors/user-error.ts';
import {
  type Condition,
  checkConditions,
  checkOrder,
  OPERATORS,
  readConditions,
  readList,
  readOrder,
} from './selection.ts';

const COLUMNS = [
  { name: 'kcal', holdsNumbers: true, hasGroups: false },
  { name: 'protein_g', holdsNumbers: true, hasGroups: false },
  { name: 'description', holdsNumbers: false, hasGroups: true },
];

/** Quotes a name or a value as documented; quotes are allowed even if not needed. */
const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
const written = (text: string) => (/^[\w.]+$/.test(text) ? text : quoted(text));

function textOf({ column, operator, value }: Condition): string {
  return operator === '!' ? `!${written(column)}` : written(column) + operator + written(value);
}

const name = fc.string({ minLength: 1, maxLength: 12, unit: 'grapheme' });
const condition: fc.Arbitrary<Condition> = fc.oneof(
  fc.record({ column: name, operator: fc.constant('!' as const), value: fc.constant('') }),
  fc.record({
    column: name,
    operator: fc.constantFrom(...OPERATORS),
    value: fc.string({ maxLength: 12, unit: 'grapheme' }),
  }),
);

test('readConditions reads back the conditions that were written, with or without spaces around them', () => {
  const spaces = fc.constantFrom('', ' ', '  ');
  const list = fc.array(fc.tuple(spaces, condition, spaces), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(list, (parts) => {
      const text = parts
        .map(([before, one, after]) => before + textOf(one) + after)
        .join(',')
        .slice(0, 2_048);
      fc.pre(text.length < 2_048);
      expect(readConditions(text)).toEqual(parts.map(([, one]) => one));
    }),
  );
});

test('readConditions and readOrder read or refuse any text', () => {
  const text = fc.string({ unit: fc.constantFrom(...'"a ,<>=!-/%é'), maxLength: 12 });
  fc.assert(
    fc.property(text, (given) => {
      for (const read of [readConditions, readOrder]) {
        expect(refusalOf(() => read(given)) ?? 'Cannot read').toContain('Cannot read');
      }
      if (refusalOf(() => readConditions(given)) === undefined) {
        const conditions = readConditions(given);
        expect(readConditions(conditions.map(textOf).join())).toEqual(conditions);
      }
    }),
    { numRuns: runs(500) },
  );
});

test.each([
  ['kcal<100', ['kcal', '<', '100']],
  ['kcal <= 100', ['kcal', '<=', '100']],
  ['kcal!=1', ['kcal', '!=', '1']],
  ['!kcal', ['kcal', '!', '']],
  ['description=', ['description', '=', '']],
  ['description=a<b=c', ['description', '=', 'a<b=c']],
  ['description=5" pan', ['description', '=', '5" pan']],
  ['description="a ""b"", c "', ['description', '=', 'a "b", c ']],
  ['"a,b"=1', ['a,b', '=', '1']],
  ['"!a"!=1', ['!a', '!=', '1']],
])('readConditions reads %s', (text, [column, operator, value]) => {
  expect(readConditions(text)).toEqual([{ column, operator, value }]);
});

test.each([
  '',
  ',',
  'kcal',
  'kcal<1,',
  '!',
  '!kcal<1',
  '<1',
  '"kcal<1',
  'kcal<"1',
  'kcal<"1"2',
  '""=1',
])('readConditions cannot read %s', (text) => {
  expect(refusalOf(() => readConditions(text))).toMatch(
    /^Cannot read ".*" in `where`: use a comparison /,
  );
});

test('readConditions accepts 8 conditions and 2,048 characters', () => {
  const many = (count: number) => Array.from({ length: count }, () => '!kcal').join();
  expect(readConditions(many(8))).toHaveLength(8);
  checkConditions(readConditions(many(8)), COLUMNS);
  expect(refusalOf(() => readConditions(many(9)))).toBe(
    '`where` has more than 8 conditions: leave some out',
  );
  expect(readConditions(`!${'a'.repeat(2_047)}`)).toHaveLength(1);
  expect(refusalOf(() => readConditions(`!${'a'.repeat(2_048)}`))).toBe(
    '`where` has 2049 characters: use at most 2048',
  );
});

test.each([
  ['kcal', { column: 'kcal', isDescending: false }],
  ['-kcal', { column: 'kcal', isDescending: true }],
  [' - kcal ', { column: 'kcal', isDescending: true }],
  ['"-kcal"', { column: '-kcal', isDescending: false }],
  ['-"a/b"', { column: 'a/b', isDescending: true }],
  ['-protein_g / kcal', { column: 'protein_g', divisor: 'kcal', isDescending: true }],
])('readOrder reads %s', (text, order) => {
  expect(readOrder(text)).toEqual(order);
});

test.each(['', '-', '/', 'a/', '/a', 'a/b/c', '"a', '"a"b', `${'a'.repeat(2_049)}`])(
  'readOrder cannot read %s',
  (text) => {
    expect(() => readOrder(text)).toThrow(RequestError);
  },
);

test('readList accepts a limited number of strings', () => {
  expect(readList('1, 2,"a,b",', 4)).toEqual(['1', '2', 'a,b', '']);
  expect(readList('1,2', 1)).toBeUndefined();
  expect(readList('1,"2', 2)).toBeUndefined();
});

test.each([
  [
    { column: 'iron', operator: '<', value: '1' },
    'Unknown column "iron" in `where`: use kcal, protein_g, description',
  ],
  [
    { column: 'kcal', operator: '=', value: 'low' },
    'Invalid value "low" for column "kcal" in `where`: use a number',
  ],
] as const)('checkConditions refuses %o', (one, message) => {
  expect(refusalOf(() => checkConditions([one], COLUMNS))).toBe(message);
});

test.each(['1', '-1', '+1', '1.', '.5', '1e3', '1E-400', '9007199254740993'])(
  'checkConditions accepts the number %s',
  (value) => {
    checkConditions([{ column: 'kcal', operator: '<', value }], COLUMNS);
  },
);

test.each(['', ' 1', '1 ', '.', '1e', '0x1', 'Infinity', '1_0', '1,5', `${'1'.repeat(2_000)}x`])(
  'checkConditions refuses %s as a number, and accepts it as text',
  (value) => {
    const check = (column: string) => checkConditions([{ column, operator: '<', value }], COLUMNS);
    expect(() => check('kcal')).toThrow(RequestError);
    check('description');
  },
);

test('checkOrder checks the columns, and divides only numbers', () => {
  const fault = (column: string, divisor?: string) =>
    refusalOf(() =>
      checkOrder(
        divisor === undefined
          ? { column, isDescending: true }
          : { column, divisor, isDescending: false },
        COLUMNS,
      ),
    );
  expect(fault('description')).toBeUndefined();
  expect(fault('protein_g', 'kcal')).toBeUndefined();
  expect(fault('iron')).toBe('Unknown column "iron" in `sort`: use kcal, protein_g, description');
  expect(fault('kcal', 'description')).toBe(
    'Column "description" in `sort` is not numeric: use columns of numbers',
  );
});
