import type { Nutrient } from '../catalog/nutrients.ts';
import { readTable } from '../catalog/sqlite/import-table.ts';
import { isOtherBasis } from './amount-basis.ts';
import type { DetectedFormat } from './detect-format.ts';
import { openFdcCsv } from './fdc/fdc-csv.ts';
import { openFdcJson } from './fdc/fdc-json.ts';
import { type CsvDialect, readCsvRecords } from './files/csv-records.ts';
import { fileEncoding } from './files/encoding.ts';
import { readJsonArray, readJsonLines } from './files/json-objects.ts';
import type { SourceFile } from './files/source-files.ts';
import { decodeText } from './files/text-decoding.ts';
import { readXlsx } from './files/xlsx.ts';
import { readXmlRecords } from './files/xml-records.ts';
import { FORMAT_TITLES, SOURCE_FORMATS, type SourceFormat } from './formats.ts';
import { ImportError } from './import-error.ts';
import type { FindingCounts } from './import-report.ts';
import { openProducts, openProductTable, type ProductOptions } from './open-food-facts.ts';
import type { RawRecord, RawValue, RecordSource } from './record-source.ts';
import { isAmountName } from './table/column-names.ts';
import type { ColumnMap } from './table/column-plan.ts';
import { openJsonTable } from './table/json-table.ts';
import { openLongTables } from './table/long-tables.ts';
import type { LayoutOptions } from './table/table-layout.ts';
import { namedFields, openTable } from './table/table-source.ts';

// Chooses the reader of each format, and checks that options such as `--sheet` apply to it.

/** How to read a table if it is not detected correctly. */
export interface TableOptions extends LayoutOptions, ProductOptions {
  /** The sheet of a workbook, by name or number (from 1); the table of a SQLite file, by name. */
  readonly sheet?: string | undefined;
  /** An Encoding Standard label, or a DOS code page: `windows-1252`, `utf-16be`, `cp850`. */
  readonly encoding?: string | undefined;
  /** Columns to fill from differently named fields: `kcal` from `Energy (kcal)`. */
  readonly map?: ColumnMap | undefined;
}

/** Opens a source with the reader of its detected format. */
export async function openSource(
  path: string,
  files: readonly SourceFile[],
  detected: DetectedFormat,
  nutrients: readonly Nutrient[],
  findings: FindingCounts,
  options: TableOptions,
): Promise<RecordSource> {
  refuseIgnoredOptions(path, detected.format, options);
  const { file, delimiter = ',' } = detected;
  const text = async function* (from: SourceFile) {
    const onOddLine = (line: string) => findings.add('not-utf-8', () => line.trim());
    const encoding = options.encoding ?? (await fileEncoding(from));
    const isUnicode = encoding.startsWith('utf-');
    if (options.encoding === undefined && !isUnicode) findings.add('encoding', () => encoding);
    yield* decodeText(path, from.read(), onOddLine, encoding);
  };
  const decoded = (from: SourceFile): SourceFile =>
    /\.xml$/i.test(from.name) ? from : { ...from, read: () => text(from) };
  const layout = { ...options, isMapped: (options.map?.size ?? 0) > 0 };
  const readObjects = detected.format.endsWith('jsonl') ? readJsonLines : readJsonArray;
  const titles: string[] = [];
  const onText = (text: string) => titles.length === 0 && isOtherBasis(text) && titles.push(text);
  const objects = () => readObjects(path, text(file), onText);
  const table = (dialect: CsvDialect) =>
    openTable(path, readCsvRecords(path, text(file), dialect), findings, layout);
  switch (detected.format) {
    case 'fdc-csv':
      return openFdcCsv(path, files.map(decoded), nutrients, findings);
    case 'fdc-json':
      return openFdcJson(objects(), nutrients, findings);
    case 'off-csv':
      // In Open Food Facts' own export, which is separated by tabs, quotes are plain text.
      return openProductTable(
        await table({ delimiter, quote: delimiter === '\t' ? undefined : '"' }),
        findings,
        options,
      );
    case 'off-jsonl':
    case 'off-json':
      return openProducts(objects(), nutrients, findings, options);
    case 'csv':
      return table({ delimiter, quote: delimiter === '^' ? '~' : '"' });
    case 'xlsx': {
      const rows = readXlsx(path, files, options.sheet, onText);
      const sheet = await openTable(path, rows, findings, { ...layout, isAligned: true });
      return { ...sheet, titles: [...titles, ...(sheet.titles ?? [])] };
    }
    case 'xml':
      return openJsonTable(path, () => readXmlRecords(path, file.read(), onText), findings, titles);
    case 'long':
      return openLongTables(path, files.map(decoded), findings);
    case 'json':
    case 'jsonl':
      return openJsonTable(path, objects, findings, titles);
    case 'sqlite':
      return openSqlite(path, file, options.sheet, findings);
  }
}

function openSqlite(
  path: string,
  file: SourceFile,
  wanted: string | undefined,
  findings: FindingCounts,
): RecordSource {
  if (file.isPacked) {
    throw new ImportError(path, 'it is a packed SQLite file. Unpack it first.');
  }
  const amountsIn = (columns: readonly string[]) =>
    namedFields(columns).descriptionFields.length > 0 ? columns.filter(isAmountName).length : 0;
  const { chosen, header, batches } = readTable(file.path, wanted, amountsIn);
  if (chosen !== undefined) findings.add('table', () => chosen);
  let place = 0;
  const toRecord = (values: readonly RawValue[]): RawRecord => ({ place: ++place, values });
  return {
    ...namedFields(header),
    batches: (function* () {
      for (const rows of batches) yield rows.map(toRecord);
    })(),
  };
}

/** Formats whose header row can be chosen. */
const ROW_FORMATS: readonly SourceFormat[] = ['csv', 'off-csv', 'xlsx'];

const PRODUCT_FORMATS = SOURCE_FORMATS.filter((name) => name.startsWith('off-'));

/** Formats whose encoding can be chosen. */
const TEXT_FORMATS = SOURCE_FORMATS.filter((name) => !['xlsx', 'xml', 'sqlite'].includes(name));

/** Options, their flags, and the formats that they apply to. */
const FORMATS_OF_OPTION: readonly (readonly [keyof TableOptions, string, readonly string[]])[] = [
  ['sheet', '--sheet', ['xlsx', 'sqlite']],
  ['headerRow', '--header-row', ROW_FORMATS],
  ['unitsRow', '--units-row', ROW_FORMATS],
  ['encoding', '--encoding', TEXT_FORMATS],
  ['countries', '--countries', PRODUCT_FORMATS],
  ['namesIn', '--names-in', PRODUCT_FORMATS],
];

/** Refuses options that the format would ignore, since the user would think they worked. */
function refuseIgnoredOptions(path: string, format: SourceFormat, options: TableOptions): void {
  for (const [option, flag, formats] of FORMATS_OF_OPTION) {
    if (options[option] === undefined || formats.includes(format)) continue;
    throw new ImportError(
      path,
      `${flag} does not apply to it (${FORMAT_TITLES[format]}). Leave out ${flag}.`,
    );
  }
}
