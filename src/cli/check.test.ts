import { expect, test } from 'vitest';
import { EGG } from '../../test/egg.ts';
import { sourceFile } from '../../test/import-cases.ts';
import { loadCatalog } from '../catalog/loading/load-catalog.ts';
import { createSqliteStore } from '../catalog/sqlite/store.ts';
import { writeEntries } from '../catalog/sqlite/write-entries.ts';
import type { StoredValue } from '../food/decimal.ts';
import { checkEntries } from './check.ts';

type Row = Readonly<Record<string, StoredValue>>;

/** Checks a table of eggs with these values; the result also has the key that a service uses. */
async function checked(rows: readonly Row[], key?: string) {
  const foods = rows.map((row): Row => ({ ...EGG, ...row }));
  const names = [...new Set(foods.flatMap((food) => Object.keys(food)))];
  const database = sourceFile('foods.sqlite', '');
  await writeEntries(database, {
    columns: names.map((name) => ({ name, type: 'any' })),
    batches: [foods.map((food) => names.map((name) => food[name] ?? null))],
  });
  const store = createSqliteStore({ database, key });
  const snapshots = [await store.open(), await store.open()] as const;
  try {
    const check = await checkEntries(store.name, snapshots[0], key);
    const { data } = await loadCatalog(snapshots[1], { key });
    return { ...check, servedKey: data.key?.column };
  } finally {
    for (const snapshot of snapshots) await snapshot[Symbol.asyncDispose]();
  }
}

test('checkEntries counts long names in `description` only', async () => {
  const { searchable, report } = await checked([
    { description: 'x'.repeat(1_001), name: 'A' },
    { description: null, name: 'B' },
    { description: '', name: 'C' },
    { description: 'Egg', name: null },
  ]);
  // An import would keep only the egg whose name has a normal length.
  expect([report.read, report.kept, searchable]).toEqual([4, 1, 2]);
  expect(report.skipped.map(({ rule, count }) => [rule, count])).toEqual([
    ['no-name', 2],
    ['long-name', 1],
  ]);
});

test.each<[string, readonly Row[], string | undefined, string | undefined]>([
  ['the first of the usual names', [{ code: 'a' }, { code: 'b' }], undefined, 'code'],
  [
    'none, if NDB numbers differ only in leading zeros',
    [{ ndb_no: '01' }, { ndb_no: '1' }],
    undefined,
    undefined,
  ],
  [
    'the next one, if the first repeats',
    [
      { id: 1, code: 1 },
      { id: 1, code: 2 },
    ],
    undefined,
    'code',
  ],
  ['no key in the column', [{ id: null }, { id: '' }], undefined, undefined],
  ['a column that is empty in some rows', [{ id: null }, { id: 7 }], undefined, 'id'],
  ['a searched column, if named', [{ kcal: 1 }, { kcal: 2 }], 'kcal', 'kcal'],
  [
    'none, if the named one repeats',
    [
      { n: 1, id: 1 },
      { n: 1, id: 2 },
    ],
    'n',
    undefined,
  ],
])('checkEntries finds the served key: %s', async (_, rows, named, key) => {
  const { report, servedKey } = await checked(rows, named);
  expect([report.key, servedKey]).toEqual([key, key]);
});
