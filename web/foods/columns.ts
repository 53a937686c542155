import { type Nutrient, ownValue } from './food.ts';

// The columns that a service offers, and sorting foods by one of them.

/**
 * A column that a service offers in addition to the five in every answer, as listed by `GET
 * /api/fields`.
 */
export interface Column {
  readonly name: string;
  readonly title: string;
  /** `g`, `mg`, `µg`, `IU`, `kcal` or `%`; `null` if there is none. */
  readonly unit: string | null;
  /** The INFOODS tagname, which only nutrients have. */
  readonly infoods: string | null;
  /** The US label's daily value, in `unit` (21 CFR 101.9(c)); `null` if there is none. */
  readonly daily_value: number | null;
  /** Whether `GET /api/food/{id}` finds a food by this column. */
  readonly key: boolean;
}

/** The additional columns and the licenses that a service offers, if any. */
export interface Schema {
  readonly columns: readonly Column[];
  /** The column by which `GET /api/food/{id}` finds a food. */
  readonly key: string | undefined;
  /** The licenses of the foods. */
  readonly licenses: ReturnType<typeof licensesIn>;
}

/**
 * Returns the licenses in the service's `Link` header, each with its URL and title. Badly encoded
 * titles are kept unchanged.
 */
export function licensesIn(link: string) {
  return [...link.matchAll(/<(https:[^>]*)>; rel="license"; title\*=UTF-8''([^,;]*)/g)].map(
    ([, url = '', title = '']) => ({
      url,
      title: new URLSearchParams(`title=${title}`).get('title') ?? '',
    }),
  );
}

export const NO_SCHEMA: Schema = { columns: [], key: undefined, licenses: [] };

/** A column to sort foods by, and the direction. */
export interface Sorting {
  readonly column: string;
  readonly isDescending: boolean;
}

/** Maps columns of the service to the fields of a food that every row shows. */
const OWN_COLUMNS: Readonly<Record<string, Nutrient | 'description'>> = {
  description: 'description',
  kcal: 'kcal',
  carbohydrate_g: 'carbohydrate',
  protein_g: 'protein',
  lipid_total_g: 'fat',
  fat_g: 'fat',
};

/** Parses a sort parameter: `sodium_mg` sorts ascending, `-sodium_mg` descending. */
export function readSorting(sort: string | undefined): Sorting | undefined {
  if (sort === undefined) return undefined;
  const isDescending = sort.startsWith('-');
  return { column: isDescending ? sort.slice(1) : sort, isDescending };
}

/**
 * Returns the field of a food that has this column's values; `undefined` for columns that are shown
 * only on demand.
 */
export function ownColumn(column: string): Nutrient | 'description' | undefined {
  return ownValue(OWN_COLUMNS, column);
}

/** Returns the service column of a field that every row shows. */
export function columnOf(shown: Nutrient | 'description', columns: readonly Column[]): string {
  if (shown === 'fat') return columns.find(({ name }) => name === 'lipid_total_g')?.name ?? 'fat_g';
  return shown === 'kcal' || shown === 'description' ? shown : `${shown}_g`;
}

/**
 * Returns the next sort order after a click on a column header: by the column, then reversed, then
 * by best match.
 */
export function nextSort(sort: string | undefined, column: string): string | undefined {
  const first = column === 'description' ? column : `-${column}`;
  const second = column === 'description' ? `-${column}` : column;
  if (sort === first) return second;
  return sort === second ? undefined : first;
}

/**
 * Returns the sort column if rows show it only because foods are sorted by it; `undefined` if there
 * is none, or if the service does not offer it.
 */
export function extraColumn(sort: string | undefined, { columns }: Schema): Column | undefined {
  const { column = 'kcal' } = readSorting(sort) ?? {};
  return ownColumn(column) === undefined ? columns.find(({ name }) => name === column) : undefined;
}
