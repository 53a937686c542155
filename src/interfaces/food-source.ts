import type { EncodedAnswer, FoodCatalog, FoodQuery } from '../catalog/food-catalog.ts';
import type { Nutrient } from '../catalog/nutrients.ts';
import type { TermsNow } from '../food/table-terms.ts';
import { FoodRow } from './food-row.ts';

// The catalog, as interfaces use it.

/** The foods found, and the total number of matches. */
export interface FoundFoods extends Pick<EncodedAnswer, 'interpretation'> {
  readonly foods: readonly FoodRow[];
  readonly total: number;
}

export interface FoodSource extends Pick<FoodCatalog, 'fields' | 'columns' | 'key' | 'values'> {
  /** Searches as `/api/food` does. */
  readonly search: (query: FoodQuery) => EncodedAnswer | Promise<EncodedAnswer>;
  /** The same with every column. */
  readonly find: (query: Omit<FoodQuery, 'fields' | 'asRows'>) => Promise<FoundFoods>;
  /** Returns the food with this key. */
  readonly food: (key: string) => FoodRow | undefined;
  /** Returns the distinct texts of a column; empty if there are too many. */
  readonly valuesOf: (column: string) => Promise<readonly string[]>;
  readonly nutrients: readonly Nutrient[];
  readonly terms: TermsNow | undefined;
  /** Counts additional searches toward the caller's rate limit. */
  readonly countMore: (searches: number) => void;
}

/** Everything a food source needs besides the catalog. */
export interface SourceParts extends Pick<FoodSource, 'nutrients' | 'terms' | 'countMore'> {
  readonly caller: () => string;
}

const ROW_BYTES = Uint32Array.BYTES_PER_ELEMENT;

export function createFoodSource(
  catalog: FoodCatalog,
  { caller, ...parts }: SourceParts,
): FoodSource {
  const { fields, columns, key, values } = catalog;
  const search = (query: FoodQuery) => catalog.search(query, caller);
  return {
    ...{ fields, columns, key, values, ...parts, search },
    find: async (query) => {
      const { body, total = 0, interpretation } = await search({ ...query, asRows: true });
      const rows = new Uint32Array(body.buffer, body.byteOffset, body.length / ROW_BYTES);
      const found = { foods: Array.from(rows, (row) => new FoodRow(values, row)), total };
      return interpretation === undefined ? found : { ...found, interpretation };
    },
    food: (id) => {
      const row = catalog.rowOf(id);
      return row === undefined ? undefined : new FoodRow(values, row);
    },
    valuesOf: async (column) => {
      if (columns.find(({ name }) => name === column)?.hasGroups !== true) return [];
      const { body } = await search({ match: 'substring', groupsOf: column });
      const groups: { value: string | null }[] = JSON.parse(Buffer.from(body).toString());
      return groups.flatMap(({ value }) => value ?? []);
    },
  };
}
