import type { Column } from '../foods/columns.ts';
import { type Food, NUTRIENTS, type Rows } from '../foods/food.ts';
import { nutrientIn, nutrientsOf } from '../foods/nutrients.ts';
import { gramsOf, type Portion } from '../foods/plate.ts';
import { amountIn } from '../foods/totals.ts';

// What is in the plate's CSV file (columns, decimals), written and read; plate-menu.tsx has its
// name.

const HEADER = [
  'description',
  'grams',
  'kcal',
  'protein_g',
  'fat_g',
  'carbohydrate_g',
  'count',
  'unit',
  'id',
];
/** More digits than any table of foods has; hides binary rounding errors. */
export const DECIMALS = 4;

/**
 * The plate as CSV (RFC 4180): a line of names, then one a portion with what the portion contains, of
 * every nutrient that is offered. A missing value is an empty field.
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
 * The portions of records that {@link plateCsv} wrote, by the names in its header. A spreadsheet may
 * have changed them since; `undefined` for each that cannot be read.
 */
export function readPlateRecords(
  records: readonly Readonly<Record<string, string>>[],
): (Portion | undefined)[] {
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
      kcal: per100g('kcal'),
      protein: per100g('protein_g'),
      fat: per100g('fat_g'),
      carbohydrate: per100g('carbohydrate_g'),
      id: fromText(record.id) || null,
      measures: [],
    };
    const isWeighed = count > 0 && grams > 0;
    const unit = { name: fromText(record.unit) || 'g', grams: isWeighed ? grams / count : 1 };
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
  // A spreadsheet would run text that begins like this as a formula (OWASP, CSV injection).
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

function fromText(text = ''): string {
  return text.replace(/^'(?=[=+\-@\t\r])/, '');
}

function readNumber(text = ''): number | null {
  const number = text.trim() === '' ? Number.NaN : Number(text);
  return Number.isFinite(number) ? number : null;
}
