import { fstatSync } from 'node:fs';
import { expect, test } from 'vitest';
import { EGG } from '../../../test/egg.ts';
import { SMALL_DATABASE } from '../../../test/small-database.ts';
import { DatabaseError } from '../database-error.ts';
import type { NumberedRows } from '../entry-store.ts';
import { createRowFile } from '../row-file.ts';
import { createSqliteStore } from '../sqlite/store.ts';
import { answerRows } from '../table/answer-rows.ts';
import type { CatalogData } from '../table/catalog-file.ts';
import { loadInThread, type ServedData } from './load-in-thread.ts';

const source = { database: SMALL_DATABASE, key: 'description' };

/**
 * Loads the table with a store that lists these changed rows. Also returns the calls to the store.
 */
async function load(served: ServedData | undefined, listed?: NumberedRows) {
  const asked: unknown[] = [];
  const store = {
    ...createSqliteStore(source),
    copyChanged: async (table: object) => {
      asked.push(table);
      return listed;
    },
  };
  const { data, warnings } = await loadInThread(store, source, served, AbortSignal.any([]));
  expect(warnings).toEqual([]);
  return { data, asked };
}

const kcalOf = ({ rows }: CatalogData) =>
  [0, 1].map((row) => answerRows(rows).valuesOf(row)[2] ?? '');

test('listed changes are applied, and without a list all rows are compared', async () => {
  const { data, asked } = await load(undefined);
  expect([kcalOf(data), asked]).toEqual([['143', '143'], []]);
  const changed = { ...EGG, description: 'Bread, egg', kcal: 144 };
  // The key comes after the columns of an entry.
  const rows = [[0, [...Object.values(changed), changed.description]]] as const;
  const listed = await load({ data, mark: 'm' }, { columns: Object.keys(EGG), rows });
  const table = { mark: 'm', count: 2, key: 'description' };
  expect([kcalOf(listed.data), listed.asked]).toEqual([['144', '143'], [table]]);
  const compared = await load({ data: listed.data, mark: 'm' });
  expect([compared.data, compared.asked]).toEqual([data, [table]]);
  // Without a mark, the store cannot say what has changed.
  const unmarked = await load({ data: listed.data });
  expect([unmarked.data, unmarked.asked]).toEqual([data, []]);
});

test('loading fails if the database cannot be read, or if the load is aborted', async () => {
  const store = createSqliteStore(source);
  const missing = { database: `${SMALL_DATABASE}.missing` };
  const failed = loadInThread(store, missing, undefined, AbortSignal.any([]));
  await expect(failed).rejects.toThrow(
    new DatabaseError(missing.database, 'there is no such file. Check the path.'),
  );
  const file = createRowFile();
  const inodeOf = (open = -1) => {
    try {
      return fstatSync(open).ino;
    } catch {
      return undefined;
    }
  };
  const inode = inodeOf(file.file);
  const copying = {
    ...store,
    copy: async () => ({ columns: [], count: 0, file, types: [] }),
  };
  const reason = new Error('not wanted');
  await expect(loadInThread(copying, source, undefined, AbortSignal.abort(reason))).rejects.toBe(
    reason,
  );
  // The descriptor is closed, unless the system has already reused it for another file.
  expect(inode).toBeDefined();
  expect(inodeOf(file.file)).not.toBe(inode);
});
