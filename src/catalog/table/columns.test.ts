import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EGG } from '../../../test/egg.ts';
import { runs } from '../../../test/runs.ts';
import { compareDecimals, ExactNumber, readDecimal, type StoredValue } from '../../food/decimal.ts';
import { ENTRY_COLUMNS, serializeValue } from '../../food/entry.ts';
import { doubleAt } from '../../search/flat-arrays.ts';
import { fold } from '../../search/fold.ts';
import type { EntryRow } from '../entry-store.ts';
import { loadCatalog } from '../loading/load-catalog.ts';
import type { Condition } from '../selection/selection.ts';
import { ColumnReaders, isPassing } from './column-readers.ts';
import { ColumnsBuilder, withNumbers } from './columns.ts';
import { type ReadNumbers, readValues, zerosUpTo } from './number-values.ts';

/** Loads foods with these values of kcal and of an additional column `x`. */
async function load(values: readonly StoredValue[], padding = 0) {
  const long = padding === 0 ? EGG.protein_g : 'm'.repeat(100_000);
  const snapshot = {
    columns: [...ENTRY_COLUMNS, 'x'],
    count: values.length,
    async *read() {
      yield [...values, ...new Array<null>(padding).fill(null)].map(
        (value): EntryRow => ({
          entry: { ...EGG, kcal: value, description: value, fa_sat_g: 1.25, protein_g: long },
          fields: [value],
        }),
      );
    },
  };
  const { data } = await loadCatalog(snapshot, { fields: ['x'] });
  expect(data.rows.isWhole).toBe(padding === 0);
  const readers = new ColumnReaders(data);
  const columnOf = (name: string) => data.columns.find((column) => column.name === name);
  return { readers, columnOf };
}

const OPERATORS: readonly [Condition['operator'], (sign: number) => boolean][] = [
  ['<', (sign) => sign < 0],
  ['<=', (sign) => sign <= 0],
  ['>', (sign) => sign > 0],
  ['>=', (sign) => sign >= 0],
  ['=', (sign) => sign === 0],
  ['!=', (sign) => sign < 0 || sign > 0],
  ['!', (sign) => Number.isNaN(sign)],
];

function valueAt(read: ReadNumbers, row: number): number {
  const into = new Float64Array(1);
  read(Uint32Array.of(row), 1, into);
  return doubleAt(into, 0);
}

/** Returns those of the first `count` rows that match all conditions. */
function rowsThat(readers: ColumnReaders, count: number, ...conditions: Condition[]): number[] {
  const tests = readers.testsFor(conditions);
  return Array.from({ length: count }, (_, row) => row).filter((row) =>
    tests.every((test) =>
      isPassing(
        test,
        valueAt((...read) => readValues(test.values, ...read), row),
      ),
    ),
  );
}

/** Compares values as they appear in the JSON of an answer: a simple reference. */
function naiveSign(shown: string, given: string, holdsNumbers: boolean): number {
  if (shown === 'null') return Number.NaN;
  if (holdsNumbers) return compareDecimals(readDecimal(shown), readDecimal(given));
  const text = shown.startsWith('"') ? JSON.parse(shown) : shown;
  return Buffer.compare(Buffer.from(fold(text)), Buffer.from(fold(given)));
}

const integer = fc.integer({ min: -300, max: 70_000 });
const decimal = fc.integer({ min: -1_000, max: 1_000 }).map((n) => n / 100);
const long = fc.bigInt({ min: 2n ** 53n - 3n, max: 2n ** 53n + 3n });
const exact = fc
  .constantFrom('1.50', '0.10', '0.12345678901234567890')
  .map((n) => new ExactNumber(n));
const text = fc.oneof(
  fc.constantFrom('', 'a', 'A', 'Á', 'ab', '\uffee', '\u{1f95a}', '12', 'null', '"'),
  fc.string({ unit: 'grapheme', maxLength: 5 }),
);
const column = fc
  .subarray([integer, decimal, fc.double(), long, exact, text], { minLength: 1, maxLength: 2 })
  .chain((kinds) =>
    fc.array(fc.oneof<fc.Arbitrary<StoredValue>[]>(fc.constant(null), ...kinds), { maxLength: 25 }),
  );

// 200 long rows make the table too large to be kept as whole rows: only values are kept.
test.each([0, 200])(
  'columns compare values as answers show them, with %i more rows',
  async (padding) => {
    await fc.assert(
      fc.asyncProperty(column, fc.infiniteStream(text), async (values, texts) => {
        const { readers, columnOf } = await load(values, padding);
        for (const name of ['x', 'kcal', 'description']) {
          const known = values.filter((value) => serializeValue(value) !== 'null');
          const holdsNumbers =
            known.length > 0 && known.every((value) => typeof value !== 'string');
          expect(columnOf(name)?.holdsNumbers, name).toBe(holdsNumbers);
          const others = holdsNumbers
            ? ['0', '1e400', '-1E400', '1e-400', '9007199254740992.5', '0.1000000000000000001']
            : [...texts.take(5)];
          for (const given of [...known.map(String), ...others]) {
            const signs = values.map((value) =>
              naiveSign(serializeValue(value), given, holdsNumbers),
            );
            for (const [operator, meets] of OPERATORS) {
              const condition = { column: name, operator, value: given };
              const rows = values.flatMap((_, row) => (meets(signs[row] ?? 0) ? [row] : []));
              expect(
                rowsThat(readers, values.length, condition),
                `${name} ${operator} ${given}`,
              ).toEqual(rows);
              // Several conditions on one column are combined into one range.
              const least = { column: name, operator: '>=', value: given } as const;
              expect(rowsThat(readers, values.length, condition, least)).toEqual(
                rows.filter((row) => (signs[row] ?? 0) >= 0),
              );
            }
            const keyOf = valueAt.bind(
              undefined,
              readers.keysOf({ column: name, isDescending: false }),
            );
            values.forEach((value, row) => {
              if (signs[row] !== 0 || String(value) !== given) return;
              expect(values.map((_, other) => Math.sign(keyOf(other) - keyOf(row)) || 0)).toEqual(
                signs.map((sign) => (Number.isNaN(sign) ? 1 : Math.sign(sign) || 0)),
              );
            });
          }
        }
      }),
      { numRuns: runs(padding === 0 ? 15 : 1) },
    );
  },
);

test('fat_g holds numbers', async () => {
  const { readers, columnOf } = await load([1]);
  expect(columnOf('fat_g')?.holdsNumbers).toBe(true);
  // The sum of 1.25, 3.658 and 1.911 g.
  expect(rowsThat(readers, 1, { column: 'fat_g', operator: '=', value: '6.82' })).toEqual([0]);
  // 6.82 g divided by 1 kcal.
  expect(
    valueAt(readers.keysOf({ column: 'fat_g', divisor: 'kcal', isDescending: false }), 0),
  ).toBe(6.82);
});

test.each<[texts: number, rows: number, areFew: boolean]>([
  [1, 1, true],
  [255, 255, true],
  [256, 256, false],
  [256, 8 * 256 - 1, false],
  [256, 8 * 256, true],
])('%i strings in %i rows are few: %s', async (texts, rows, areFew) => {
  const { columnOf } = await load(Array.from({ length: rows }, (_, row) => `text ${row % texts}`));
  expect(columnOf('x')).toMatchObject({ hasFewTexts: areFew, values: { form: 'ordinal' } });
  expect(columnOf('description')).toMatchObject({ hasFewTexts: false });
});

test.each([
  [2 ** 16 - 1, true],
  [2 ** 16, false],
])('a column with %i different strings, each in eight rows, has few texts: %s', (texts, areFew) => {
  const rows = new Uint32Array(texts);
  const ordinalsOf = () => ({
    form: 'ordinal' as const,
    ordinals: zerosUpTo(8 * texts, texts),
    rows,
  });
  const columns = new ColumnsBuilder(['x']).build(['x'], ordinalsOf);
  expect(columns.at(-1)).toMatchObject({ name: 'x', hasFewTexts: areFew });
});

test('a column with numbers among its strings does not count as strings', async () => {
  const { columnOf } = await load(['a', 1]);
  expect(columnOf('x')).toMatchObject({ hasFewTexts: false, holdsNumbers: false });
});

test('ColumnReaders rejects an unknown column', async () => {
  const { readers } = await load([1]);
  expect(() => readers.keysOf({ column: 'y', isDescending: false })).toThrow(RangeError);
});

test('replacing some numbers of a column gives the same column as loading the new numbers', async () => {
  const { columnOf } = await load([1, null, 2.5, 1e9, 0]);
  const column = columnOf('kcal') ?? expect.fail('no column');
  const changes = [
    [1, 7],
    [2, null],
  ] as const;
  const fresh = await load([1, 7, null, 1e9, 0]);
  expect(withNumbers(column, new Map(changes))).toEqual(fresh.columnOf('kcal'));
});
