import { FORMAT_TITLES, type Format } from './formats.ts';
import { ImportError } from './import-error.ts';
import { isRecord } from './json-values.ts';
import type { SourceFile } from './source-files.ts';
import { TABLE_NAMES } from './table-source.ts';

/** What a source is, and the file to read; FoodData Central's CSV is in several. */
export type DetectedFormat = TextTable | OtherFormat;

/** A table whose fields are separated by whatever its header has. */
interface TextTable {
  readonly format: 'csv' | 'off-csv';
  readonly file: SourceFile;
  readonly delimiter: string;
}

interface OtherFormat {
  readonly format: Exclude<Format, TextTable['format']>;
  readonly file: SourceFile;
}

/** The first bytes by which a file is recognized. */
const START_BYTES = 2 ** 16;

/**
 * Recognizes what the files are by their contents. A folder or archive must have either FoodData
 * Central's CSV files or one data file.
 *
 * @throws ImportError where they are nothing that can be imported
 */
export async function detectFormat(
  path: string,
  files: readonly SourceFile[],
  wanted: Format | undefined,
): Promise<DetectedFormat> {
  const has = (name: string) => files.find((file) => file.name === name);
  const foods = has('food.csv');
  if (foods !== undefined && (has('food_nutrient.csv') || wanted === 'fdc-csv')) {
    return { format: 'fdc-csv', file: foods };
  }
  const candidates = files.filter(({ name }) =>
    /\.(csv|tsv|txt|jsonl?|ndjson|sqlite3?|db)$/i.test(name),
  );
  const [file, ...others] = files.length === 1 ? files : candidates;
  if (file === undefined || others.length > 0) {
    throw new ImportError(path, whyNotOne(files));
  }
  const start = await startOf(file);
  if (start.length === 0) throw new ImportError(path, 'it is empty.');
  const format = wanted ?? formatOf(start);
  if (format === undefined) {
    throw new ImportError(
      path,
      `it is not in a known format. Use one of ${Object.values(FORMAT_TITLES).join('; ')}.`,
    );
  }
  if (format !== 'csv' && format !== 'off-csv') return { format, file };
  return { format, file, delimiter: delimiterOf(headerOf(start)) };
}

function whyNotOne(files: readonly SourceFile[]): string {
  const names = files.slice(0, 10).map(({ name }) => name);
  return files.length === 0
    ? 'it has no files.'
    : `it has several files (${names.join(', ')}) and they are not FoodData Central's. Name one of them.`;
}

async function startOf(file: SourceFile): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of file.read()) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= START_BYTES) break;
  }
  return Buffer.concat(chunks).subarray(0, START_BYTES);
}

const SQLITE = 'SQLite format 3\0';

function formatOf(start: Buffer): Format | undefined {
  if (start.toString('latin1', 0, SQLITE.length) === SQLITE) return 'sqlite';
  const text = textOf(start).trimStart();
  if (text.startsWith('{') || text.startsWith('[')) return jsonFormatOf(text);
  if (text.includes('\0')) return undefined;
  const header = headerOf(start);
  const fields = header.split(delimiterOf(header));
  const isOpenFoodFacts =
    fields.includes('code') && fields.includes('product_name') && /_100g/.test(header);
  if (isOpenFoodFacts) return 'off-csv';
  const isTable =
    fields.length > 1 || TABLE_NAMES.some((name) => header.trim().toLowerCase() === name);
  return isTable ? 'csv' : undefined;
}

/** JSON lines are objects of their own; a single JSON value goes on behind the first line. */
function jsonFormatOf(text: string): Format {
  const isFdc = /"(foodNutrients|FoundationFoods|SRLegacyFoods|SurveyFoods|BrandedFoods)"/.test(
    text,
  );
  if (isFdc) return 'fdc-json';
  if (text.startsWith('[')) return 'json';
  const isOpenFoodFacts = /"nutriments"|"product_name"/.test(text);
  if (isOpenFoodFacts) return 'off-jsonl';
  const [line = ''] = text.split('\n', 1);
  return isOneOfLines(line) ? 'jsonl' : 'json';
}

/** A line of its own is a food, and not an object around a list of them. */
function isOneOfLines(line: string): boolean {
  try {
    const value: unknown = JSON.parse(line);
    return !Object.values(Object(value)).some(
      (member) => Array.isArray(member) && isRecord(member[0]),
    );
  } catch {
    return false;
  }
}

function headerOf(start: Buffer): string {
  return textOf(start).split(/\r\n|\n|\r/, 1)[0] ?? '';
}

function textOf(start: Buffer): string {
  const isUtf16 = start[0] === 0xff && start[1] === 0xfe;
  return start.toString(isUtf16 ? 'utf16le' : 'utf8').replace(/^\ufeff/, '');
}

/** Whichever the header has most of, outside of quotes. */
function delimiterOf(header: string): string {
  const bare = header.replaceAll(/"[^"]*"/g, '');
  const counts = ['\t', ';', '|', ','].map((delimiter) => ({
    delimiter,
    count: bare.split(delimiter).length,
  }));
  return counts.reduce((best, one) => (one.count > best.count ? one : best)).delimiter;
}
