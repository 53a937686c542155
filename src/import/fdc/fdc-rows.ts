import { RowSorter } from '../../catalog/sqlite/row-sorter.ts';
import { type CsvDialect, readCsvRecords } from '../files/csv-records.ts';
import type { SourceFile } from '../files/source-files.ts';
import { ImportError } from '../import-error.ts';
import type { FindingCounts } from '../import-report.ts';
import type { RawRecord, RawValue } from '../record-source.ts';

// Reads files whose lines are parts of foods, and sorts the lines by food on disk. Refuses missing
// files and columns.

/** A row of a file. */
export interface NamedRow {
  readonly line: number;
  /** The columns of the file (CSV), or those of this row (XML). */
  readonly columns: Iterable<string>;
  /** Returns the value of a column; empty if the file or the row lacks it. */
  readonly field: (column: string) => string;
}

/** Receives the rows of a file. */
export type OnRow = (row: NamedRow) => void;

/**
 * Reads the rows of a CSV file.
 *
 * @param name - the file, for errors
 * @param header - the names of the columns if the file has no header, as in USDA's format with `~`
 *   around text
 * @throws ImportError if the header lacks a needed column
 */
export async function readRows(
  name: string,
  chunks: AsyncIterable<Buffer>,
  onRow: OnRow,
  header?: readonly string[],
  needed: readonly string[] = [],
): Promise<void> {
  const dialect: CsvDialect =
    header === undefined ? { delimiter: ',', quote: '"' } : { delimiter: '^', quote: '~' };
  const placesOf = (columns: readonly string[]): ReadonlyMap<string, number> =>
    new Map(columns.map((column, place) => [column.trim(), place]));
  let places = header && placesOf(header);
  for await (const records of readCsvRecords(name, chunks, dialect)) {
    for (const { place: line, values } of records) {
      const known = places;
      if (known !== undefined) {
        const field = (column: string) => values[known.get(column) ?? -1]?.trim() ?? '';
        onRow({ line, columns: known.keys(), field });
        continue;
      }
      places = placesOf(values);
      const missing = needed.filter((column) => !places?.has(column));
      if (missing.length > 0)
        throw new ImportError(name, `it has no column "${missing.join('", "')}".`);
    }
  }
}

/**
 * Returns a reader of a download's files. It calls `onRow` for each row, which must have the
 * `needed` columns. A missing file counts as empty if none of its columns is needed.
 *
 * @param name - the folder or archive, for errors
 * @throws ImportError if a needed file or column is missing
 */
export function fdcRowReader(name: string, files: readonly SourceFile[]) {
  return async (table: string, onRow: OnRow, needed: readonly string[] = []) => {
    const file = files.find((one) => one.name === `${table}.csv`);
    if (file !== undefined)
      await readRows(`${name}: ${file.name}`, file.read(), onRow, undefined, needed);
    else if (needed.length > 0)
      throw new ImportError(name, `it has no ${table}.csv, which FoodData Central's download has.`);
  };
}

export type ReadFdcRows = ReturnType<typeof fdcRowReader>;

/**
 * The kinds of facts about a food in the download. Each comment lists the values of that kind, in
 * order.
 */
export const FACT = {
  /** Line, type, description, group. */
  food: 0,
  /** Index in the record, amount. */
  amount: 1,
  /** NDB number. */
  number: 2,
  /** Weight in grams, text. */
  portion: 3,
  /** Name. */
  commonName: 4,
  /** Manufacturer, group, barcode. */
  brand: 5,
};

/** Adds a fact about the food with this ID. */
export type AddFact = (id: string, kind: number, ...values: readonly (string | number)[]) => void;

/** Returns a food's facts of one kind, each as a list of values, in the order of the files. */
type FactsOf = (kind: number) => readonly (readonly string[])[];

/** The maximum number of values in a fact. */
const FACT_WIDTH = 4;
const BATCH_RECORDS = 1_000;

/**
 * Yields the records of foods in batches. Sorts the facts on disk to group them by food. Counts
 * amounts of unknown foods as findings.
 *
 * @param read - adds the facts
 * @param valuesOf - returns a food's values, with all amounts still null, from its `FACT.food`;
 *   `undefined` if it is not a food
 */
export async function* recordsByFood(
  header: readonly string[],
  findings: FindingCounts,
  read: (add: AddFact) => Promise<void>,
  valuesOf: (food: readonly string[], of: FactsOf, id: number) => RawValue[] | undefined,
): AsyncGenerator<RawRecord[]> {
  const sorter = new RowSorter(1 + FACT_WIDTH);
  try {
    await read((id, kind, ...values) => {
      const padding = Array.from({ length: FACT_WIDTH - values.length }, () => null);
      sorter.add(Number(id), [kind, ...values, ...padding]);
    });
    let batch: RawRecord[] = [];
    for (const { key: id, rows } of sorter.groups()) {
      const of: FactsOf = (kind) =>
        rows
          .filter(([first]) => first === kind)
          .map(([, ...values]) => values.map((value) => String(value ?? '')));
      const amounts = of(FACT.amount).map(([at, amount]) => [Number(at), amount] as const);
      const foods = of(FACT.food);
      if (foods.length === 0)
        for (const [, amount] of amounts)
          findings.add('no-food', () => `food ${id}: amount ${amount}`);
      for (const food of foods) {
        const values = valuesOf(food, of, id);
        const place = Number(food[0]);
        if (values !== undefined)
          batch.push(withAmounts(header, { place, values }, amounts, findings));
      }
      if (batch.length < BATCH_RECORDS) continue;
      yield batch;
      batch = [];
    }
    yield batch;
  } finally {
    sorter.close();
  }
}

/**
 * Adds the amounts to a record by their indexes. If an index is given twice, the first amount
 * counts.
 */
export function withAmounts(
  header: readonly string[],
  { place, values }: RawRecord,
  amounts: Iterable<readonly [at: number, amount: RawValue]>,
  findings: FindingCounts,
): RawRecord {
  const all = [...values];
  for (const [at, amount] of amounts) {
    const known = all[at];
    const text = () => `nutrient ${header[at]} of ${place}: ${known}, ${amount}`;
    if (known === null) all[at] = amount;
    else findings.add('duplicate-nutrient', text, place);
  }
  return { place, values: all };
}
