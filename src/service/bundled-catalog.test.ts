import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { decodeCatalog, encodeCatalog } from '../catalog/catalog-file.ts';
import { loadCatalog } from '../catalog/load-catalog.ts';
import { BUNDLED_SOURCE, bundledLabel } from './bundled-catalog.ts';
import { openDatabase } from './open-database.ts';

test('the catalog that the build has made is the one of the bundled database', async () => {
  const built = readFileSync(new URL('../../dist/service/bundled-catalog.bin', import.meta.url));
  const database = await openDatabase(BUNDLED_SOURCE);
  const { data, warnings } = await loadCatalog(database.snapshot, BUNDLED_SOURCE);
  await database.close();
  expect(built.equals(encodeCatalog(data, bundledLabel()))).toBe(true);
  expect(warnings).toEqual([]);
});

test('decodeCatalog gives back what was encoded, in shared memory, and nothing with another label', async () => {
  const data = {
    rows: { revision: 'é', isWhole: true, bytes: bytes(1, 2, 3), starts: numbers(0, 3) },
    fields: { names: ['a'], offered: [], bytes: bytes(), starts: numbers(0, 2 ** 32 - 1) },
    key: { column: 'id', bytes: bytes(9), starts: numbers(), slots: numbers(7) },
    index: (await emptyIndex()).index,
  };
  const encoded = encodeCatalog(data, 'one');
  const file = new Uint8Array(new SharedArrayBuffer(encoded.length));
  file.set(encoded);
  const decoded = decodeCatalog(file, 'one');
  expect(decoded).toEqual(data);
  expect(decoded?.fields.starts.buffer).toBe(file.buffer);
  expect(decodeCatalog(file, 'other')).toBeUndefined();
});

const bytes = (...values: number[]) => new Uint8Array(values);
const numbers = (...values: number[]) => new Uint32Array(values);

async function emptyIndex() {
  const { data } = await loadCatalog(
    { columns: [], count: 0, read: async function* () {} },
    { fields: [] },
  );
  return data;
}
