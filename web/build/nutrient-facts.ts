import { parse } from 'csv-parse/sync';
import type { Plugin } from 'vite';
import type { NutrientFact } from '../food/nutrients.ts';

/** Makes `data/nutrients.csv` a module: what of it the page shows, without the names of sources. */
export function nutrientFacts(): Plugin {
  return {
    name: 'nutrient-facts',
    transform(code, id) {
      if (!id.endsWith('/data/nutrients.csv')) return null;
      const records: Record<string, string>[] = parse(code, { columns: true });
      // What has an INFOODS tagname is a nutrient; the others are names, weights and measures.
      const nutrients = records.filter(({ infoods }) => infoods !== '');
      const facts = nutrients.map(
        ({ column = '', title = '', unit = '', daily_value = '' }): NutrientFact => ({
          column,
          title,
          unit,
          dailyValue: daily_value === '' ? null : Number(daily_value),
        }),
      );
      return { code: `export default ${JSON.stringify(facts)};`, map: null };
    },
  };
}
