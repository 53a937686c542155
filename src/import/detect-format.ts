import { SQLITE_HEADER } from '../catalog/sqlite/import-table.ts';
import { decoderOf, encodingOf } from './files/encoding.ts';
import type { SourceFile } from './files/source-files.ts';
import { FORMAT_TITLES, type SourceFormat } from './formats.ts';
import { ImportError } from './import-error.ts';
import { isRecord } from './record-source.ts';
import { isKnownName } from './table/column-names.ts';
import { findLongLayout } from './table/long-tables.ts';

// Detects the format of files to import by their names or contents, and a CSV file's delimiter.

/** The format of a source, and the file to read; some formats have several files. */
export interface DetectedFormat {
  readonly format: SourceFormat;
  readonly file: SourceFile;
  /** Only for CSV and similar tables. */
  readonly delimiter?: string;
}

/** Options that the user may have specified. */
export interface DetectOptions {
  /** Default: detected. */
  readonly format?: SourceFormat | undefined;
  readonly encoding?: string | undefined;
}

/** How many bytes are read to detect the format. */
const START_BYTES = 2 ** 16;

/**
 * Detects the format of a known set of files by their names, and of a single file by its contents.
 * A folder or archive must have one data file, or a known set of files.
 *
 * @throws ImportError if none of the files can be imported, or several could be
 */
export async function detectFormat(
  path: string,
  files: readonly SourceFile[],
  { format: wanted, encoding }: DetectOptions = {},
): Promise<DetectedFormat> {
  const has = (name: string) => files.find((file) => file.name === name);
  const foods = has('food.csv');
  if (foods !== undefined && (has('food_nutrient.csv') || wanted === 'fdc-csv')) {
    return { format: 'fdc-csv', file: foods };
  }
  const workbook = has('workbook.xml');
  if (workbook !== undefined) return { format: 'xlsx', file: workbook };
  const [any] = files;
  if (any !== undefined && findLongLayout(files) !== undefined)
    return { format: 'long', file: any };
  const candidates = files.filter(({ name }) =>
    /\.(csv|tsv|txt|xml|jsonl?|ndjson|sqlite3?|db)$/i.test(name),
  );
  const [file, ...others] = files.length === 1 ? files : candidates;
  if (files.length === 0)
    throw new ImportError(path, 'it has no files. Use a file, or the folder that has them.');
  if (file === undefined || others.length > 0) {
    const names = files.slice(0, 10).map(({ name }) => name);
    throw new ImportError(
      path,
      `it has several files (${names.join(', ')}) and they are not FoodData Central's. Use one of them, or save a spreadsheet as XLSX.`,
    );
  }
  const start = await startOf(file);
  if (start.length === 0)
    throw new ImportError(path, 'it is empty. Check the path, or get the file again.');
  const format = wanted ?? formatOf(start, encoding);
  if (format === undefined) throw new ImportError(path, unknown(textOf(start, encoding)));
  if (format !== 'csv' && format !== 'off-csv') return { format, file };
  return { format, file, delimiter: delimiterOf(textOf(start, encoding)) };
}

async function startOf(file: SourceFile): Promise<Buffer> {
  let start = Buffer.alloc(0);
  for await (const chunk of file.read()) {
    start = Buffer.concat([start, chunk]);
    if (start.length >= START_BYTES) break;
  }
  return start.subarray(0, START_BYTES);
}

function formatOf(start: Buffer, encoding: string | undefined): SourceFormat | undefined {
  if (start.toString('latin1', 0, SQLITE_HEADER.length) === SQLITE_HEADER) return 'sqlite';
  const text = textOf(start, encoding).trimStart();
  if (text.startsWith('{') || text.startsWith('[')) return jsonFormatOf(text);
  if (/^<(?:\?xml|[a-z])/i.test(text)) return 'xml';
  if (text.includes('\0') || SQL.test(text)) return undefined;
  const header = text.replace(/[\r\n].*/s, '');
  const delimiter = delimiterOf(text);
  const fields = header.split(delimiter).map((field) => field.replaceAll(/^"|"$/g, ''));
  if (fields.includes('product_name') && fields.some((field) => field.endsWith('_100g')))
    return 'off-csv';
  const isTable = isKnownName(header) || firstLines(text).some((line) => line.includes(delimiter));
  return isTable ? 'csv' : undefined;
}

/** Describes why text cannot be read, and what to do. */
function unknown(text: string): string {
  return SQL.test(text)
    ? 'it has SQL statements. Load them into a database. Then import its SQLite file, serve its PostgreSQL ' +
        'table with --database, or export the table as CSV.'
    : `it is not in a known format. Use one of ${Object.values(FORMAT_TITLES).join('; ')}.`;
}

/** Matches a database dump. */
const SQL =
  /^(?:(?:--|\/\*|#)[^\n]*\n|\s)*(?:(?:insert|replace) (?:ignore )?into |delete from |(?:create|drop|alter|truncate|lock) (?:tables?|database|schema) |set \S+ *=|start transaction|begin\b[^;,]*;\s*(?:create|insert)|use \S+;\s|pragma )/i;

/** Returns the format of JSON text. In JSON Lines, each line is a whole object. */
function jsonFormatOf(text: string): SourceFormat {
  if (FDC_MEMBERS.test(text)) return 'fdc-json';
  const isOpenFoodFacts = /"nutriments"|"aggregated_set"|"product_name"/.test(text);
  const isList = text.startsWith('[') || API_ANSWER.test(text);
  if (isOpenFoodFacts) return isList ? 'off-json' : 'off-jsonl';
  if (isList) return 'json';
  const [line = '', next = ''] = text.split('\n', 2);
  return isOneOfLines(line, next) ? 'jsonl' : 'json';
}

const FDC_MEMBERS = /"(foodNutrients|FoundationFoods|SRLegacyFoods|SurveyFoods|BrandedFoods)"/;
/** A response of the Open Food Facts API, with one product or a list of products. */
const API_ANSWER =
  /^\{[^[{]*(?:\[\s*\][^[{]*)*"(?:products"\s*:\s*\[|hits"\s*:\s*\[|product"\s*:\s*\{)/;

/** Checks whether the first line is a food rather than an object that contains lists of foods. */
function isOneOfLines(line: string, next: string): boolean {
  try {
    const members = Object.values(Object(JSON.parse(line)));
    const lists = members.flatMap((member) =>
      isRecord(member) ? Object.values(member) : [member],
    );
    if (members.length > 0 && members.every(isRecord)) return next.startsWith('{');
    return next.startsWith('{') || !lists.some((list) => Array.isArray(list) && isRecord(list[0]));
  } catch {
    return false;
  }
}

function textOf(start: Buffer, encoding = encodingOf(start) ?? 'utf-8'): string {
  return decoderOf(encoding)(start).replace(/^\ufeff/, '');
}

const DELIMITERS = ['\t', ';', '|', '§', '^', ','];
/**
 * How many lines to read when detecting a table's delimiter, since there may be titles above the
 * header.
 */
const DELIMITER_LINES = 20;

/**
 * Returns a tab if all lines have the same number of tabs, and not only at their ends. Otherwise,
 * returns the delimiter that occurs most often outside of quotes (`~` in USDA's format) in the
 * first line or, if that has none, in any other line.
 */
function delimiterOf(text: string): string {
  const lines = firstLines(text).map((line) => line.replaceAll(/"[^"]*"|~[^~]*~/g, '""'));
  const tabs = lines.filter(Boolean).map((line) => line.split('\t').length);
  if (lines.find(Boolean)?.trim().includes('\t') && new Set(tabs).size === 1) return '\t';
  const countsIn = (line = '') =>
    DELIMITERS.map((delimiter) => ({ delimiter, count: line.split(delimiter).length - 1 }));
  const first = countsIn(lines[0]);
  const found = first.some(({ count }) => count > 0) ? first : lines.flatMap(countsIn);
  return found.reduce((best, one) => (one.count > best.count ? one : best)).delimiter;
}

function firstLines(text: string): string[] {
  return text.split(/\r\n|\n|\r/, DELIMITER_LINES);
}
