import { dataRows } from '../data-rows.ts';
import { type AddFact, FACT, type OnRow, readRows, recordsByFood } from '../fdc/fdc-rows.ts';
import type { SourceFile } from '../files/source-files.ts';
import { readXmlRecords } from '../files/xml-records.ts';
import { ImportError } from '../import-error.ts';
import type { FindingCounts } from '../import-report.ts';
import { checkWidth, type RecordSource } from '../record-source.ts';
import { namedFields } from './table-source.ts';

// Reads sets of tables with one amount per line: the Canadian Nutrient File, CIQUAL's XML, and
// Standard Reference.

/** One of the files: its name, and the columns to read. */
interface Part {
  readonly file: RegExp;
  /** The names of all columns, if the file has no header. */
  readonly header: readonly string[] | undefined;
  readonly columns: readonly string[];
}

/**
 * Returns the known sets of tables: for each of a set's three files, the columns to read, and the
 * header if the file lacks one.
 */
function readLayouts() {
  return dataRows('long-tables.tsv').map((fields) => {
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

/**
 * Opens a set of tables that {@link findLongLayout} knows. Sorts the amounts on disk to group them
 * by food.
 *
 * @param files - decoded to UTF-8, apart from XML
 */
export async function openLongTables(
  name: string,
  files: readonly SourceFile[],
  findings: FindingCounts,
): Promise<RecordSource> {
  const layout = findLongLayout(files);
  if (layout === undefined)
    throw new ImportError(name, 'it lacks foods, nutrients or amounts. Import the whole folder.');
  const { foods, amounts, nutrients } = layout;
  const read = async ({ file: form, header }: Part, onRow: OnRow) => {
    const file = files.find((one) => form.test(one.name));
    const called = `${name}: ${file?.name}`;
    if (file === undefined) return;
    if (/\.xml$/i.test(file.name)) await readXmlRows(called, file.read(), onRow);
    else await readRows(called, file.read(), onRow, header);
  };
  const all = new Set<string>();
  await read(foods, ({ columns }) => {
    for (const column of columns) all.add(column);
    checkWidth(name, all.size);
  });
  const details = [...all];
  const places = new Map<string, number>();
  const header = [...details];
  const [key = '', unitColumn = '', ...names] = nutrients.columns;
  await read(nutrients, ({ field }) => {
    const unit = unitColumn === '' ? '' : ` (${field(unitColumn)})`;
    places.set(field(key), header.length);
    header.push(`${names.map(field).find(Boolean)}${unit}`);
    checkWidth(name, header.length);
  });
  const add = async (fact: AddFact) => {
    const [id = ''] = foods.columns;
    await read(foods, ({ line, field }) =>
      fact(field(id), FACT.food, line, JSON.stringify(details.map(field))),
    );
    const [food = '', nutrient = '', amount = ''] = amounts.columns;
    await read(amounts, ({ field }) => {
      const at = places.get(field(nutrient));
      if (at !== undefined && field(amount) !== '')
        fact(field(food), FACT.amount, at, field(amount));
    });
  };
  const unknown = header.slice(details.length).map(() => null);
  return {
    ...namedFields(header),
    batches: recordsByFood(header, findings, add, ([, json = '']) => {
      const about: readonly string[] = JSON.parse(json);
      return [...about, ...unknown];
    }),
  };
}

async function readXmlRows(name: string, chunks: AsyncIterable<Buffer>, onRow: OnRow) {
  let line = 0;
  for await (const rows of readXmlRecords(name, chunks))
    for (const row of rows)
      onRow({ line: ++line, columns: Object.keys(row), field: (column) => row[column] ?? '' });
}
