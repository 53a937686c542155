import { parseJson } from '../../src/client/food-client.ts';
import { GRAM } from '../../src/meal/measures.ts';
import type { Column } from '../foods/columns.ts';
import { readCsv } from '../foods/csv.ts';
import { byNutrient, type Food, NUTRIENTS, type Rows } from '../foods/food.ts';
import { type NutrientSum, nutrientIn, nutrientsOf } from '../foods/nutrients.ts';
import {
  addPortion,
  amountIn,
  gramsOf,
  limited,
  MAX_PORTIONS,
  type Portion,
} from '../foods/plate.ts';
import { readPlate } from '../storage/read-saved-data.ts';
import type { NewPlate } from '../storage/saved-data.ts';

// Reads and writes plates as JSON and CSV files. Decides their columns and decimals. The names of
// the files are in file-buttons.tsx.

/** The plates in a file; `unreadable` counts its foods and plates that could not be parsed. */
export interface PlatesFile {
  readonly plates: readonly NewPlate[];
  readonly unreadable: number;
}

/** Formats a plate, with the sum of every nutrient, as JSON for {@link readPlatesFile}. */
export function plateJson(plate: NewPlate, sums: readonly NutrientSum[] = []): string {
  const nutrients = sums.map(({ name: column, amount, unit, known }) => ({
    column,
    amount: amount === null ? null : rounded(amount),
    unit,
    knownOf: known,
  }));
  return jsonText({ ...withoutLocalFields(plate), nutrients });
}

/** Formats all plates as one JSON file for {@link readPlatesFile}. */
export function platesJson(plates: readonly NewPlate[]): string {
  return jsonText({ plates: plates.map(withoutLocalFields) });
}

/**
 * Parses plates in this page's JSON or CSV; returns `undefined` if the text is neither, or has no
 * readable food.
 */
export function readPlatesFile(text: string): PlatesFile | undefined {
  const file = text.trimStart().startsWith('{') ? fromJson(text) : fromCsv(text);
  if (file?.plates.some(({ portions }) => portions.length > 0) !== true) return undefined;
  return { ...file, plates: file.plates.map(merged) };
}

/** Drops the fields that matter only in this browser. */
function withoutLocalFields({ name, day, portions }: NewPlate): NewPlate {
  return { name, day, portions };
}

function jsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** Merges the portions of the same food in the same unit. */
function merged(plate: NewPlate): NewPlate {
  return { ...plate, portions: plate.portions.reduce<readonly Portion[]>(addPortion, []) };
}

function fromJson(text: string): PlatesFile {
  const value = parseJson(text);
  const read = (listIn(value, 'plates') ?? [value]).map((given) => {
    const plate = readPlate(given);
    if (plate === undefined) return { plates: [], lost: 1 };
    const lost = (listIn(given, 'portions') ?? []).length - plate.portions.length;
    return { plates: [withoutLocalFields(plate)], lost };
  });
  return {
    plates: read.flatMap(({ plates }) => plates),
    unreadable: read.reduce((sum, { lost }) => sum + lost, 0),
  };
}

function listIn(value: unknown, name: string): readonly unknown[] | undefined {
  const list: unknown = Object(value)[name];
  return Array.isArray(list) ? list : undefined;
}

function fromCsv(text: string): PlatesFile | undefined {
  // Where commas are decimal marks, spreadsheets separate fields by semicolons.
  const header = text.replace(/[\r\n].*/s, '');
  const separator = header.includes(';') && !header.includes(',') ? ';' : ',';
  const records = readCsv(text.replace(/^\u{feff}/u, ''), separator);
  if (records === undefined) return undefined;
  const portions = readPlateRecords(records, separator === ';');
  const readable = portions
    .flatMap((portion) => (portion && limited(portion)) ?? [])
    .slice(0, MAX_PORTIONS);
  return {
    plates: [{ name: '', day: '', portions: readable }],
    unreadable: portions.length - readable.length,
  };
}

const HEADER = 'description,grams,kcal,protein_g,fat_g,carbohydrate_g,count,unit,id'.split(',');
/**
 * How many decimals are written: more than any table of foods has, but few enough to hide binary
 * rounding errors.
 */
const DECIMALS = 4;

/**
 * Formats the plate as CSV (RFC 4180): a header, then a line per portion with all offered
 * nutrients. Missing values are empty fields.
 */
export function plateCsv(
  portions: readonly Portion[],
  columns: readonly Column[] = [],
  rows: Rows = new Map(),
): string {
  const more = nutrientsOf(columns).filter(({ name }) => !HEADER.includes(name));
  const lines = portions.map((portion) => [
    asText(portion.food.description),
    asNumber(gramsOf(portion)),
    ...NUTRIENTS.map((nutrient) => asNumber(amountIn(portion, nutrient))),
    asNumber(portion.count),
    asText(portion.unit.name),
    asText(portion.food.id ?? ''),
    ...more.map(({ name }) => asNumber(nutrientIn(portion, name, rows))),
  ]);
  return [[...HEADER, ...more.map(({ name }) => name)], ...lines]
    .map((fields) => `${fields.join(',')}\r\n`)
    .join('');
}

/**
 * Parses the records of a {@link plateCsv} file by column name, since a spreadsheet may have moved
 * or added columns. Unreadable records are `undefined`.
 *
 * @param isCommaDecimal - whether numbers may have a decimal comma
 */
function readPlateRecords(
  records: readonly Readonly<Record<string, string>>[],
  isCommaDecimal: boolean,
): (Portion | undefined)[] {
  const readNumber = (text = '') => {
    const number = Number(isCommaDecimal ? text.replace(',', '.') : text);
    return text.trim() !== '' && Number.isFinite(number) ? number : null;
  };
  return records.map((record) => {
    const grams = readNumber(record.grams);
    const count = readNumber(record.count) ?? grams;
    const description = fromText(record.description);
    if (grams === null || count === null || grams < 0 || count < 0 || !description)
      return undefined;
    const per100g = (name: string) => {
      const amount = readNumber(record[name]);
      return amount === null || grams === 0 ? null : rounded((amount / grams) * 100);
    };
    const food: Food = {
      description,
      ...byNutrient((nutrient) => per100g(nutrient === 'kcal' ? nutrient : `${nutrient}_g`)),
      id: fromText(record.id) || null,
      measures: [],
    };
    const isWeighed = count > 0 && grams > 0;
    // A unit's weight cannot be derived from an amount of 0.
    const unit = isWeighed ? { name: fromText(record.unit) || 'g', grams: grams / count } : GRAM;
    return { food, count, unit };
  });
}

function asNumber(value: number | null): string {
  return value === null ? '' : String(rounded(value));
}

function rounded(value: number): number {
  return Number(value.toFixed(DECIMALS));
}

function asText(text: string): string {
  // A spreadsheet would run text with such a beginning as a formula (OWASP, CSV injection).
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

function fromText(text = ''): string {
  return text.replace(/^'(?=[=+\-@\t\r])/, '');
}
