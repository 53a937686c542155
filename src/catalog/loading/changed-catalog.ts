import type { EntrySnapshot, EntrySource } from '../entry-store.ts';
import { toEntryRow } from '../entry-store.ts';
import type { CatalogData } from '../table/catalog-file.ts';
import { ChangedAmounts } from '../table/changed-amounts.ts';
import { findKey } from '../table/key-index.ts';
import { comparisonWith } from '../table/served-comparison.ts';

// Finds out whether only amounts have changed, and puts them into what is served. Whatever else has
// changed, the whole table is read.

/**
 * The foods that are served with amounts from these rows, which are found by their keys. The table has
 * the same keys as before.
 *
 * @returns `undefined` where more than amounts differ
 */
export async function withListedRows(
  served: CatalogData,
  snapshot: Pick<EntrySnapshot, 'columns' | 'read'>,
  source: EntrySource,
): Promise<CatalogData | undefined> {
  const changes = new ChangedAmounts(served, snapshot.columns, source);
  const { key } = served;
  const { further } = changes;
  if (key === undefined || !changes.fits) return undefined;
  const keyPlace = further.columns.indexOf(key.column);
  let isWhole = true;
  const onInvalid = () => {
    isWhole = false;
  };
  for await (const batch of snapshot.read({ fields: further.columns, onInvalid })) {
    for (const read of batch) {
      const row = findKey(key, String(read.fields[keyPlace]));
      if (row === undefined || !changes.add(row, read)) return undefined;
    }
  }
  return isWhole ? changes.build() : undefined;
}

/**
 * The foods that are served with the amounts that all rows have now, which are compared with them one by
 * one.
 *
 * @returns `undefined` where more than amounts differ, or where that cannot be told
 */
export function withComparedRows(
  served: CatalogData,
  { columns, count, scan }: Pick<EntrySnapshot, 'columns' | 'count' | 'scan'>,
  source: EntrySource,
): CatalogData | undefined {
  const changes = new ChangedAmounts(served, columns, source);
  const { further, rows } = changes;
  if (scan === undefined || count !== rows.size || !changes.fits) return undefined;
  const isSame = comparisonWith(served, further.columns);
  let row = 0;
  for (const values of scan(further.columns)) {
    if (values === undefined) return undefined;
    if (!isSame(row, values) && !changes.add(row, toEntryRow(values))) return undefined;
    row++;
  }
  return row === rows.size ? changes.build() : undefined;
}
