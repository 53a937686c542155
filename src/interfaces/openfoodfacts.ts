import { usualOf } from '../meal/food-amount.ts';
import { readMeasures } from '../meal/measures.ts';
import {
  type FoodRow,
  type FoodSource,
  findPage,
  type InterfaceAnswer,
  type InterfaceRoute,
  MAX_PAGE_SIZE,
  MAX_PAGES,
  numberOf,
  pageNumber,
  textOf,
} from './interface.ts';

// Open Food Facts' read side: products by barcode, and searches, as its API v2 and its older search
// have them.

/** The column of barcodes, as GTIN-14. */
const GTIN = 'gtin';
const GTIN_LENGTH = 14;

/** GS1 reserves this prefix for codes of one's own: such a code is the key of a food without a barcode. */
const OWN_PREFIX = '200';
const OWN_DIGITS = 9;

const OFF_PAGE_SIZE = 24;

const GRAMS_OF_UNIT: Readonly<Record<string, number>> = { g: 1, mg: 1e-3, µg: 1e-6 };
const KJ_IN_KCAL = 4.184;
/** Salt is sodium chloride: 2.5 times its sodium, as EU labels have it. */
const SALT_PER_SODIUM = 2.5;

export const OPEN_FOOD_FACTS: readonly InterfaceRoute[] = [
  { path: '/api/v2/product/:code', answer: answerProduct },
  { path: '/api/v0/product/:code', answer: answerProduct },
  { path: '/api/v2/search', answer: answerSearch },
  { path: '/cgi/search.pl', answer: answerSearch },
  { path: '/search', answer: answerHits },
];

function answerProduct(
  { params, query }: Parameters<InterfaceRoute['answer']>[0],
  source: FoodSource,
): InterfaceAnswer | Promise<InterfaceAnswer> {
  const code = (params.code ?? '').replace(/\.json$/, '');
  const found = /^\d{1,14}$/.test(code) ? findByCode(code, source) : undefined;
  const answer = (row: FoodRow | undefined): InterfaceAnswer => {
    if (row === undefined) {
      const body = { code, status: 0, status_verbose: 'product not found' };
      return { status: 404, body };
    }
    const product = pick(productOf(row, source, code), query.get('fields'));
    return { status: 200, body: { code, status: 1, status_verbose: 'product found', product } };
  };
  return found instanceof Promise ? found.then(answer) : answer(found);
}

/** A food by its barcode, equal after padding to 14 digits, or by its own code. */
function findByCode(
  code: string,
  source: FoodSource,
): FoodRow | undefined | Promise<FoodRow | undefined> {
  const own = keyOf(code);
  if (own !== undefined) {
    // Keys with leading zeros have lost them in the code.
    for (let length = own.length; length <= OWN_DIGITS; length++) {
      const food = source.food(own.padStart(length, '0'));
      if (food !== undefined) return food;
    }
  }
  if (!source.fields.includes(GTIN)) return undefined;
  const value = code.padStart(GTIN_LENGTH, '0');
  const selection = {
    conditions: [{ column: GTIN, operator: '=', value }],
    offset: 0,
    isCounted: false,
  } as const;
  return source.find({ match: 'fuzzy', limit: 1, selection }).then(({ foods }) => foods[0]);
}

/** The key that a code of our own stands for; `undefined` for the barcode of somebody else. */
function keyOf(code: string): string | undefined {
  const ean = code.padStart(13, '0').slice(-13);
  const key = ean.slice(OWN_PREFIX.length, -1);
  if (!ean.startsWith(OWN_PREFIX) || ownCode(key) !== ean) return undefined;
  return key.replace(/^0+(?=\d)/, '');
}

/** An EAN-13 of our own for a key of digits; `undefined` for any other key. */
function ownCode(key: string): string | undefined {
  if (!/^\d+$/.test(key) || key.length > OWN_DIGITS) return undefined;
  const digits = OWN_PREFIX + key.padStart(OWN_DIGITS, '0');
  const sum = [...digits].reduce((total, digit, i) => total + Number(digit) * (i % 2 ? 3 : 1), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

async function answerSearch(
  { query }: Parameters<InterfaceRoute['answer']>[0],
  source: FoodSource,
): Promise<InterfaceAnswer> {
  const action = query.get('action') ?? 'process';
  if (action !== 'process') {
    return { status: 404, body: { error: `There is no action ${JSON.stringify(action)} here` } };
  }
  const found = await search(query, source, query.get('search_terms'));
  const { page, page_count, page_size, count, products } = found;
  const skip = (page - 1) * page_size;
  return { status: 200, body: { count, page, page_count, page_size, skip, products } };
}

/** As the newer search of Open Food Facts answers, where brands are a list. */
async function answerHits(
  { query }: Parameters<InterfaceRoute['answer']>[0],
  source: FoodSource,
): Promise<InterfaceAnswer> {
  const { products, ...rest } = await search(query, source, query.get('q'));
  const hits = products.map(({ brands, ...product }) =>
    typeof brands === 'string' ? { ...product, brands: brands.split(/, ?/) } : product,
  );
  return { status: 200, body: { hits, is_count_exact: true, timed_out: false, ...rest } };
}

async function search(
  query: Parameters<InterfaceRoute['answer']>[0]['query'],
  source: FoodSource,
  text: string | null,
) {
  const page = pageNumber(query.get('page'), MAX_PAGES, 1);
  const page_size = pageNumber(query.get('page_size'), MAX_PAGE_SIZE, OFF_PAGE_SIZE);
  const { foods, total } = await findPage(source, text || undefined, { page, pageSize: page_size });
  const fields = query.get('fields');
  return {
    count: total,
    page,
    page_count: Math.ceil(total / page_size),
    page_size,
    products: foods.map((row) => pick(productOf(row, source), fields)),
  };
}

type Product = Readonly<Record<string, unknown>>;

/** What a food is as a product. What is not known is left out. */
function productOf(row: FoodRow, { key, nutrients }: FoodSource, asked?: string): Product {
  const own = key === undefined ? undefined : ownCode(textOf(row, key) ?? '');
  const code = textOf(row, 'code', GTIN) ?? own ?? asked;
  const name = textOf(row, 'description');
  const serving = usualOf(readMeasures(row));
  return {
    ...(code !== undefined && { code: asked ?? code }),
    product_name: name,
    brands: textOf(row, 'brands', 'brand', 'manufacturer'),
    quantity: textOf(row, 'quantity'),
    categories: textOf(row, 'food_group'),
    ...(serving !== undefined && {
      serving_size: `${serving.count} ${serving.name} (${serving.grams} g)`,
      serving_quantity: serving.grams,
      serving_quantity_unit: 'g',
    }),
    allergens_tags: [],
    traces_tags: [],
    nutriments: nutrimentsOf(row, nutrients),
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
    if (unit !== 'g') found[`${name}_unit`] = unit;
  }
  const kcal = numberOf(row.kcal);
  if (kcal !== undefined) {
    const kj = rounded(kcal * KJ_IN_KCAL);
    const energy = { 'energy-kcal_100g': kcal, 'energy-kj_100g': kj, energy_100g: kj };
    Object.assign(found, energy, { energy_unit: 'kJ', 'energy-kcal_unit': 'kcal' });
  }
  const sodium = numberOf(found.sodium_100g);
  if (sodium !== undefined) found.salt_100g = rounded(sodium * SALT_PER_SODIUM);
  return found;
}

/** The fields that are asked for, separated by commas; all of them by default. */
function pick(product: Product, fields: string | null): Product {
  const names = fields?.split(',', MAX_PAGE_SIZE).map((name) => name.trim()) ?? [];
  if (names.length === 0 || names.includes('all')) return product;
  return Object.fromEntries(Object.entries(product).filter(([name]) => names.includes(name)));
}

/** Without the noise of binary fractions. */
function rounded(value: number): number {
  return Number(value.toPrecision(6));
}
