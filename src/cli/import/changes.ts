import { withoutPassword } from '../../catalog/database-error.ts';
import type { EntryRow, EntryTable, WriteOptions } from '../../catalog/entry-store.ts';
import { writeTo } from '../../catalog/open-store.ts';
import { openDatabase } from '../../data/open-database.ts';
import type { StoredValue } from '../../food/decimal.ts';
import { ENTRY_COLUMNS } from '../../food/entry.ts';
import { ImportError } from '../../import/import-error.ts';
import { CHANGED_AT, KEY } from '../../import/open-food-facts.ts';

// `import --changes`: updates a table with the changed products of Open Food Facts.

/** The table to update: its columns, and the time of its latest change. */
export interface ExistingTable {
  readonly database: string;
  readonly columns: readonly string[];
  /** The time of the latest change, in seconds since 1970. */
  readonly newest: number;
  /** The barcodes of products without a time of change, such as those of an older import. */
  readonly untimed: ReadonlySet<StoredValue>;
  /** The `id` of products whose `id` is not their barcode, in a table of several sources. */
  readonly ids: ReadonlyMap<StoredValue, StoredValue>;
}

/** @throws ImportError if the table has no barcodes, or does not say when any food was changed */
export async function readExisting(database: string): Promise<ExistingTable> {
  let newest = 0;
  let names: readonly string[] = [];
  const untimed = new Set<StoredValue>();
  const ids = new Map<StoredValue, StoredValue>();
  for await (const { all, columns, rows } of rowsOf(database, [CHANGED_AT, KEY, 'id'])) {
    names = all;
    const places = [CHANGED_AT, KEY, 'id'].map((name) => columns.indexOf(name));
    for (const row of rows) {
      const [time = null, code = null, id = null] = places.map((at) => row[at] ?? null);
      newest = Math.max(newest, Number(time) || 0);
      if (!Number(time)) untimed.add(code);
      if (id !== null && id !== code) ids.set(code, id);
    }
  }
  // Foods of other sources have no barcode.
  for (const codes of [untimed, ids]) codes.delete(null);
  if (newest > 0 && names.includes(KEY)) return { database, columns: names, newest, untimed, ids };
  throw new ImportError(
    withoutPassword(database),
    `its table does not say when each product was changed (${CHANGED_AT}). Import all of them once.`,
  );
}

/**
 * Writes the products that are newer than the latest change in the table, or whose time the table
 * lacks, followed by the table's other foods. Deleted products stay.
 *
 * @returns the number of changed products
 * @throws ImportError if the source does not say when a product was changed
 */
export async function writeChanges(
  { columns, batches }: EntryTable,
  existing: ExistingTable,
  options: WriteOptions,
): Promise<number> {
  const names = columns.map(({ name }) => name);
  const [codeIndex = -1, changedIndex = -1] = [KEY, CHANGED_AT].map((name) => names.indexOf(name));
  if (changedIndex === -1) {
    throw new ImportError(
      withoutPassword(existing.database),
      '--changes requires an export of Open Food Facts. Leave out --changes.',
    );
  }
  const known = new Map(columns.map((column) => [column.name, column]));
  const kept = existing.columns.map((name) => known.get(name) ?? { name, type: 'any' as const });
  const all = [...kept, ...columns.filter(({ name }) => !existing.columns.includes(name))];
  /** Returns the rows whose keys are not written yet, with values in the order of `all`. */
  const rowsIn = (from: readonly string[], rows: readonly (readonly StoredValue[])[]) => {
    const key = from.indexOf(KEY);
    const indexes = all.map(({ name }) => from.indexOf(name));
    const others = rows.filter((row) => !keys.has(row[key] ?? null));
    return others.map((row) => indexes.map((at) => row[at] ?? null));
  };
  const keys = new Set<StoredValue>();
  let count = 0;
  await writeTo(
    existing.database,
    {
      columns: all,
      batches: (async function* () {
        for await (const rows of batches) {
          const newer = rows.filter((row) => {
            const isUntimed = existing.untimed.has(row[codeIndex] ?? null);
            return isUntimed || Number(row[changedIndex]) > existing.newest;
          });
          const withIds = newer.map((row) => {
            const code = row[codeIndex] ?? null;
            return [...row, existing.ids.get(code) ?? code];
          });
          const changed = rowsIn([...names, 'id'], withIds);
          for (const row of newer) keys.add(row[codeIndex] ?? null);
          keys.delete(null);
          count += changed.length;
          yield changed;
        }
        for await (const { columns, rows } of rowsOf(existing.database))
          yield rowsIn(columns, rows);
      })(),
    },
    options,
  );
  return count;
}

/** Yields a table's rows: the values of an entry, and of the `wanted` columns (default: all). */
async function* rowsOf(database: string, wanted?: readonly string[]) {
  await using opened = await openDatabase({ database });
  const { snapshot } = opened;
  const isExtra = (name: string) => !ENTRY_COLUMNS.some((own) => own === name);
  const fields = (wanted ?? snapshot.columns).filter(
    (name) => isExtra(name) && snapshot.columns.includes(name),
  );
  const columns = [...ENTRY_COLUMNS, ...fields];
  const onInvalid = (row: number) => {
    const reason = `row ${row} of its table is not valid in its encoding. Import all products again.`;
    throw new ImportError(withoutPassword(database), reason);
  };
  for await (const batch of snapshot.read({ fields, onInvalid })) {
    const values = ({ entry, fields }: EntryRow) => [
      ...ENTRY_COLUMNS.map((column) => entry[column]),
      ...fields,
    ];
    yield { all: snapshot.columns, columns, rows: batch.map(values) };
  }
}
