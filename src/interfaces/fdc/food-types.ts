import type { FoodRow, FoodSource } from '../food-source.ts';
import { GTIN_COLUMN, type Page, textOf } from '../interface.ts';

// The types of foods of FoodData Central: which one a food has, and conditions for those of some types.

/** The columns that may say which part of FoodData Central a food is from. */
const SOURCES = ['data_type', 'source'];

export type Conditions = NonNullable<Page['conditions']>;

export const [LEGACY, BRANDED] = ['SR Legacy', 'Branded'];

/** FoodData Central's name of a type of foods, by what a table calls their source. */
const FDC_TYPES: readonly (readonly [RegExp, string])[] = [
  [/foundation/i, 'Foundation'],
  [/survey|fndds/i, 'Survey (FNDDS)'],
  [/branded/i, BRANDED],
];

function typeNamed(source: string): string {
  return FDC_TYPES.find(([form]) => form.test(source))?.[1] ?? LEGACY;
}

/** Foods with a barcode are branded ones. */
export function typeOf(row: FoodRow): string {
  const type = typeNamed(textOf(row, ...SOURCES) ?? '');
  return type === LEGACY && textOf(row, GTIN_COLUMN) !== undefined ? BRANDED : type;
}

/** The conditions that foods of some types meet; `undefined` where the table has none of them. */
export async function conditionsOfTypes(
  types: readonly string[],
  { fields, valuesOf }: FoodSource,
): Promise<Conditions | undefined> {
  if (types.length === 0) return [];
  const isWanted = (type: string) => types.includes(type);
  const column = SOURCES.find((name) => fields.includes(name));
  const sources = column === undefined ? [] : await valuesOf(column);
  if (column !== undefined && sources.length > 0) {
    const unwanted = sources.filter((one) => !isWanted(typeNamed(one)));
    if (unwanted.length === sources.length) return undefined;
    return unwanted.map((value) => ({ column, operator: '!=', value }));
  }
  const [wantsLegacy, wantsBranded] = [isWanted(LEGACY), isWanted(BRANDED)];
  if (!fields.includes(GTIN_COLUMN)) return wantsLegacy ? [] : undefined;
  if (wantsBranded && wantsLegacy) return [];
  if (wantsBranded) return [{ column: GTIN_COLUMN, operator: '>', value: '0' }];
  return wantsLegacy ? [{ column: GTIN_COLUMN, operator: '!', value: '' }] : undefined;
}
