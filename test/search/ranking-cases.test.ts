import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { canonicalText } from '../../src/search/exact-query.ts';
import { elementAt } from '../../src/search/flat-arrays.ts';
import { MAX_FOODS } from '../../src/search/limits.ts';
import { naiveSearch } from '../../src/search/naive-search.case.ts';
import { Searcher } from '../../src/search/searcher.ts';
import { DESCRIPTIONS, FOODS, INDEX } from '../bundled-foods.ts';
import { readCases, readQueries } from '../cases/read-cases.ts';
import { oneIn } from '../runs.ts';

const Grams = z.coerce.number();
/** Identifies a food by its values, since its wording varies between tables. */
const Known = z.object({
  about: z.string(),
  kcal: Grams,
  protein_g: Grams,
  carbohydrate_g: Grams,
});
const Case = z.object({
  q: z.string(),
  match: z.enum(['substring', 'words']).default('substring'),
  any_in_top3: z.array(Known).default([]),
  none_in_top3: z.array(Known).default([]),
});

const searcher = new Searcher(INDEX);

const cases = z.array(Case).parse(JSON.parse(readCases('ranking.json')));

describe('ranking of the bundled foods', () => {
  test.each(cases)('$match search for "$q"', ({ q, match, any_in_top3, none_in_top3 }) => {
    const top = [...searcher.search(canonicalText(q, match), match)]
      .slice(0, 3)
      .map((row) => elementAt(FOODS, row));
    const known = (list: z.infer<typeof Known>[]) =>
      list.filter((one) => top.some((food) => isSame(one, food))).map(({ about }) => about);
    const named = top.map(({ description }) => description).join(' | ');
    expect(known(none_in_top3), named).toEqual([]);
    if (any_in_top3.length > 0) expect(known(any_in_top3), named).not.toEqual([]);
  });
});

test('search over the bundled foods finds the same as a scan', () => {
  // The plain scan takes milliseconds per query.
  for (const query of oneIn(360, readQueries('queries-usda.txt'))) {
    for (const match of ['substring', 'words'] as const) {
      expect([...searcher.search(canonicalText(query, match), match)], `${match} ${query}`).toEqual(
        naiveSearch(DESCRIPTIONS, query, match, MAX_FOODS),
      );
    }
  }
});

type Figures = Omit<z.infer<typeof Known>, 'about'>;

function isSame(a: Figures, b: Figures): boolean {
  const near = (one: number, other: number) => Math.abs(one - other) < 0.005;
  return (
    near(a.kcal, b.kcal) &&
    near(a.protein_g, b.protein_g) &&
    near(a.carbohydrate_g, b.carbohydrate_g)
  );
}
