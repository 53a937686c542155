import { toEntryRow } from '../src/catalog/entry-store.ts';
import type { FoodCatalog } from '../src/catalog/food-catalog.ts';
import { loadCatalog } from '../src/catalog/loading/load-catalog.ts';
import { createMemoryCatalog, PLAIN_ENGLISH } from '../src/catalog/table/memory-catalog.ts';
import type { StoredValue } from '../src/food/decimal.ts';
import { ENTRY_COLUMNS } from '../src/food/entry.ts';

// A catalog of a few foods, with any columns.

/** A food with these columns; its other columns are empty. */
export type FoodColumns = Readonly<Record<string, StoredValue>>;

/** English, with one name in another language. */
const FUZZY = { ...PLAIN_ENGLISH, foreignNames: 'en\tes\npeanut butter\tcacahuete\n' };

/** Loads a catalog that offers every column of these foods. */
export async function catalogOf(foods: readonly FoodColumns[]): Promise<FoodCatalog> {
  const own = new Set(foods.flatMap((food) => Object.keys(food)));
  const columns = [...new Set([...ENTRY_COLUMNS, ...own])];
  const read = async function* (asked: { readonly fields?: readonly string[] } = {}) {
    const names = [...ENTRY_COLUMNS, ...(asked.fields ?? [])];
    yield foods.map((food) => toEntryRow(names.map((name) => food[name] ?? null)));
  };
  const { data } = await loadCatalog({ columns, count: foods.length, read }, { fields: ['*'] });
  return createMemoryCatalog(data, FUZZY);
}
