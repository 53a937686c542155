import { usualOf } from '../../meal/food-amount.ts';
import { readMeasures } from '../../meal/measures.ts';
import type { FoodRow, FoodSource } from '../food-source.ts';
import { GTIN_COLUMN, numberOf, printedCode, textOf } from '../interface.ts';
import { EAN_LENGTH, ownCode } from './own-code.ts';

// What a food is as a product of Open Food Facts: code, package, serving, nutriments and their units.

/** Open Food Facts has longer ones than GTINs, too. */
const BARCODE = /^\d{6,24}$/;

const GRAMS_OF_UNIT: Readonly<Record<string, number>> = { g: 1, mg: 1e-3, µg: 1e-6 };
const KJ_IN_KCAL = 4.184;
/** Salt is sodium chloride: 2.5 times its sodium, as EU labels have it. */
const SALT_PER_SODIUM = 2.5;

export type Product = Readonly<Record<string, unknown>>;

/** What a food is as a product. What is not known is left out. */
export function productOf(row: FoodRow, { key, nutrients }: FoodSource): Product {
  const quantity = textOf(row, 'quantity');
  return {
    code: codeOf(row, key),
    product_name: textOf(row, 'description'),
    brands: textOf(row, 'brands', 'brand', 'manufacturer'),
    quantity,
    ...packageOf(quantity),
    categories: textOf(row, 'food_group'),
    ...servingOf(row),
    allergens_tags: [],
    traces_tags: [],
    nutriments: nutrimentsOf(row, nutrients),
  };
}

/** The barcode, or a code of our own; empty in a table without a key. */
function codeOf(row: FoodRow, key: string | undefined): string {
  const code = textOf(row, 'code') ?? '';
  if (BARCODE.test(code)) return code;
  const gtin = textOf(row, GTIN_COLUMN);
  if (gtin !== undefined) return printedCode(gtin, EAN_LENGTH);
  const own = key === undefined ? undefined : textOf(row, key);
  return own === undefined ? '' : ownCode(own);
}

/** Units of what is in a package, in grams or milliliters. */
const PACKAGE_UNITS: Readonly<Record<string, readonly [factor: number, unit: string]>> = {
  g: [1, 'g'],
  kg: [1_000, 'g'],
  ml: [1, 'ml'],
  cl: [10, 'ml'],
  dl: [100, 'ml'],
  l: [1_000, 'ml'],
};

/** `1.5 l` is 1500 ml. Several packages, such as `6 x 33 cl`, are left to the text. */
function packageOf(quantity = ''): Product {
  const [, number = '', name = ''] = /^(\d+(?:[.,]\d+)?) *([a-z]+)$/i.exec(quantity.trim()) ?? [];
  const [factor, unit] = PACKAGE_UNITS[name.toLowerCase()] ?? [];
  if (factor === undefined) return {};
  const amount = rounded(Number(number.replace(',', '.')) * factor);
  return { product_quantity: amount, product_quantity_unit: unit };
}

/** `1 pat (5 g)`: apps read a household measure from it, which has no brackets of its own. */
function servingOf(row: FoodRow): Product {
  const serving = usualOf(readMeasures(row));
  if (serving === undefined) return {};
  const { count, grams } = serving;
  const name = serving.name.replace(/\s*\(.*$/s, '');
  const isWeight = name === '' || /^(g|ml)$/i.test(name);
  return {
    serving_size: isWeight ? `${grams} g` : `${count} ${name} (${grams} g)`,
    serving_quantity: grams,
    serving_quantity_unit: 'g',
  };
}

/** Amounts in 100 g, all in grams but for energy. */
function nutrimentsOf(row: FoodRow, nutrients: FoodSource['nutrients']): Product {
  const found: Record<string, number | string> = {};
  for (const { column, unit = '', openFoodFacts } of nutrients) {
    const name = openFoodFacts[0]?.name;
    const amount = numberOf(row[column]);
    const grams = GRAMS_OF_UNIT[unit];
    if (name === undefined || amount === undefined || grams === undefined) continue;
    found[`${name}_100g`] = rounded(amount * grams);
    found[`${name}_unit`] = unit;
  }
  const kcal = numberOf(row.kcal);
  if (kcal !== undefined) {
    const kj = rounded(kcal * KJ_IN_KCAL);
    const energy = { 'energy-kcal_100g': rounded(kcal), 'energy-kj_100g': kj, energy_100g: kj };
    Object.assign(found, energy, {
      'energy-kcal_unit': 'kcal',
      'energy-kj_unit': 'kJ',
      energy_unit: 'kJ',
    });
  }
  const sodium = numberOf(found.sodium_100g);
  if (sodium !== undefined) {
    Object.assign(found, { salt_100g: rounded(sodium * SALT_PER_SODIUM), salt_unit: 'g' });
  }
  return found;
}

/** Without the noise of binary fractions. */
function rounded(value: number): number {
  return Number(value.toPrecision(6));
}
