import type { Nutrient } from './food.ts';

// The columns that a service offers, and the order of foods by one of them.

/** A further column of the service, as in `GET /api/fields`. */
export interface Column {
  readonly name: string;
  readonly title: string;
  /** `g`, `mg`, `µg`, `IU`, `kcal` or `%`; `null` if there is none. */
  readonly unit: string | null;
  /** The tagname of INFOODS, which nutrients have. */
  readonly infoods: string | null;
  /** The daily value of the US label in `unit` (21 CFR 101.9(c)); `null` if there is none. */
  readonly daily_value: number | null;
  /** Whether `GET /api/food/{id}` finds a food by it. */
  readonly key: boolean;
}

/** Optional features of a service; with a plain table it has none. */
export interface Offer {
  readonly columns: readonly Column[];
  /** The column by which `GET /api/food/{id}` finds a food. */
  readonly key: string | undefined;
  /** The licenses of the foods. */
  readonly licenses: readonly License[];
}

/** The address of a license, and whom to credit. */
export interface License {
  readonly url: string;
  readonly title: string;
}

/** The licenses that the service names in its header `Link`; what is wrongly encoded stays as it is. */
export function licensesIn(link: string): License[] {
  return [...link.matchAll(/<(https:[^>]*)>; rel="license"; title\*=UTF-8''([^,;]*)/g)].map(
    ([, url = '', title = '']) => ({
      url,
      title: new URLSearchParams(`title=${title}`).get('title') ?? '',
    }),
  );
}

export const NO_OFFER: Offer = { columns: [], key: undefined, licenses: [] };

/** An order of foods by a column, as the service names it. */
export interface Sorting {
  readonly column: string;
  readonly isDescending: boolean;
}

/** What each row shows of a food, by the columns of a service. */
const OWN_COLUMNS: Readonly<Record<string, Nutrient | 'description'>> = {
  description: 'description',
  kcal: 'kcal',
  carbohydrate_g: 'carbohydrate',
  protein_g: 'protein',
  lipid_total_g: 'fat',
  fat_g: 'fat',
};

/** The text of an order: `sodium_mg` is the least first, `-sodium_mg` the most first. */
export function readSorting(sort: string | undefined): Sorting | undefined {
  if (sort === undefined) return undefined;
  const isDescending = sort.startsWith('-');
  return { column: isDescending ? sort.slice(1) : sort, isDescending };
}

/** The property of a food that a column shows; `undefined` for a further column. */
export function ownColumn(column: string): Nutrient | 'description' | undefined {
  return OWN_COLUMNS[column];
}

/** The column of what every row shows. */
export function columnOf(shown: Nutrient | 'description', columns: readonly Column[]): string {
  if (shown === 'fat') return columns.find(({ name }) => name === 'lipid_total_g')?.name ?? 'fat_g';
  return shown === 'kcal' || shown === 'description' ? shown : `${shown}_g`;
}

/** Sorts by a column, the other way at the second press, and by the best match at the third. */
export function nextSort(sort: string | undefined, column: string): string | undefined {
  const first = column === 'description' ? column : `-${column}`;
  const second = column === 'description' ? `-${column}` : column;
  if (sort === first) return second;
  return sort === second ? undefined : first;
}

/**
 * The further column that rows show because they are sorted by it; `undefined` if there is none.
 */
export function extraColumn(sort: string | undefined, { columns }: Offer): Column | undefined {
  const { column = 'kcal' } = readSorting(sort) ?? {};
  return ownColumn(column) === undefined ? columns.find(({ name }) => name === column) : undefined;
}
