import { readMeasures } from '../../meal/measures.ts';
import type { FoodRow, FoodSource } from '../food-source.ts';
import { GTIN_COLUMN, numberOf, type Parameters, printedCode, textOf } from '../interface.ts';
import { BRANDED, typeOf } from './food-types.ts';

// A food as FoodData Central writes it in searches, in full and abridged.

export const FDC_ID = 'fdc_id';
export const MANUFACTURER = 'manufacturer';

/** Of a parameter that is a list. */
const MAX_VALUES = 100;
/** UPC-A, as most of its barcodes are written. */
const UPC_LENGTH = 12;

/** The values of a parameter, given repeatedly or separated by commas. */
export function listIn(query: Parameters, name: string): string[] {
  const given = query.getAll(name).slice(0, MAX_VALUES);
  return given.flatMap((text) => text.split(',', MAX_VALUES)).filter((text) => text.trim() !== '');
}

/** What all forms of a food begin with. */
function headOf(row: FoodRow) {
  const gtin = textOf(row, GTIN_COLUMN);
  return {
    fdcId: numberOf(row[FDC_ID]),
    description: textOf(row, 'description') ?? '',
    dataType: typeOf(row),
    brandOwner: textOf(row, 'brand_owner', MANUFACTURER) ?? null,
    gtinUpc: gtin === undefined ? null : printedCode(gtin, UPC_LENGTH),
  };
}

/** What a package says of a serving; `null` for all but branded foods. */
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

interface Amount {
  readonly id: number;
  readonly number: string;
  readonly name: string;
  /** As details write it; searches and abridged foods write it in upper case, without µ. */
  readonly unitName: string;
  readonly amount: number;
}

/** The nutrients of a food under FoodData Central's ids, numbers and names; unknown ones are left out. */
function amountsOf(row: FoodRow, { nutrients }: FoodSource): Amount[] {
  return nutrients.flatMap(({ column, unit: unitName = '', fdcIds, fdcNumbers, fdcName: name }) => {
    const [id, number, amount] = [fdcIds[0], fdcNumbers[0], numberOf(row[column])];
    if (id === undefined || number === undefined || name === undefined || amount === undefined)
      return [];
    return { id: Number(id.name), number: number.name, name, unitName, amount };
  });
}

function inUpperCase(unit: string): string {
  return unit.replace('µ', 'u').toUpperCase();
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
    foodNutrients: amountsOf(row, source).map(({ id, number, name, unitName, amount }) => ({
      nutrientId: id,
      nutrientNumber: number,
      nutrientName: name,
      unitName: inUpperCase(unitName),
      value: amount,
    })),
  };
}

/** A food by itself, with the nutrients that are asked for by their numbers. */
export function foodOf(row: FoodRow, source: FoodSource, query: Parameters, form?: 'abridged') {
  const wanted = listIn(query, 'nutrients').map((number) => number.trim());
  const amounts = amountsOf(row, source).filter(
    ({ number }) => wanted.length === 0 || wanted.includes(number),
  );
  const ndbNumber = ndbNumberOf(row);
  if (form === 'abridged' || query.get('format') === 'abridged') {
    const foodNutrients = amounts.map(({ number, name, amount, unitName }) => ({
      ...{ number, name, amount },
      unitName: inUpperCase(unitName),
    }));
    return { ...headOf(row), ndbNumber, foodNutrients };
  }
  return {
    ...headOf(row),
    ...servingOf(row),
    ndbNumber: numberOf(ndbNumber),
    foodCategory: { description: textOf(row, 'food_group') ?? null },
    foodNutrients: amounts.map(({ amount, ...nutrient }) => ({
      type: 'FoodNutrient',
      nutrient,
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

/** Without leading zeros, as FoodData Central writes it. */
function ndbNumberOf(row: FoodRow): string | undefined {
  return textOf(row, 'ndb_no')?.replace(/^0+/, '');
}
