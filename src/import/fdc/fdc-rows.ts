import { RowSorter } from '../../catalog/sqlite/row-sorter.ts';
import { type CsvDialect, readCsvRecords } from '../files/csv-records.ts';
import { ImportError } from '../import-error.ts';
import { batched, type RawRecord } from '../record-source.ts';

// Reads FoodData Central's CSV files, and sorts their data by food on disk. Refuses missing files
// and columns.

/** Opens a file of FoodData Central's download by its name without `.csv`. */
export type OpenFdcFile = (name: string) => AsyncIterable<Buffer> | undefined;

/** A row of a file. */
export interface FdcRow {
  readonly line: number;
  /** Returns the value of a column; empty if the file or the row lacks it. */
  readonly field: (column: string) => string;
}

const DIALECT: CsvDialect = { delimiter: ',', quote: '"' };

export type ReadFdcRows = ReturnType<typeof fdcRowReader>;

/**
 * Returns a reader of a download's files: it calls `onRow` for each row, which must have the `needed`
 * columns. A missing file counts as empty, unless columns of it are needed.
 *
 * @param name - the folder or archive, for errors
 * @throws ImportError if a needed file or column is missing
 */
export function fdcRowReader(name: string, open: OpenFdcFile) {
  return async (file: string, onRow: (row: FdcRow) => void, needed: readonly string[] = []) => {
    const chunks = open(file);
    if (chunks === undefined) {
      if (needed.length === 0) return;
      throw new ImportError(name, `it has no ${file}.csv, which FoodData Central's download has.`);
    }
    let places: ReadonlyMap<string, number> | undefined;
    for await (const records of readCsvRecords(`${name}: ${file}.csv`, chunks, DIALECT)) {
      for (const { place, values } of records) {
        if (places === undefined) places = placesIn(name, file, values, needed);
        else onRow({ line: place, field: (column) => values[places?.get(column) ?? -1] ?? '' });
      }
    }
  };
}

function placesIn(
  name: string,
  file: string,
  header: readonly string[],
  needed: readonly string[],
): ReadonlyMap<string, number> {
  const missing = needed.filter((column) => !header.includes(column));
  if (missing.length > 0) {
    throw new ImportError(name, `its ${file}.csv has no column "${missing.join('", "')}".`);
  }
  return new Map(header.map((field, place) => [field, place]));
}

/**
 * The kinds of facts that rows of the download contribute to a food, each with its values in order.
 */
export const FACT = {
  /** The values: line, type, description, group. */
  food: 0,
  /** The values: index in the record, amount. */
  amount: 1,
  /** NDB number. */
  number: 2,
  /** The values: weight in grams, text. */
  portion: 3,
  /** Name. */
  commonName: 4,
  /** The values: manufacturer, group, barcode. */
  brand: 5,
};

/** The facts about one ID: the values of each kind, in the order of the files. */
export interface FactsOfFood {
  readonly id: number;
  readonly of: (kind: number) => readonly (readonly string[])[];
}

/** The maximum number of values of a fact. */
const FACT_WIDTH = 4;

/** Groups the facts by food, by sorting them on disk. */
export class Facts {
  readonly #sorter = new RowSorter(1 + FACT_WIDTH);

  add(id: string, kind: number, ...values: readonly (string | number)[]): void {
    const padding = Array.from({ length: FACT_WIDTH - values.length }, () => null);
    this.#sorter.add(Number(id), [kind, ...values, ...padding]);
  }

  *#byFood(): Generator<FactsOfFood> {
    for (const { key, rows } of this.#sorter.groups()) {
      yield {
        id: key,
        of: (kind) =>
          rows
            .filter(([first]) => first === kind)
            .map(([, ...values]) => values.map((value) => String(value ?? ''))),
      };
    }
  }

  /**
   * Yields the records of foods in batches.
   *
   * @param add - adds the facts
   */
  static async *records(
    add: (facts: Facts) => Promise<void>,
    recordsOf: (food: FactsOfFood) => Iterable<RawRecord>,
  ): AsyncGenerator<RawRecord[]> {
    const facts = new Facts();
    try {
      await add(facts);
      yield* batched(
        (function* () {
          for (const food of facts.#byFood()) yield* recordsOf(food);
        })(),
      );
    } finally {
      facts.#sorter.close();
    }
  }
}
