import { type CsvDialect, readCsvRecords } from '../files/csv-records.ts';
import { ImportError } from '../import-error.ts';

// Reads one CSV file of FoodData Central; the errors where a file or a column is missing.

/** Opens a file of FoodData Central's download by its name without `.csv`. */
export type OpenFdcFile = (name: string) => AsyncIterable<Buffer> | undefined;

/** A row of one of the files. */
export interface FdcRow {
  readonly line: number;
  /** The value of a column; empty where the file or the row does not have it. */
  readonly field: (column: string) => string;
}

const DIALECT: CsvDialect = { delimiter: ',', quote: '"' };

/**
 * The rows of a file, in batches; none where the file is not there and no column of it is needed.
 *
 * @param name - the folder or archive, for errors
 * @throws ImportError where the file or a needed column is missing
 */
export async function* readFdcRows(
  name: string,
  open: OpenFdcFile,
  file: string,
  needed: readonly string[] = [],
): AsyncGenerator<FdcRow[]> {
  const chunks = open(file);
  if (chunks === undefined) {
    if (needed.length === 0) return;
    throw new ImportError(name, `it has no ${file}.csv, which FoodData Central's download has.`);
  }
  let places: ReadonlyMap<string, number> | undefined;
  for await (const [first, ...rest] of readCsvRecords(`${name}: ${file}.csv`, chunks, DIALECT)) {
    if (first === undefined) continue;
    const isHeader = places === undefined;
    const known = places ?? placesIn(first.values);
    places = known;
    const missing = needed.filter((column) => !known.has(column));
    if (missing.length > 0) {
      throw new ImportError(name, `its ${file}.csv has no column "${missing.join('", "')}".`);
    }
    yield (isHeader ? rest : [first, ...rest]).map(({ place, values }) => ({
      line: place,
      field: (column) => {
        const at = known.get(column);
        return (at === undefined ? undefined : values[at]) ?? '';
      },
    }));
  }
}

function placesIn(header: readonly string[]): ReadonlyMap<string, number> {
  return new Map(header.map((field, place) => [field, place]));
}
