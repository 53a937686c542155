import { BoundedMap, remember } from '../../cache/bounded-map.ts';
import type { FoodValues } from '../../catalog/food-catalog.ts';
import type { Nutrient } from '../../catalog/nutrients.ts';
import { GTIN_COLUMN } from '../../food/gtin.ts';
import { unitFactor } from '../../food/nutrient-units.ts';
import { rounded, usualOf } from '../../meal/measures.ts';
import { EAN_LENGTH, ownCode, printedCode } from '../barcodes.ts';
import type { FoodRow, FoodSource, NumberForm } from '../food-source.ts';
import { CACHED_HEAD_BYTES, CACHED_HEADS_BYTES, measuresOf, textOf } from '../interface.ts';
import { beforeMember, JsonWriter, OBJECT } from '../json-writer.ts';

// Converts a food to a product of Open Food Facts: code (our own if it has no barcode), package,
// serving, nutriments and their units.

/** Open Food Facts also has codes longer than GTINs. */
const BARCODE = /^\d{6,24}$/;

/** Salt is sodium chloride: 2.5 times its sodium, as on EU labels. */
const SALT_PER_SODIUM = 2.5;

export type Product = Readonly<Record<string, unknown>>;

type ProductSource = Pick<FoodSource, 'key' | 'nutrients' | 'values'>;

/** Converts a food to a product, without unknown values. */
export function productOf(row: FoodRow, source: ProductSource): Product {
  const to = new JsonWriter();
  productWriter(source, null)(row, to);
  return JSON.parse(Buffer.from(to.finish()).toString());
}

/**
 * Caches products without their nutriments, for each table: making them takes as long as making the
 * nutriments.
 */
const heads = new WeakMap<FoodValues, BoundedMap<number, Product>>();

/**
 * Returns a function that writes foods as products.
 *
 * @param fields as in {@link picking}
 * @param adapt changes the product before the nutriments are added
 */
export function productWriter(
  source: ProductSource,
  fields: string | null,
  adapt = (product: Product) => product,
): (row: FoodRow, to: JsonWriter) => void {
  const pick = picking(fields);
  const hasNutriments = 'nutriments' in pick({ nutriments: true });
  const nutriments = nutrimentsIn(source.nutrients).flatMap(({ column, form }) => {
    const index = source.values.indexOf(column);
    return index === undefined ? [] : { index, form };
  });
  const sizeOf = (_row: number, head: Product) => JSON.stringify(head).length + CACHED_HEAD_BYTES;
  const known = remember(heads, source.values, () => new BoundedMap(CACHED_HEADS_BYTES, sizeOf));
  return (row, to) => {
    const whole = remember(known, row.row, () => headOf(row, source));
    const head = adapt(pick(whole));
    if (!hasNutriments) return to.add(JSON.stringify(head));
    to.add(beforeMember(head, 'nutriments'));
    to.enclose(OBJECT, () => {
      for (const { index, form } of nutriments) row.writeNumber(index, form, to);
    });
    to.addShort('}');
  };
}

/** Returns a function that picks the requested fields, separated by commas; all by default. */
export function picking(fields: string | null): (product: Product) => Product {
  const names = new Set(fields?.split(',').map((name) => name.trim()));
  if (!fields || names.has('all')) return (product) => product;
  return (product) =>
    Object.fromEntries(Object.entries(product).filter(([name]) => names.has(name)));
}

/** Returns a product without its nutriments. */
function headOf(row: FoodRow, { key }: ProductSource): Product {
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
  };
}

/** Returns the barcode, or our own code; empty if the food has neither barcode nor key. */
function codeOf(row: FoodRow, key: string | undefined): string {
  const code = textOf(row, 'code') ?? '';
  if (BARCODE.test(code)) return code;
  const gtin = textOf(row, GTIN_COLUMN);
  if (gtin !== undefined) return printedCode(gtin, EAN_LENGTH);
  const own = key === undefined ? undefined : textOf(row, key);
  return own === undefined ? '' : ownCode(own);
}

/** Units of packages and servings, in grams or milliliters. */
const QUANTITY_UNITS: Readonly<Record<string, readonly [factor: number, unit: string]>> = {
  g: [1, 'g'],
  kg: [1_000, 'g'],
  ml: [1, 'ml'],
  cl: [10, 'ml'],
  dl: [100, 'ml'],
  l: [1_000, 'ml'],
};

/** Converts a quantity: `1.5 l` is 1500 ml. */
function quantityOf(number = '', name = ''): { quantity: number; unit: string } | undefined {
  const [factor, unit] = QUANTITY_UNITS[name.toLowerCase()] ?? [];
  if (factor === undefined || unit === undefined) return undefined;
  return { quantity: rounded(Number(number.replace(',', '.')) * factor), unit };
}

/** Returns the size of a package. Leaves it out for multipacks, such as `6 x 33 cl`. */
function packageOf(text = ''): Product {
  const [, number, name] = /^(\d+(?:[.,]\d+)?) *([a-z]+)$/i.exec(text.trim()) ?? [];
  const { quantity, unit } = quantityOf(number, name) ?? {};
  return { product_quantity: quantity, product_quantity_unit: unit };
}

/**
 * Returns the serving in a form such as `1 pat (5 g)`, from which apps read a household measure.
 * Text that already has grams or milliliters is kept. If the text says 250 ml where the table has
 * 250 g, the unit is ml.
 */
function servingOf(row: FoodRow): Product {
  const serving = usualOf(measuresOf(row));
  if (serving === undefined) return {};
  const { count, grams } = serving;
  const own = `${count} ${serving.name}`;
  const named = [...own.matchAll(/(\d+(?:[.,]\d+)?) *([mcdk]?[gl])\b/gi)].flatMap(
    ([, number, name]) => quantityOf(number, name) ?? [],
  );
  const isVolume = named.some(({ quantity, unit }) => unit === 'ml' && quantity === grams);
  return {
    serving_size: named.length > 0 ? own : `${own.replace(/\s*\(.*$/s, '')} (${grams} g)`,
    serving_quantity: grams,
    serving_quantity_unit: isVolume ? 'ml' : 'g',
  };
}

interface Nutriment {
  readonly column: string;
  /** All amounts are in grams except energy; the unit is the one to display. */
  readonly form: NumberForm;
}

function nutrimentNamed(column: string, name: string, unit: string, factor: number): Nutriment {
  const before = Buffer.from(`,${JSON.stringify(`${name}_100g`)}:`);
  const after = Buffer.from(`,${JSON.stringify(`${name}_unit`)}:${JSON.stringify(unit)}`);
  return { column, form: { before, after, factor } };
}

const listed = new WeakMap<readonly Nutrient[], readonly Nutriment[]>();

function nutrimentsIn(nutrients: readonly Nutrient[]): readonly Nutriment[] {
  return remember(listed, nutrients, () =>
    nutrients.flatMap(({ column, unit = '', openFoodFacts }) =>
      openFoodFacts.flatMap(({ name, unit: theirs }): Nutriment[] => {
        const factor = unitFactor(unit, theirs);
        if (factor === undefined) return [];
        const own = nutrimentNamed(column, name, theirs === 'g' ? unit : theirs, factor);
        if (name !== 'sodium') return [own];
        return [own, nutrimentNamed(column, 'salt', 'g', factor * SALT_PER_SODIUM)];
      }),
    ),
  );
}
