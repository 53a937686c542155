import { readFileSync } from 'node:fs';
import { FACT, Facts, type FactsOfFood } from '../fdc/fdc-rows.ts';
import { type CsvDialect, readCsvRecords } from '../files/csv-records.ts';
import type { SourceFile } from '../files/source-files.ts';
import { readXmlRecords } from '../files/xml-records.ts';
import { ImportError } from '../import-error.ts';
import type { FindingCounts } from '../import-report.ts';
import type { RawRecord, RawValue, RecordSource } from '../record-source.ts';
import { namedFields } from './table-source.ts';

// Reads tables with one amount per line: files and columns of the Canadian Nutrient File, CIQUAL's
// XML, Standard Reference.

/** One of the files: its name, and the columns that are read. */
interface Part {
  readonly file: RegExp;
  /** The names of all columns, if the file has no header. */
  readonly header: readonly string[] | undefined;
  readonly columns: readonly string[];
}

/**
 * One layout per line: for each of the three files, the name, the header if the file has none, and
 * columns.
 */
const LAYOUTS_FILE = new URL('../../../data/long-tables.tsv', import.meta.url);

/** Returns the sets of tables that organizations publish. */
function readLayouts() {
  const lines = readFileSync(LAYOUTS_FILE, 'utf8').trimEnd().split('\n');
  return lines.map((line) => {
    const fields = line.split('\t');
    const list = (at: number) => (fields[at] ?? '').split('; ').filter(Boolean);
    const part = (at: number, header: number, columns: readonly string[]): Part => ({
      file: new RegExp(`^${fields[at]}$`, 'i'),
      header: fields[header] ? list(header) : undefined,
      columns,
    });
    return {
      // The column of the key.
      foods: part(0, 2, fields.slice(1, 2)),
      // The columns of the food, the nutrient and the amount.
      amounts: part(3, 4, fields.slice(5, 8)),
      // The columns of the key, of the unit (empty if it is part of the name), and of the name.
      nutrients: part(8, 9, [fields[10] ?? '', fields[12] ?? '', ...list(11)]),
    };
  });
}

/** Returns the layout of these files, if it is known. */
export function findLongLayout(files: readonly SourceFile[]) {
  const has = ({ file }: Part) => files.some(({ name }) => file.test(name));
  return readLayouts().find(
    ({ foods, amounts, nutrients }) => has(foods) && has(amounts) && has(nutrients),
  );
}

type Row = Readonly<Record<string, string>>;

/**
 * Opens such tables. Sorts the amounts on disk to group them by food.
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
  const read = async (part: Part, onRow: (row: Row, line: number) => void) => {
    let line = 0;
    for await (const rows of rowsOf(part)) for (const row of rows) onRow(row, ++line);
  };
  const layout = findLongLayout(files);
  if (layout === undefined)
    throw new ImportError(
      name,
      'it has no files of foods, nutrients and amounts. Name their folder.',
    );
  const { foods, amounts, nutrients } = layout;
  const places = new Map<string, number>();
  const header: string[] = [];
  const [key = '', unitColumn = '', ...names] = nutrients.columns;
  await read(nutrients, (row) => {
    const called = names.map((column) => row[column]).find(Boolean);
    const unit = unitColumn === '' ? '' : ` (${row[unitColumn] ?? ''})`;
    places.set(row[key] ?? '', header.length);
    header.push(`${called}${unit}`);
  });
  const details: string[] = [];
  for await (const [row] of rowsOf(foods)) {
    details.push(...Object.keys(row ?? {}));
    break;
  }
  return {
    ...namedFields([...details, ...header]),
    batches: Facts.records(
      async (facts) => {
        const [key = ''] = foods.columns;
        await read(foods, (row, line) =>
          facts.add(row[key] ?? '', FACT.food, line, JSON.stringify(row)),
        );
        const [food = '', nutrient = '', amount = ''] = amounts.columns;
        await read(amounts, (row) => {
          const at = places.get(row[nutrient] ?? '');
          if (at === undefined || !row[amount]) return;
          facts.add(row[food] ?? '', FACT.amount, at, row[amount]);
        });
      },
      (food) => joined(food, details, header, findings),
    ),
  };
}

function* joined(
  { id, of }: FactsOfFood,
  details: readonly string[],
  header: readonly string[],
  findings: FindingCounts,
): Generator<RawRecord> {
  const foods = of(FACT.food);
  const values: RawValue[] = header.map(() => null);
  for (const [at, amount] of of(FACT.amount)) {
    if (foods.length === 0) findings.add('no-food', 0, () => `food ${id}: amount ${amount}`);
    values[Number(at)] = amount;
  }
  for (const [line, json = ''] of foods) {
    const food: Row = JSON.parse(json);
    const about = details.map((column) => food[column] ?? '');
    yield { place: Number(line), values: [...about, ...values] };
  }
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
