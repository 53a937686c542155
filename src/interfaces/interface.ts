import type { FoodCatalog, FoodQuery } from '../catalog/food-catalog.ts';
import type { Nutrient } from '../catalog/nutrients.ts';
import type { FieldValue } from '../client/food.ts';

// What an interface is: other services' paths, answered from this service's foods.

/** The services whose shapes can be served. */
export const INTERFACE_NAMES = ['openfoodfacts', 'fdc'] as const;
export type InterfaceName = (typeof INTERFACE_NAMES)[number];

export function isInterfaceName(name: string): name is InterfaceName {
  return INTERFACE_NAMES.some((known) => known === name);
}

/** The most foods of a page, as of any answer here. */
export const MAX_PAGE_SIZE = 100;
/** Beyond, an offset is larger than a search allows. */
export const MAX_PAGES = 100;

/** A food with every column that the table offers. */
export type FoodRow = Readonly<Record<string, FieldValue | undefined>>;

/** Foods that were found, and how many there are. */
export interface FoundFoods {
  readonly foods: readonly FoodRow[];
  readonly total: number;
}

/** What an interface may ask for. */
export interface FoodSource extends Pick<FoodCatalog, 'fields' | 'key'> {
  /** Searches as `/api/food` does; a number of foods is counted with `selection`. */
  readonly find: (query: Omit<FoodQuery, 'fields'>) => Promise<FoundFoods>;
  /** The food with this key. */
  readonly food: (key: string) => FoodRow | undefined;
  readonly nutrients: readonly Nutrient[];
}

/** A request as an interface sees it. */
export interface InterfaceRequest {
  /** What the `:name` of a path stands for. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: Pick<URLSearchParams, 'get' | 'getAll'>;
}

export interface InterfaceAnswer {
  readonly status: 200 | 400 | 404;
  readonly body: unknown;
}

/** A path of another service, and how it is answered. */
export interface InterfaceRoute {
  readonly path: string;
  readonly answer: (
    request: InterfaceRequest,
    source: FoodSource,
  ) => InterfaceAnswer | Promise<InterfaceAnswer>;
}

/** The foods of a page of results: those that meet a search, and a condition if there is one. */
export function findPage(
  source: FoodSource,
  text: string | undefined,
  { page, pageSize, condition }: { page: number; pageSize: number; condition?: Condition },
): Promise<FoundFoods> {
  const selection = {
    conditions: condition === undefined ? [] : [condition],
    offset: (page - 1) * pageSize,
    isCounted: true,
  };
  const asked = { match: 'fuzzy', limit: pageSize, selection } as const;
  return source.find(text === undefined ? asked : { ...asked, text });
}

type Condition = NonNullable<FoodQuery['selection']>['conditions'][number];

/** A whole number from 1 to `most` in a parameter; the default where it is absent or no such number. */
export function pageNumber(text: string | null, most: number, otherwise: number): number {
  const number = text !== null && /^\d{1,5}$/.test(text) ? Number(text) : 0;
  return number >= 1 && number <= most ? number : otherwise;
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
