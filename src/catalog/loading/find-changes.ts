import {
  type EntryRow,
  type EntrySnapshot,
  type EntrySource,
  type NumberedRows,
  toEntryRow,
} from '../entry-store.ts';
import { type AmountChanges, ChangedAmounts } from '../table/apply-changes.ts';
import type { CatalogData } from '../table/catalog-file.ts';
import { findKey } from '../table/key-index.ts';

// Finds the changed amounts of a table. If anything else or too much has changed, the whole table
// must be read.

/**
 * Returns the amounts of these rows that differ from the served ones. Finds the rows by their keys,
 * which must be the same as before.
 *
 * @returns `undefined` if the whole table must be read: anything else differs, or too many rows do
 */
export async function listedChanges(
  served: CatalogData,
  snapshot: Pick<EntrySnapshot, 'columns' | 'read'>,
  source: EntrySource,
): Promise<AmountChanges | undefined> {
  const { key } = served;
  if (key === undefined) return undefined;
  const changes = new ChangedAmounts(served, snapshot.columns, source);
  const keyIndex = changes.extra.columns.indexOf(key.column);
  return changesIn(snapshot, changes, ({ fields }) => findKey(key, String(fields[keyIndex])));
}

/**
 * Returns the amounts of these rows that differ from the served ones.
 *
 * @returns `undefined` if the whole table must be read: anything else differs, or too many rows do
 */
export function numberedChanges(
  served: CatalogData,
  { columns, rows }: NumberedRows,
  source: EntrySource,
): AmountChanges | undefined {
  const changes = new ChangedAmounts(served, columns, source);
  const isKnown =
    changes.fits && rows.every(([row, values]) => changes.add(row, toEntryRow(values)));
  return isKnown ? changes.build() : undefined;
}

/**
 * Returns the amounts that differ from the served ones. Compares all rows one by one.
 *
 * @returns `undefined` if the whole table must be read: anything else differs, or too many rows do
 */
export async function comparedChanges(
  served: CatalogData,
  snapshot: Pick<EntrySnapshot, 'columns' | 'count' | 'read'>,
  source: EntrySource,
): Promise<AmountChanges | undefined> {
  const changes = new ChangedAmounts(served, snapshot.columns, source);
  const { size } = changes.rows;
  if (snapshot.count !== size) return undefined;
  // A file opened as immutable may have changed since its rows were counted.
  let row = 0;
  const found = await changesIn(snapshot, changes, () => (row < size ? row++ : undefined));
  return row === size ? found : undefined;
}

/** @param rowOf returns the number of the served row to compare a row with */
async function changesIn(
  snapshot: Pick<EntrySnapshot, 'read'>,
  changes: ChangedAmounts,
  rowOf: (read: EntryRow) => number | undefined,
): Promise<AmountChanges | undefined> {
  if (!changes.fits) return undefined;
  let isWhole = true;
  const onInvalid = () => {
    isWhole = false;
  };
  for await (const batch of snapshot.read({ fields: changes.extra.columns, onInvalid })) {
    for (const read of batch) {
      const row = rowOf(read);
      if (row === undefined || !changes.add(row, read)) return undefined;
    }
  }
  return isWhole ? changes.build() : undefined;
}
