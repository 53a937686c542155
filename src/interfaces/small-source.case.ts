import { toEntryRow } from '../catalog/entry-store.ts';
import { loadCatalog } from '../catalog/loading/load-catalog.ts';
import { readNutrients } from '../catalog/nutrients.ts';
import { createMemoryCatalog, PLAIN_ENGLISH } from '../catalog/table/memory-catalog.ts';
import type { StoredValue } from '../food/decimal.ts';
import { ENTRY_COLUMNS } from '../food/entry.ts';
import { USDA_TERMS } from '../food/table-terms.ts';
import { createFoodSource, type FoodSource } from './food-source.ts';
import { type InterfaceRoute, TRANS_FAT } from './interface.ts';

// A food source with a few foods in memory.

/** English, with one name in another language. */
const FUZZY = { ...PLAIN_ENGLISH, foreignNames: 'en\tes\npeanut butter\tcacahuete\n' };

type Row = Readonly<Record<string, StoredValue>>;

/** Returns a source of these foods, and the searches that it counts. */
export async function sourceOf(rows: readonly Row[]) {
  const own = new Set(rows.flatMap((row) => Object.keys(row)));
  const columns = [...new Set([...ENTRY_COLUMNS, ...own])];
  const read = async function* (asked: { readonly fields?: readonly string[] } = {}) {
    const names = [...ENTRY_COLUMNS, ...(asked.fields ?? [])];
    yield rows.map((row) => toEntryRow(names.map((name) => row[name] ?? null)));
  };
  const { data } = await loadCatalog({ columns, count: rows.length, read }, { fields: ['*'] });
  const counted: number[] = [];
  const source = createFoodSource(createMemoryCatalog(data, FUZZY), {
    ...{ nutrients: [...readNutrients(), TRANS_FAT], terms: () => [USDA_TERMS] },
    ...{ caller: () => '', countMore: (searches) => counted.push(searches) },
  });
  return { source, counted };
}

/** Sends a GET request to the first of these routes that has its path. */
export async function get(routes: readonly InterfaceRoute[], source: FoodSource, url: string) {
  const { pathname, searchParams: query } = new URL(url, 'https://foods.example');
  for (const { path, answer } of routes) {
    const form = new URLPattern({ pathname: path }).exec({ pathname });
    if (form === null) continue;
    const params = Object.fromEntries(
      Object.entries(form.pathname.groups).map(([name, text = '']) => [
        name,
        decodeURIComponent(text),
      ]),
    );
    const { status, body } = await answer({ params, query }, source);
    const json = body instanceof Uint8Array ? Buffer.from(body).toString() : JSON.stringify(body);
    return { status, body: JSON.parse(json) };
  }
  throw new Error(`There is no route for ${pathname}`);
}
