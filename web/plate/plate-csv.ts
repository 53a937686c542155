import { NUTRIENTS } from '../food.ts';
import type { Portion } from './plate.ts';
import { amountIn } from './totals.ts';

const HEADER = ['description', 'grams', 'kcal', 'protein_g', 'fat_g', 'carbohydrate_g'];
/** More digits than any table of foods has; hides the dust of binary fractions. */
const DECIMALS = 4;

/**
 * The plate as CSV (RFC 4180): a line of names, then one a portion with what the portion holds. A
 * missing value is an empty field.
 */
export function plateCsv(portions: readonly Portion[]): string {
  const rows = portions.map((portion) => [
    asText(portion.food.description),
    asNumber(portion.grams),
    ...NUTRIENTS.map((nutrient) => asNumber(amountIn(portion, nutrient))),
  ]);
  return [HEADER, ...rows].map((fields) => `${fields.join(',')}\r\n`).join('');
}

function asNumber(value: number | null): string {
  return value === null ? '' : String(Number(value.toFixed(DECIMALS)));
}

function asText(text: string): string {
  // A spreadsheet would run a text that begins so as a formula (OWASP, CSV injection).
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
