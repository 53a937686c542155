import type { Nutrient } from '../../catalog/nutrients.ts';
import { readMeasures } from '../../meal/measures.ts';
import { remember } from '../../memo/bounded-map.ts';
import type { FoodRow, FoodSource } from '../food-source.ts';
import {
  GTIN_COLUMN,
  numberOf,
  oneOf,
  type Page,
  type Parameters,
  printedCode,
  textOf,
} from '../interface.ts';

// Writes a food as FoodData Central does: in search results, in full and abridged; determines its
// type, and conditions for foods of certain types.

export const FDC_ID = 'fdc_id';
/** The columns that may name the brand owner. */
export const OWNERS = ['brand_owner', 'manufacturer'];

/** The maximum number of values in a list parameter. */
const MAX_VALUES = 100;
/** UPC-A, the form of most barcodes in FoodData Central. */
const UPC_LENGTH = 12;

/** Returns the values of a parameter, given repeatedly or separated by commas. */
export function listIn(query: Parameters, name: string): string[] {
  const given = query.getAll(name).slice(0, MAX_VALUES);
  return given.flatMap((text) => text.split(',', MAX_VALUES)).filter((text) => text.trim() !== '');
}

/** Returns the members common to all forms of a food. */
function headOf(row: FoodRow) {
  const gtin = textOf(row, GTIN_COLUMN);
  return {
    fdcId: numberOf(row[FDC_ID]),
    description: textOf(row, 'description') ?? '',
    dataType: typeOf(row),
    brandOwner: textOf(row, ...OWNERS) ?? null,
    gtinUpc: gtin === undefined ? null : printedCode(gtin, UPC_LENGTH),
  };
}

/** Returns the serving and package of a food; without a serving unless the food is branded. */
function servingOf(row: FoodRow) {
  const serving = typeOf(row) === BRANDED ? readMeasures(row)[0] : undefined;
  return {
    brandName: textOf(row, 'brand_name', 'brand') ?? null,
    servingSize: serving?.grams ?? null,
    servingSizeUnit: serving === undefined ? null : 'g',
    householdServingFullText: serving === undefined ? null : `${serving.count} ${serving.name}`,
    packageWeight: textOf(row, 'package_weight', 'quantity') ?? null,
  };
}

interface FdcNutrient {
  readonly column: string;
  readonly id: number;
  readonly number: string;
  readonly name: string;
  /** The unit as written in details. */
  readonly unit: string;
  /** The unit as written in searches and abridged foods: in upper case, without µ. */
  readonly upperUnit: string;
}

const listed = new WeakMap<readonly Nutrient[], readonly FdcNutrient[]>();

/**
 * Returns the nutrients with a FoodData Central id, number and name. International units come last,
 * because programs read the first vitamin A as micrograms.
 */
function fdcNutrients({ nutrients }: FoodSource): readonly FdcNutrient[] {
  return remember(listed, nutrients, () => {
    const known = nutrients.flatMap(({ column, unit = '', fdcIds, fdcNumbers, fdcName: name }) => {
      const [id, number] = [fdcIds[0], fdcNumbers[0]];
      if (id === undefined || number === undefined || name === undefined) return [];
      const upperUnit = unit.replace('µ', 'u').toUpperCase();
      return { column, id: Number(id.name), number: number.name, name, unit, upperUnit };
    });
    const isLast = ({ unit }: FdcNutrient) => unit === 'IU';
    return known.toSorted((one, other) => Number(isLast(one)) - Number(isLast(other)));
  });
}

/** Returns the amounts of some nutrients in a food, without unknown ones. */
function amountsOf<Form>(
  row: FoodRow,
  nutrients: readonly FdcNutrient[],
  formOf: (nutrient: FdcNutrient, amount: number) => Form,
): Form[] {
  return nutrients.flatMap((nutrient) => {
    const amount = numberOf(row[nutrient.column]);
    return amount === undefined ? [] : formOf(nutrient, amount);
  });
}

export function searchedFood(row: FoodRow, source: FoodSource) {
  return {
    ...headOf(row),
    ...servingOf(row),
    ndbNumber: ndbNumberOf(row),
    foodCategory: textOf(row, 'food_group'),
    foodMeasures: readMeasures(row).map(({ count, name, grams }) => ({
      disseminationText: `${count} ${name}`,
      gramWeight: grams,
    })),
    foodNutrients: amountsOf(
      row,
      fdcNutrients(source),
      ({ id, number, name, upperUnit }, amount) => ({
        nutrientId: id,
        nutrientNumber: number,
        nutrientName: name,
        unitName: upperUnit,
        value: amount,
      }),
    ),
  };
}

/** Writes a single food, with the nutrients requested by number. */
export function foodOf(row: FoodRow, source: FoodSource, query: Parameters, form?: 'abridged') {
  const asked = listIn(query, 'nutrients').map((number) => number.trim());
  const wanted = fdcNutrients(source).filter(
    ({ number }) => asked.length === 0 || asked.includes(number),
  );
  const ndbNumber = ndbNumberOf(row);
  if ((form ?? oneOf(query, 'format', ['full', 'abridged'])) === 'abridged') {
    const foodNutrients = amountsOf(row, wanted, ({ number, name, upperUnit }, amount) => ({
      ...{ number, name, amount, unitName: upperUnit },
    }));
    return { ...headOf(row), ndbNumber, foodNutrients };
  }
  return {
    ...headOf(row),
    ...servingOf(row),
    ndbNumber: numberOf(ndbNumber),
    foodCategory: { description: textOf(row, 'food_group') ?? null },
    foodNutrients: amountsOf(row, wanted, ({ id, number, name, unit }, amount) => ({
      type: 'FoodNutrient',
      nutrient: { id, number, name, unitName: unit },
      amount,
    })),
    foodPortions: readMeasures(row).map(({ count, name, grams }, i) => ({
      sequenceNumber: i + 1,
      amount: count,
      gramWeight: grams,
      modifier: name,
      portionDescription: null,
      measureUnit: { id: 9999, name: 'undetermined', abbreviation: 'undetermined' },
    })),
  };
}

/** Returns the number without leading zeros, as FoodData Central writes it. */
function ndbNumberOf(row: FoodRow): string | undefined {
  return textOf(row, 'ndb_no')?.replace(/^0+/, '');
}

/** Columns that may tell which part of FoodData Central a food is from. */
const SOURCES = ['data_type', 'source'];

export type Conditions = NonNullable<Page['conditions']>;

export const [LEGACY, BRANDED] = ['SR Legacy', 'Branded'];

/** What a table may call a source → FoodData Central's name for that type of food. */
const FDC_TYPES: readonly (readonly [RegExp, string])[] = [
  [/foundation/i, 'Foundation'],
  [/survey|fndds/i, 'Survey (FNDDS)'],
  [/branded/i, BRANDED],
];

function typeNamed(source: string): string {
  return FDC_TYPES.find(([form]) => form.test(source))?.[1] ?? LEGACY;
}

/** Foods with a barcode count as branded. */
function typeOf(row: FoodRow): string {
  const type = typeNamed(textOf(row, ...SOURCES) ?? '');
  return type === LEGACY && textOf(row, GTIN_COLUMN) !== undefined ? BRANDED : type;
}

/** Returns conditions that select foods of these types; `undefined` if the table has none. */
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
