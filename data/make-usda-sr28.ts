/**
 * Makes data/usda-sr28.csv: the foods of USDA's Standard Reference 28 with their names in words.
 * `npm run data` runs it; data/README.md tells where the data come from and how names are made.
 */
import { writeFileSync } from 'node:fs';
import { expandName } from './make/expand-name.ts';
import { matchOfficialNames } from './make/match-official-names.ts';
import { NAMES_BY_HAND } from './make/names-by-hand.ts';
import { fetchSources } from './make/sources.ts';

/** The columns after ndb_no and before description, with their places in USDA's ABBREV file. */
const NUTRIENT_COLUMNS = [
  ['carbohydrate_g', 7],
  ['protein_g', 4],
  ['fa_sat_g', 44],
  ['fa_mono_g', 45],
  ['fa_poly_g', 46],
  ['kcal', 3],
] as const;

const { foods, officialFoods } = fetchSources();
const officialNames = matchOfficialNames(foods, officialFoods);

let byHand = 0;
const rows = foods.map(({ ndbNo, abbreviatedName, nutrients }) => {
  const handmadeName = NAMES_BY_HAND[ndbNo];
  if (handmadeName !== undefined) byHand++;
  const name = handmadeName ?? officialNames.get(ndbNo) ?? expandName(abbreviatedName, ndbNo);
  return [ndbNo, ...NUTRIENT_COLUMNS.map(([, column]) => nutrients[column] ?? ''), name];
});
rows.sort(([a], [b]) => String(a).localeCompare(String(b), 'en'));

const header = ['ndb_no', ...NUTRIENT_COLUMNS.map(([column]) => column), 'description'];
const csv = [header, ...rows].map((row) => `${row.map(quote).join(',')}\n`).join('');
writeFileSync(new URL('usda-sr28.csv', import.meta.url), csv);

const official = foods.filter(({ ndbNo }) => officialNames.has(ndbNo) && !(ndbNo in NAMES_BY_HAND));
console.log(
  `${rows.length} foods: ${official.length} official names, ${byHand} by hand, ` +
    `${rows.length - official.length - byHand} expanded.`,
);

/** A field as CSV (RFC 4180) writes it: in quotes only where it needs them. */
function quote(field: string | number): string {
  const text = String(field);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
