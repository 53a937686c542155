import { expect, test } from 'vitest';
import { EGG } from '../../../test/egg.ts';
import type { StoredValue } from '../../food/decimal.ts';
import { loadCatalog } from '../loading/load-catalog.ts';
import { foldedText, jsonReader, termsIn, textsIn } from './value-ordinals.ts';

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
