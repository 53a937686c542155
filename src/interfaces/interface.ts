import { type FoodQuery, isForeignLanguage, MAX_FOODS } from '../catalog/food-catalog.ts';
import type { Nutrient } from '../catalog/nutrients.ts';
import { type Condition, MAX_OFFSET, type Order } from '../catalog/selection/selection.ts';
import type { FieldValue } from '../client/food.ts';
import { nextTurn } from '../meal/meal.ts';
import type { FoodRow, FoodSource, FoundFoods } from './food-source.ts';

// What an interface is: other services' paths, answered from this service's foods.

/** The services whose shapes can be served. */
export const INTERFACE_NAMES = ['openfoodfacts', 'fdc', 'mcp'] as const;
export type InterfaceName = (typeof INTERFACE_NAMES)[number];

export function isInterfaceName(name: string): name is InterfaceName {
  return INTERFACE_NAMES.some((known) => known === name);
}

/** The longest searched text, in UTF-16 units. */
const MAX_TEXT_LENGTH = 8_192;

/** The parameters of a request, from its address or its body. */
export type Parameters = Pick<URLSearchParams, 'get' | 'getAll'>;

/** A request as an interface sees it. */
export interface InterfaceRequest {
  /** The value of `:name` in the path. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: Parameters;
}

export interface InterfaceAnswer {
  readonly status: 200 | 400 | 404;
  /** A text is JSON already. */
  readonly body: object | string;
}

/** A path of another service, and how it is answered. */
export interface InterfaceRoute {
  readonly path: string;
  /** Whether POST is answered as well: its JSON has what the address of GET has. */
  readonly takesBody?: true;
  /** The parameters that it reads; any other is ignored. */
  readonly parameters: readonly string[];
  /** What it does, in the OpenAPI document; absent for an alias. */
  readonly summary?: string;
  readonly answer: (
    request: InterfaceRequest,
    source: FoodSource,
  ) => InterfaceAnswer | Promise<InterfaceAnswer>;
}

/** A request that cannot be answered, with the message for the caller. */
export class InterfaceError extends Error {
  override readonly name = 'InterfaceError';
}

/** A page of the foods that meet a search and conditions. */
export interface Page extends Pick<FoodQuery, 'lang'> {
  /** Absent or empty: all foods. */
  readonly text?: string | null;
  readonly conditions?: readonly Condition[];
  /** Default: by rank. */
  readonly order?: Order | undefined;
  /** From 1. */
  readonly page: number;
  readonly pageSize: number;
}

/** The foods of a page of results; none if the offset is too large. */
export async function findPage(source: FoodSource, asked: Page): Promise<FoundFoods> {
  const { text, lang, conditions = [], order, page, pageSize } = asked;
  if ((text ?? '').length > MAX_TEXT_LENGTH)
    throw new InterfaceError(
      `The text has more than ${MAX_TEXT_LENGTH} characters: search for less`,
    );
  const find = (offset: number, limit: number) =>
    source.find({
      ...(text && { text }),
      ...(lang && { lang }),
      match: 'fuzzy',
      limit,
      selection: { conditions, ...(order && { order }), offset, isCounted: true },
    });
  const start = (page - 1) * pageSize;
  const end = Math.min(start + pageSize, MAX_OFFSET + MAX_FOODS);
  if (start > MAX_OFFSET) return { foods: [], total: (await find(0, 1)).total };
  const foods: FoodRow[] = [];
  for (let offset = start; ; offset += MAX_FOODS) {
    const found = await find(offset, Math.min(MAX_FOODS, end - offset));
    foods.push(...found.foods);
    if (offset + MAX_FOODS >= Math.min(end, found.total)) return { foods, total: found.total };
    // Lets other events run.
    await nextTurn();
  }
}

/** How many are written before other events run. */
const FOODS_AT_ONCE = 10;

/** The JSON of a list of foods, each as a form has it. */
export async function writeFoods(
  foods: readonly FoodRow[],
  formOf: (food: FoodRow) => object,
): Promise<string> {
  const pieces: string[] = [];
  for (let start = 0; start < foods.length; start += FOODS_AT_ONCE) {
    if (start > 0) await nextTurn();
    const some = foods.slice(start, start + FOODS_AT_ONCE);
    pieces.push(...some.map((food) => JSON.stringify(formOf(food))));
  }
  return `[${pieces.join(',')}]`;
}

/** The JSON of an object with a list as its last member. */
export function withList(head: object, name: string, list: string): string {
  return `${JSON.stringify(head).slice(0, -1)},${JSON.stringify(name)}:${list}}`;
}

/** A whole number from 1 in a parameter; the default where it is not given. */
export function wholeNumber(query: Parameters, name: string, otherwise: number): number {
  const text = query.get(name) || String(otherwise);
  const number = /^\d{1,7}$/.test(text) ? Number(text) : 0;
  if (number > 0) return number;
  throw new InterfaceError(
    `Unknown value ${JSON.stringify(text)} of parameter \`${name}\`: use a whole number from 1`,
  );
}

/** The value of an enumerated parameter; `undefined` if it is not given. */
export function oneOf(
  query: Parameters,
  name: string,
  values: readonly string[],
): string | undefined {
  const value = query.get(name) || undefined;
  if (value === undefined || values.includes(value)) return value;
  throw new InterfaceError(
    `Unknown value ${JSON.stringify(value)} of parameter \`${name}\`: use ${values.join(' or ')}`,
  );
}

/** The language of a caller, such as `de-AT`, if names of foods are known in it. */
export function languageOf(text: string | null): Pick<FoodQuery, 'lang'> {
  const lang = text?.slice(0, 2).toLowerCase() ?? '';
  return isForeignLanguage(lang) ? { lang } : {};
}

/** The number of a column, if there is one. */
export function numberOf(value: FieldValue | undefined): number | undefined {
  if (value === null || value === undefined || value === '' || Array.isArray(value))
    return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
}

/** The text of the first of some columns that has one. */
export function textOf(row: FoodRow, ...columns: readonly string[]): string | undefined {
  for (const column of columns) {
    const value = row[column];
    if (typeof value === 'string' && value !== '') return value;
    if (typeof value === 'number') return String(value);
  }
  return undefined;
}

/** Columns that the bundled foods lack, but your own tables may have. */
export const TRANS_FAT: Nutrient = {
  ...{ column: 'fa_trans_g', title: 'Trans fat', unit: 'g', infoods: 'FATRN' },
  ...{ dailyValue: undefined, fdcName: 'Fatty acids, total trans' },
  fdcIds: [{ name: '1257', unit: 'g' }],
  fdcNumbers: [{ name: '605', unit: 'g' }],
  openFoodFacts: [{ name: 'trans-fat', unit: 'g' }],
};

/** The column of barcodes, as GTIN-14. */
export const GTIN_COLUMN = 'gtin';
/** The columns that interfaces read besides those of the bundled foods. */
export const PRODUCT_COLUMNS = [
  ...[GTIN_COLUMN, 'code', 'source', 'data_type', 'quantity', 'package_weight'],
  ...['brands', 'brand', 'brand_owner', 'brand_name', TRANS_FAT.column],
];
/** GTIN-8, UPC-A, EAN-13, GTIN-14. */
export const GTIN_LENGTHS = [8, 12, 13, 14];
const GTIN_LENGTH = 14;

/** A barcode is equal to another after padding to 14 digits. */
export async function findGtin(
  digits: string,
  source: FoodSource,
  conditions: readonly Condition[] = [],
): Promise<FoodRow | undefined> {
  const value = digits.replace(/^0+/, '').padStart(GTIN_LENGTH, '0');
  if (!source.fields.includes(GTIN_COLUMN) || value.length > GTIN_LENGTH) return undefined;
  const isIt = { column: GTIN_COLUMN, operator: '=', value } as const;
  const page = { page: 1, pageSize: 1, conditions: [isIt, ...conditions] };
  return (await findPage(source, page)).foods[0];
}

/** A barcode as it is printed, the shortest form with at least this many digits: 8, 12, 13 or 14. */
export function printedCode(digits: string, least: number): string {
  const bare = digits.replace(/^0+/, '');
  const length = GTIN_LENGTHS.find((one) => (one >= least || one === 8) && one >= bare.length);
  return bare.padStart(length ?? GTIN_LENGTH, '0');
}
