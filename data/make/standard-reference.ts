import { readFileSync } from 'node:fs';

// Reads USDA's own files of release 28.

/** The columns that come from USDA's own files, in table order. */
export const REFERENCE_COLUMNS = [
  'portions',
  'food_group',
  'common_names',
  'manufacturer',
  'scientific_name',
  'fdc_id',
] as const;

/** The values from USDA's own files for a food; empty if missing. */
export type ReferenceValues = Readonly<Record<(typeof REFERENCE_COLUMNS)[number], string>>;

/** Reads the values by NDB number from the files in `data/sr28`. */
export function readStandardReference(): ReadonlyMap<string, ReferenceValues> {
  const groups = new Map(rowsOf('FD_GROUP', 2).map(([code = '', name = '']) => [code, name]));
  const portions = readPortions();
  const fdcIds = readFdcIds();
  return new Map(
    rowsOf('FOOD_DES', 14).map((row) => {
      const [ndbNo = '', group = '', , , commonNames = '', manufacturer = ''] = row;
      const food_group = groups.get(group);
      if (food_group === undefined) throw new Error(`Food ${ndbNo} is in no group: ${group}`);
      const values = {
        portions: portions.get(ndbNo) ?? '',
        food_group,
        common_names: commonNames,
        manufacturer,
        scientific_name: row[9] ?? '',
        fdc_id: fdcIds.get(ndbNo) ?? '',
      };
      return [ndbNo, values];
    }),
  );
}

/** Reads the household measures of each food as JSON, in the order of USDA's file. */
function readPortions(): ReadonlyMap<string, string> {
  const foods = new Map<string, object[]>();
  for (const [ndbNo = '', , amount, unit, grams] of rowsOf('WEIGHT', 7)) {
    const known = foods.get(ndbNo) ?? [];
    foods.set(ndbNo, [...known, { amount: Number(amount), unit, grams: Number(grams) }]);
  }
  return new Map([...foods].map(([ndbNo, portions]) => [ndbNo, JSON.stringify(portions)]));
}

/** Reads the FoodData Central IDs of the foods of release 28. */
function readFdcIds(): ReadonlyMap<string, string> {
  const lines = readFileSync(new URL('../sr28/NDB_FDC.tsv', import.meta.url), 'utf8').trimEnd();
  return new Map(
    lines
      .split('\n')
      .slice(1)
      .map((line) => {
        const [ndbNo = '', fdcId = ''] = line.split('\t');
        return [ndbNo, fdcId];
      }),
  );
}

const WINDOWS_1252 = new TextDecoder('windows-1252');

/** Reads rows of fields separated by `^`, with `~` around text. */
function rowsOf(file: string, width: number): string[][] {
  const bytes = readFileSync(new URL(`../sr28/${file}.txt`, import.meta.url));
  return WINDOWS_1252.decode(bytes)
    .trimEnd()
    .split('\n')
    .map((line, i) => {
      const fields = line.split('^').map((field) => field.replaceAll(/^~|~$/g, ''));
      if (fields.length !== width) throw new Error(`${file}.txt, line ${i + 1}: ${line}`);
      return fields;
    });
}
