import { expect, test } from 'vitest';
import { EGG } from '../../../test/egg.ts';
import type { StoredValue } from '../../food/decimal.ts';
import { loadCatalog } from '../loading/load-catalog.ts';
import { TextBytes } from './text-bytes.ts';
import {
  compareCodePoints,
  foldedText,
  jsonReader,
  ordinalsIn,
  termsIn,
  textsIn,
} from './value-ordinals.ts';

const COLUMNS = ['license', 'source', 'brand'];

async function load(rows: readonly (readonly StoredValue[])[], columns = COLUMNS) {
  const snapshot = {
    columns: [...Object.keys(EGG), ...columns],
    count: rows.length,
    async *read() {
      yield rows.map((fields) => ({ entry: EGG, fields }));
    },
  };
  return (await loadCatalog(snapshot, { fields: columns })).data;
}

const ROWS = [
  ['CC0-1.0', 'USDA', 'Éa'],
  ['CC0-1.0', 'USDA', 'b'],
  ['https://a.example/', 'A', 'ea'],
  ['CC0-1.0', 'CIQUAL', null],
  ['CC0-1.0', null, '5'],
  [null, 'nobody', 'B'],
  ['https://a.example/', 'USDA', 'a'],
] as const;

test('termsIn lists each license once, with the sources of its rows', async () => {
  expect(termsIn(await load(ROWS))).toEqual([
    {
      license: 'CC0-1.0',
      licenseUrl: 'https://creativecommons.org/publicdomain/zero/1.0/',
      attribution: 'USDA, CIQUAL',
    },
    {
      license: 'https://a.example/',
      licenseUrl: 'https://a.example/',
      attribution: 'A, USDA',
    },
  ]);
  const licenses = ROWS.map(([license]) => [license]);
  expect(termsIn(await load(licenses, ['license'])).map(({ attribution }) => attribution)).toEqual([
    undefined,
    undefined,
  ]);
  expect(termsIn(await load([['USDA']], ['source']))).toEqual([]);
});

test('textsIn returns each text as its first row spells it, and jsonReader returns any value', async () => {
  const data = await load(ROWS);
  expect(textsIn(data, 'brand')).toEqual({
    ordinals: Uint8Array.of(4, 3, 4, 0, 1, 3, 2),
    texts: ['5', 'a', 'b', 'Éa'],
  });
  expect(textsIn(data, 'kcal')).toBeUndefined();
  expect(textsIn(data, 'none')).toBeUndefined();
  expect(['kcal', 'fat_g', 'license', 'brand'].map((name) => jsonReader(data, name)(0))).toEqual([
    '143',
    '"8.70"',
    '"CC0-1.0"',
    '"Éa"',
  ]);
  expect(['"É \\\\ "', '12', 'null'].map(foldedText)).toEqual(['e \\ ', '12', 'null']);
});

test('strings are numbered in the order of their folded code points', async () => {
  const texts = ['milk', null, '\u{1f95a}', 'Égg', '\uffee', 'egg', 'EGG', 'Milk'];
  const data = await load(
    texts.map((text) => [text]),
    ['brand'],
  );
  expect(data.columns.at(-1)?.values).toEqual({
    form: 'ordinal',
    ordinals: Uint8Array.of(2, 0, 4, 1, 3, 1, 1, 2),
    // The first rows that have them, in any spelling.
    rows: Uint32Array.of(3, 0, 4, 2),
  });
});

test('a string has one number, even if the column has more strings than are remembered', () => {
  const texts = new TextBytes();
  const count = 2 ** 16 + 2;
  const rows = [...Array(count).keys(), count - 1, 0];
  for (const row of rows) texts.add(`"${row}"`);
  const source = {
    rows: { revision: '', isWhole: true, blocks: [], starts: new Uint32Array(rows.length + 1) },
    fields: { names: ['x'], offered: ['x'], ...texts.build() },
  };
  const { ordinals, rows: firsts } = ordinalsIn(source, 'x', false);
  expect(firsts).toHaveLength(count);
  expect(ordinals.slice(count)).toEqual(Uint32Array.of(ordinals[count - 1] ?? 0, ordinals[0] ?? 0));
});

test.each<[a: string, b: string, sign: number]>([
  ['', '', 0],
  ['a', 'a', 0],
  ['', 'a', -1],
  ['a', 'ab', -1],
  ['b', 'ab', 1],
  ['\ud7ff', '\ue000', -1],
  ['\uffff', '\u{10000}', -1],
  ['\u{10ffff}', '\ue000', 1],
  ['\u{1f95a}', '\u{1f95b}', -1],
])('%j compared with %j: %i', (a, b, sign) => {
  expect(Math.sign(compareCodePoints(a, b))).toBe(sign);
  expect(Math.sign(compareCodePoints(b, a))).toBe(-sign || 0);
});
