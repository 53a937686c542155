import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';

// Reads data/nutrients.csv, for imports and `/api/fields`.

/** The name of a value in a source, and its unit. */
export interface SourceField {
  readonly name: string;
  readonly unit: string;
}

/** One column, such as `iron_mg`: a line of `data/nutrients.csv`. */
export interface Nutrient {
  readonly column: string;
  /** A readable name: `Iron`. */
  readonly title: string;
  /** `g`, `mg`, `µg`, `IU`, `kcal`, `%`; undefined if the values are text. */
  readonly unit: string | undefined;
  /** The INFOODS tagname, such as `FE`. */
  readonly infoods: string | undefined;
  /** The daily value on US labels (21 CFR 101.9) in the column's unit. */
  readonly dailyValue: number | undefined;
  /** FoodData Central's nutrient IDs, best first. */
  readonly fdcIds: readonly SourceField[];
  /** FoodData Central's name for the first ID. */
  readonly fdcName: string | undefined;
  /** FoodData Central's older nutrient numbers, best first. */
  readonly fdcNumbers: readonly SourceField[];
  /** Open Food Facts' names without `_100g`, best first. */
  readonly openFoodFacts: readonly SourceField[];
}

const NUTRIENTS = new URL('../../data/nutrients.csv', import.meta.url);

let nutrients: readonly Nutrient[] | undefined;

/** Returns the columns of the bundled table in their order. The file is read once. */
export function readNutrients(): readonly Nutrient[] {
  nutrients ??= parseNutrients(readFileSync(NUTRIENTS));
  return nutrients;
}

function parseNutrients(file: Buffer): Nutrient[] {
  const rows: Record<string, string>[] = parse(file, { columns: true });
  return rows.map(
    ({ column = '', title = '', unit, infoods, daily_value, fdc_name, ...names }) => ({
      column,
      title,
      unit: unit || undefined,
      infoods: infoods || undefined,
      dailyValue: daily_value ? Number(daily_value) : undefined,
      fdcIds: sourceFields(names.fdc_ids, unit),
      fdcName: fdc_name || undefined,
      fdcNumbers: sourceFields(names.fdc_numbers, unit),
      openFoodFacts: sourceFields(names.open_food_facts, unit),
    }),
  );
}

/**
 * Parses `1008 1062:kJ`: names separated by spaces, each with its unit if it differs from the
 * column's.
 */
function sourceFields(text = '', columnUnit = ''): SourceField[] {
  return text
    .split(' ')
    .filter((field) => field !== '')
    .map((field) => {
      const [name = '', unit = columnUnit] = field.split(':');
      return { name, unit };
    });
}
