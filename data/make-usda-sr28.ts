// `npm run data`: makes data/usda-sr28.csv, the bundled foods, from USDA's files.

/**
 * Creates data/usda-sr28.csv: all columns of USDA's Standard Reference 28, with the foods' names
 * spelled out. data/README.md says where the data comes from.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { expandName } from './make/expand-name.ts';
import { matchOfficialNames } from './make/match-official-names.ts';
import { NAMES_BY_HAND } from './make/names-by-hand.ts';
import { fetchSources } from './make/sources.ts';
import { REFERENCE_COLUMNS, readStandardReference } from './make/standard-reference.ts';

/**
 * The number, name and values in the order of USDA's ABBREV file, then the columns from other USDA
 * files.
 */
const COLUMNS = readFileSync(new URL('nutrients.csv', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .slice(1)
  .map((line) => line.slice(0, line.indexOf(',')));

const { foods, officialFoods } = fetchSources();
const reference = readStandardReference();
const officialNames = matchOfficialNames(foods, officialFoods);

let byHand = 0;
const rows = foods.map(({ ndbNo, abbreviatedName, values }) => {
  const more = REFERENCE_COLUMNS.map((column) => reference.get(ndbNo)?.[column] ?? '');
  const count = values.length + more.length;
  if (count !== COLUMNS.length) {
    throw new Error(`Food ${ndbNo} has ${count} values for ${COLUMNS.length} columns.`);
  }
  const handmadeName = NAMES_BY_HAND[ndbNo];
  if (handmadeName !== undefined) byHand++;
  const name = handmadeName ?? officialNames.get(ndbNo) ?? expandName(abbreviatedName, ndbNo);
  return [ndbNo, name, ...values.slice(2).map((value) => value ?? ''), ...more];
});
rows.sort(([a], [b]) => String(a).localeCompare(String(b), 'en'));

const csv = [COLUMNS, ...rows].map((row) => `${row.map(quote).join(',')}\n`).join('');
writeFileSync(new URL('usda-sr28.csv', import.meta.url), csv);

const official = foods.filter(({ ndbNo }) => officialNames.has(ndbNo) && !(ndbNo in NAMES_BY_HAND));
console.log(
  `${rows.length} foods: ${official.length} official names, ${byHand} by hand, ` +
    `${rows.length - official.length - byHand} expanded.`,
);

/** Formats a CSV field (RFC 4180), quoted only if necessary. */
function quote(field: string | number): string {
  const text = String(field);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
