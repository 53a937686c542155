import { type FoodQuery, isForeignLanguage, MAX_FOODS } from '../catalog/food-catalog.ts';
import { unknownValue } from '../catalog/food-query.ts';
import type { Nutrient } from '../catalog/nutrients.ts';
import { type Condition, MAX_OFFSET, type Order } from '../catalog/selection/selection.ts';
import { PORTIONS } from '../catalog/table/extra-columns.ts';
import { RequestError } from '../errors/user-error.ts';
import { GTIN_COLUMN } from '../food/gtin.ts';
import { nextTurn } from '../meal/meal.ts';
import { MEASURE_COLUMNS, readMeasures } from '../meal/measures.ts';
import type { FoodRow, FoodSource, FoundFoods } from './food-source.ts';

// Types and helpers of interfaces: other services' paths, answered from this service's foods.

/** The services whose APIs can be served. */
export const INTERFACE_NAMES = ['openfoodfacts', 'fdc', 'mcp'] as const;
export type InterfaceName = (typeof INTERFACE_NAMES)[number];

export function isInterfaceName(name: string): name is InterfaceName {
  return INTERFACE_NAMES.some((known) => known === name);
}

/** The longest search text, in UTF-16 units. */
const MAX_TEXT_LENGTH = 8_192;

/** The parameters of a request, from its URL or body. */
export type Parameters = Pick<URLSearchParams, 'get' | 'getAll' | 'keys'>;

/** A request as passed to an interface. */
export interface InterfaceRequest {
  /** The path parameters: maps each `:name` to its value. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: Parameters;
}

export interface InterfaceAnswer {
  readonly status: 200 | 400 | 404;
  /** If this is a Uint8Array, it is already serialized JSON and is sent as is. */
  readonly body: object;
}

/** A path of another service, and how requests to it are answered. */
export interface InterfaceRoute {
  readonly path: string;
  /** Whether POST is accepted as well, with the parameters in a JSON body. */
  readonly takesBody?: true;
  /** The parameters that are read; any others are ignored. */
  readonly parameters: readonly string[];
  /** The summary in the OpenAPI document; absent for an alias. */
  readonly summary?: string;
  readonly answer: (
    request: InterfaceRequest,
    source: FoodSource,
  ) => InterfaceAnswer | Promise<InterfaceAnswer>;
}

/** A request for one page of the foods that match a search and conditions. */
export interface Page extends Pick<FoodQuery, 'lang'> {
  /** If absent or empty, all foods match. */
  readonly text?: string | null;
  readonly conditions?: readonly Condition[];
  /** Default: order by rank. */
  readonly order?: Order | undefined;
  /** The page number, counted from 1. */
  readonly page: number;
  readonly pageSize: number;
}

/**
 * A page of more foods than this counts as several requests, since reading all columns is costly.
 */
const FOODS_PER_REQUEST = 50;

/** Returns the foods of a page of results; none if the offset is too large. */
export async function findPage(source: FoodSource, asked: Page): Promise<FoundFoods> {
  const { text, lang, conditions = [], order, page, pageSize } = asked;
  if ((text ?? '').length > MAX_TEXT_LENGTH)
    throw new RequestError(`The text has more than ${MAX_TEXT_LENGTH} characters: shorten it`);
  const find = (offset: number, limit: number) =>
    source.find({
      ...(text && { text }),
      ...(lang && { lang }),
      match: 'fuzzy',
      limit,
      selection: { conditions, ...(order && { order }), offset, wantsTotal: true },
    });
  source.countMore(Math.ceil(pageSize / FOODS_PER_REQUEST) - 1);
  const start = (page - 1) * pageSize;
  const end = Math.min(start + pageSize, MAX_OFFSET + MAX_FOODS);
  if (start > MAX_OFFSET) return { foods: [], total: (await find(0, 1)).total };
  const foods: FoodRow[] = [];
  for (let offset = start; ; offset += MAX_FOODS) {
    const found = await find(offset, Math.min(MAX_FOODS, end - offset));
    foods.push(...found.foods);
    if (offset + MAX_FOODS >= Math.min(end, found.total)) return { foods, total: found.total };
    // Yields to the event loop.
    await nextTurn();
  }
}

/** Reads a whole number of at least 1 from a parameter; returns the default if it is absent. */
export function wholeNumber(query: Parameters, name: string, otherwise: number): number {
  const text = query.get(name) || String(otherwise);
  const number = /^\d{1,7}$/.test(text) ? Number(text) : 0;
  if (number > 0) return number;
  throw unknownValue(name, text, 'a whole number from 1');
}

/** Reads an enumerated parameter; returns `undefined` if it is absent. */
export function oneOf(
  query: Parameters,
  name: string,
  values: readonly string[],
): string | undefined {
  const value = query.get(name) || undefined;
  if (value === undefined || values.includes(value)) return value;
  throw unknownValue(name, value, values.join(' or '));
}

/** Returns the language of a caller (`de` for `de-AT`) if there are names of foods in it. */
export function languageOf(text: string | null): Pick<FoodQuery, 'lang'> {
  const lang = text?.slice(0, 2).toLowerCase() ?? '';
  return isForeignLanguage(lang) ? { lang } : {};
}

/** Returns the first nonempty value among these columns, as text. */
export function textOf(row: FoodRow, ...columns: readonly string[]): string | undefined {
  for (const column of columns) {
    const value = row.get(column);
    if (typeof value === 'string' && value !== '') return value;
    if (typeof value === 'number') return String(value);
  }
  return undefined;
}

/** Returns the household measures of a food. */
export function measuresOf(row: FoodRow): ReturnType<typeof readMeasures> {
  const listed = readMeasures({ [PORTIONS]: row.get(PORTIONS) });
  if (listed.length > 0) return listed;
  return readMeasures(Object.fromEntries(MEASURE_COLUMNS.map((name) => [name, row.get(name)])));
}

/**
 * How many bytes of JSON, excluding nutrients, are cached for later pages: enough for USDA's SR 28.
 */
export const CACHED_HEADS_BYTES = 2 ** 22;
/** The approximate memory that a cached food takes besides its JSON. */
export const CACHED_HEAD_BYTES = 50;

/** A nutrient whose column the bundled foods lack, but your own tables may have. */
export const TRANS_FAT: Nutrient = {
  ...{ column: 'fa_trans_g', title: 'Trans fat', unit: 'g', infoods: 'FATRN' },
  ...{ dailyValue: undefined, fdcName: 'Fatty acids, total trans' },
  fdcIds: [{ name: '1257', unit: 'g' }],
  fdcNumbers: [{ name: '605', unit: 'g' }],
  openFoodFacts: [{ name: 'trans-fat', unit: 'g' }],
};

/** The columns that interfaces read in addition to the columns of the bundled foods. */
export const PRODUCT_COLUMNS = [
  ...[GTIN_COLUMN, 'code', 'source', 'data_type', 'quantity', 'package_weight'],
  ...['brands', 'brand', 'brand_owner', 'brand_name', TRANS_FAT.column],
];
