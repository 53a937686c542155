import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { oneIn } from '../../test/runs.ts';
import { loadCatalog } from '../catalog/loading/load-catalog.ts';
import { decodeCatalog, encodeCatalog } from '../catalog/table/catalog-file.ts';
import { byteAt } from '../search/flat-arrays.ts';
import { BUNDLED_FOODS } from '../settings/bundled-foods.ts';
import {
  bundledCatalogPath,
  bundledLabel,
  bundledSource,
  readBundledCatalog,
} from './bundled-catalog.ts';
import { openDatabase } from './open-database.ts';

/** The folder of the built code. */
const CODE = fileURLToPath(new URL('../../dist/', import.meta.url));

// One of the catalogs is enough, since the same code makes all of them.
test.each(oneIn(2, BUNDLED_FOODS))(
  'the catalog from the build matches the bundled database %s',
  async (foods) => {
    const built = readFileSync(bundledCatalogPath(CODE, foods));
    const source = bundledSource(foods);
    const database = await openDatabase(source);
    const { data, warnings } = await loadCatalog(database.snapshot, source);
    await database.close();
    const label = bundledLabel(CODE, foods);
    expect(built.equals(encodeCatalog(data, { label, mark: '' }))).toBe(true);
    expect(warnings).toEqual([]);
  },
);

test('readBundledCatalog returns nothing for other code, a damaged file, or no file', () => {
  const code = mkdtempSync(join(tmpdir(), 'food-lookup-bundled-'));
  onTestFinished(() => rmSync(code, { recursive: true }));
  for (const folder of ['food', 'search', 'catalog']) {
    cpSync(join(CODE, folder), join(code, folder), { recursive: true });
  }
  const path = bundledCatalogPath(code, 'sr28');
  mkdirSync(join(code, 'data'));
  expect(readBundledCatalog(bundledSource('sr28'), code)).toBeUndefined();
  const built = readFileSync(bundledCatalogPath(CODE, 'sr28'));
  writeFileSync(path, built);
  expect(readBundledCatalog(bundledSource('sr28'), code)).toBeDefined();
  expect(readBundledCatalog({ ...bundledSource('sr28'), key: 'ndb_no' }, code)).toBeUndefined();
  writeFileSync(path, built.subarray(0, -1));
  expect(readBundledCatalog(bundledSource('sr28'), code)).toBeUndefined();
  rmSync(path);
  mkdirSync(path);
  expect(readBundledCatalog(bundledSource('sr28'), code)).toBeUndefined();
  rmSync(path, { recursive: true });
  writeFileSync(path, built);
  writeFileSync(join(code, 'search', 'fold.js'), '// Now folds differently.');
  expect(readBundledCatalog(bundledSource('sr28'), code)).toBeUndefined();
});

test('decodeCatalog copies each array into its own shared memory, and returns nothing for another label', async () => {
  const { data, encoded } = await encodedCatalog('one');
  const file = shared(encoded);
  const decoded = decodeCatalog(file, 'one');
  expect(decoded).toEqual({ data, mark: 'a mark' });
  expect(decoded?.data.fields.starts.buffer.byteLength).toBe(8);
  expect(decodeCatalog(file, 'other')).toBeUndefined();
});

test('decodeCatalog returns nothing for a file that is truncated, longer, or differs in a byte', async () => {
  const { encoded } = await encodedCatalog('one');
  const step = Math.ceil(encoded.length / 100);
  const places = [...Array(100).keys()].flatMap((n) => [n, n * step, encoded.length - 1 - n]);
  for (const at of places.filter((each) => each < encoded.length)) {
    expect(decodeCatalog(shared(encoded.subarray(0, at)), 'one'), `cut at ${at}`).toBeUndefined();
    const damaged = shared(encoded);
    damaged[at] = byteAt(damaged, at) ^ 1;
    expect(decodeCatalog(damaged, 'one'), `byte ${at}`).toBeUndefined();
  }
  expect(decodeCatalog(shared(Buffer.concat([encoded, bytes(0)])), 'one')).toBeUndefined();
  expect(decodeCatalog(shared(encoded), 'one')).toBeDefined();
});

async function encodedCatalog(label: string) {
  const data = {
    rows: { revision: 'é', isWhole: true, blocks: [bytes(1, 2, 3)], starts: numbers(0, 3) },
    fields: { names: ['a'], offered: [], bytes: bytes(), starts: numbers(0, 2 ** 32 - 1) },
    columns: [
      { name: 'a', holdsNumbers: true, values: scaled(new Uint16Array([1])) },
      { name: 'b', holdsNumbers: true, values: floating(new Float32Array([1.5, Number.NaN])) },
      { name: 'c', holdsNumbers: true, values: floating(new Float64Array([0.1])) },
      { name: 'd', holdsNumbers: false, values: ordinal(bytes(1, 1)) },
    ].map((column) => ({ ...column, hasFewTexts: !column.holdsNumbers })),
    key: { column: 'id', bytes: bytes(9), starts: numbers(), slots: numbers(7) },
    index: (await emptyIndex()).index,
  };
  return { data, encoded: encodeCatalog(data, { label, mark: 'a mark' }) };
}

function shared(content: Uint8Array): Uint8Array<SharedArrayBuffer> {
  const file = new Uint8Array(new SharedArrayBuffer(content.length));
  file.set(content);
  return file;
}

const scaled = (values: Uint16Array) => ({ form: 'scaled', values, base: -1, scale: 10 }) as const;
const ordinal = (ordinals: Uint8Array) =>
  ({ form: 'ordinal', ordinals, rows: numbers(0) }) as const;
const floating = (values: Float32Array | Float64Array) => ({ form: 'floating', values }) as const;
const bytes = (...values: number[]) => new Uint8Array(values);
const numbers = (...values: number[]) => new Uint32Array(values);

async function emptyIndex() {
  const { data } = await loadCatalog(
    { columns: [], count: 0, read: async function* () {} },
    { fields: [] },
  );
  return data;
}
