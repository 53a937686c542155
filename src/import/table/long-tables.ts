import { readFileSync } from 'node:fs';
import { RowSorter } from '../../catalog/sqlite/row-sorter.ts';
import { type CsvDialect, readCsvRecords } from '../files/csv-records.ts';
import type { SourceFile } from '../files/source-files.ts';
import { readXmlRecords } from '../files/xml-records.ts';
import { ImportError } from '../import-error.ts';
import type { FindingCounts } from '../import-report.ts';
import {
  BATCH_RECORDS,
  type RawRecord,
  type RawValue,
  type RecordSource,
} from '../record-source.ts';
import { namedFields } from './table-source.ts';

// Reads tables with one amount per line: files and columns of the Canadian Nutrient File, CIQUAL's
// XML, Standard Reference.

/** The name of a file and its columns. */
interface Part {
  readonly file: RegExp;
  /** The column names, if the file has no header. */
  readonly header?: readonly string[];
}

/** A set of tables with one amount per line, as an organization publishes it. */
interface LongLayout {
  readonly foods: Part & { readonly key: string };
  readonly amounts: Part & {
    readonly food: string;
    readonly nutrient: string;
    readonly amount: string;
  };
  readonly nutrients: Part & {
    readonly key: string;
    /** The columns with the nutrient's name, best first. */
    readonly names: readonly string[];
    /** The column of the unit; empty if the unit is part of the name. */
    readonly unit: string;
  };
}

/**
 * One layout per line: for each of the three files, the name, the header if the file has none, and
 * columns.
 */
const LAYOUTS_FILE = new URL('../../../data/long-tables.tsv', import.meta.url);

function readLayouts(): readonly LongLayout[] {
  const lines = readFileSync(LAYOUTS_FILE, 'utf8').trimEnd().split('\n');
  return lines.map((line) => {
    const fields = line.split('\t');
    const text = (at: number) => fields[at] ?? '';
    const list = (at: number) => text(at).split('; ').filter(Boolean);
    const part = (at: number, header: number): Part => ({
      file: new RegExp(`^${text(at)}$`, 'i'),
      ...(text(header) !== '' && { header: list(header) }),
    });
    return {
      foods: { ...part(0, 2), key: text(1) },
      amounts: { ...part(3, 4), food: text(5), nutrient: text(6), amount: text(7) },
      nutrients: { ...part(8, 9), key: text(10), names: list(11), unit: text(12) },
    };
  });
}

/** Returns the layout of these files, if it is known. */
export function findLongLayout(files: readonly SourceFile[]): LongLayout | undefined {
  const has = ({ file }: Part) => files.some(({ name }) => file.test(name));
  return readLayouts().find(
    ({ foods, amounts, nutrients }) => has(foods) && has(amounts) && has(nutrients),
  );
}

/** The sorter's kinds of rows of a food: its name comes before its amounts. */
const [FOOD, AMOUNT] = [0, 1];

type Row = Readonly<Record<string, string>>;

/**
 * Opens such tables; the amounts of each food are brought together by sorting on disk.
 *
 * @param decode - yields the text of a file, as UTF-8
 */
export async function openLongTables(
  name: string,
  files: readonly SourceFile[],
  decode: (file: SourceFile) => AsyncIterable<Buffer>,
  findings: FindingCounts,
): Promise<RecordSource> {
  const rowsOf = (part: Part) => readRows(name, files, part, decode);
  const layout = findLongLayout(files);
  if (layout === undefined)
    throw new ImportError(
      name,
      'it has no files of foods, nutrients and amounts. Name their folder.',
    );
  const { foods, amounts, nutrients } = layout;
  const places = new Map<string, number>();
  const header: string[] = [];
  for await (const rows of rowsOf(nutrients)) {
    for (const row of rows) {
      const called = nutrients.names.map((column) => row[column] ?? '').find((text) => text !== '');
      const unit = nutrients.unit === '' ? '' : ` (${row[nutrients.unit] ?? ''})`;
      places.set(row[nutrients.key] ?? '', header.length);
      header.push(`${called}${unit}`);
    }
  }
  const details: string[] = [];
  for await (const [row] of rowsOf(foods)) {
    details.push(...Object.keys(row ?? {}));
    break;
  }
  return {
    ...namedFields([...details, ...header]),
    batches: (async function* () {
      const sorter = new RowSorter(3);
      try {
        await addFoods(rowsOf(foods), foods.key, sorter);
        await addAmounts(rowsOf(amounts), amounts, places, sorter);
        yield* joined(sorter, details, header, findings);
      } finally {
        sorter.close();
      }
    })(),
  };
}

async function addFoods(
  rowsOfFoods: AsyncIterable<readonly Row[]>,
  key: string,
  sorter: RowSorter,
): Promise<void> {
  let line = 0;
  for await (const rows of rowsOfFoods) {
    for (const row of rows) {
      line += 1;
      sorter.add(Number(row[key]), [FOOD, line, JSON.stringify(row)]);
    }
  }
}

async function addAmounts(
  rowsOfAmounts: AsyncIterable<readonly Row[]>,
  columns: LongLayout['amounts'],
  places: ReadonlyMap<string, number>,
  sorter: RowSorter,
): Promise<void> {
  for await (const rows of rowsOfAmounts) {
    for (const row of rows) {
      const at = places.get(row[columns.nutrient] ?? '');
      const amount = row[columns.amount] ?? '';
      if (at === undefined || amount === '') continue;
      sorter.add(Number(row[columns.food]), [AMOUNT, at, amount]);
    }
  }
}

function* joined(
  sorter: RowSorter,
  details: readonly string[],
  header: readonly string[],
  findings: FindingCounts,
): Generator<RawRecord[]> {
  let batch: RawRecord[] = [];
  for (const { key, rows } of sorter.groups()) {
    const foods = rows.filter(([kind]) => kind === FOOD);
    const values: RawValue[] = header.map(() => null);
    for (const [kind, at, amount] of rows) {
      if (kind !== AMOUNT) continue;
      if (foods.length === 0) findings.add('no-food', 0, () => `food ${key}: amount ${amount}`);
      values[Number(at)] = amount;
    }
    for (const [, line, json] of foods) {
      const food: Row = JSON.parse(String(json));
      batch.push({
        place: Number(line),
        values: [...details.map((column) => food[column] ?? ''), ...values],
      });
    }
    if (batch.length < BATCH_RECORDS) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}

async function* readRows(
  name: string,
  files: readonly SourceFile[],
  { file: form, header }: Part,
  decode: (file: SourceFile) => AsyncIterable<Buffer>,
): AsyncGenerator<Row[]> {
  const file = files.find((one) => form.test(one.name));
  if (file === undefined) return;
  if (/\.xml$/i.test(file.name)) {
    yield* readXmlRecords(`${name}: ${file.name}`, file.read());
    return;
  }
  const dialect: CsvDialect =
    header === undefined ? { delimiter: ',', quote: '"' } : { delimiter: '^', quote: '~' };
  let columns = header;
  for await (const batch of readCsvRecords(`${name}: ${file.name}`, decode(file), dialect)) {
    const rows = columns === undefined ? batch.slice(1) : batch;
    const known = columns ?? batch[0]?.values.map((column) => column.trim()) ?? [];
    columns = known;
    yield rows.map(({ values }) =>
      Object.fromEntries(known.map((column, i) => [column, values[i]?.trim() ?? ''])),
    );
  }
}
