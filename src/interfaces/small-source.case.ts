import { catalogOf, type FoodColumns } from '../../test/catalog-of.ts';
import { readNutrients } from '../catalog/nutrients.ts';
import { USDA_TERMS } from '../food/table-terms.ts';
import { createFoodSource, type FoodSource } from './food-source.ts';
import { type InterfaceRoute, TRANS_FAT } from './interface.ts';

// A food source with a few foods in memory.

/** Returns a source of these foods, and the searches that it counts. */
export async function sourceOf(rows: readonly FoodColumns[]) {
  const counted: number[] = [];
  const source = createFoodSource(await catalogOf(rows), {
    ...{ nutrients: [...readNutrients(), TRANS_FAT], terms: () => [USDA_TERMS] },
    ...{ caller: () => '', countMore: (searches) => counted.push(searches) },
  });
  return { source, counted };
}

/** Sends a GET request to the first route that matches its path. */
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
