import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';

// Reads data/nutrients.csv for imports and `/api/fields`: the form of its lines.

/** Where a source has a value: its name there, and the unit if it differs from the column's. */
export interface SourceField {
  readonly name: string;
  readonly unit: string;
}

/** What is known about one column, such as `iron_mg`: one line of `data/nutrients.csv`. */
export interface Nutrient {
  readonly column: string;
  /** For people: `Iron`. */
  readonly title: string;
  /** `g`, `mg`, `µg`, `IU`, `kcal`, `%`; undefined where the values are text. */
  readonly unit: string | undefined;
  /** The tagname of INFOODS, such as `FE`. */
  readonly infoods: string | undefined;
  /** The daily value of the US label (21 CFR 101.9) in the column's unit. */
  readonly dailyValue: number | undefined;
  /** FoodData Central's nutrient ids, best first. */
  readonly fdcIds: readonly SourceField[];
  /** FoodData Central's name of the first of its ids. */
  readonly fdcName: string | undefined;
  /** FoodData Central's older nutrient numbers, best first. */
  readonly fdcNumbers: readonly SourceField[];
  /** Open Food Facts' names without `_100g`, best first. */
  readonly openFoodFacts: readonly SourceField[];
}

const NUTRIENTS = new URL('../../data/nutrients.csv', import.meta.url);

/** The columns of the bundled table, in their order. */
export function readNutrients(): Nutrient[] {
  const [, ...rows]: string[][] = parse(readFileSync(NUTRIENTS));
  return rows.map(
    ([
      column = '',
      title = '',
      unit,
      infoods,
      dailyValue,
      ids,
      numbers,
      openFoodFacts,
      fdcName,
    ]) => ({
      column,
      title,
      unit: unit || undefined,
      infoods: infoods || undefined,
      dailyValue: dailyValue ? Number(dailyValue) : undefined,
      fdcIds: sourceFields(ids, unit),
      fdcName: fdcName || undefined,
      fdcNumbers: sourceFields(numbers, unit),
      openFoodFacts: sourceFields(openFoodFacts, unit),
    }),
  );
}

/** `1008 1062:kJ`: names separated by spaces, each with its unit where it has another. */
function sourceFields(text = '', columnUnit = ''): SourceField[] {
  return text
    .split(' ')
    .filter((field) => field !== '')
    .map((field) => {
      const [name = '', unit = columnUnit] = field.split(':');
      return { name, unit };
    });
}
