import { markdownTable } from '../bench/measure.ts';
import { canonicalText } from '../src/search/canonical-text.ts';
import { naiveFuzzySearch } from '../src/search/fuzzy/naive-fuzzy-search.case.ts';
import { MAX_FOODS } from '../src/search/limits.ts';
import { MATCHES, type Match } from '../src/search/match.ts';
import { naiveSearch } from '../src/search/naive-search.case.ts';
import { SearchEngine } from '../src/search/search-engine.ts';
import { buildSearchIndex } from '../src/search/search-index.ts';
import { DESCRIPTIONS, FOODS, FUZZY } from '../test/bundled-foods.ts';
import { readQueries } from '../test/cases/read-cases.ts';

// Compares every search of the query files with a plain scan.

/** The plain scan of `match=fuzzy` takes so long that it scans one food of so many. */
const FUZZY_SHARE = 20;

/**
 * Asks every search of the query files in every mode, and compares the answers with those of a plain
 * scan of the bundled foods.
 *
 * @throws Error for the first answer that differs.
 */
export function runSearch(): string {
  const some = FOODS.filter((_, row) => row % FUZZY_SHARE === 0);
  const fuzzyTable = {
    descriptions: some.map(({ description }) => description),
    names: some.map(({ common_names }) => common_names),
  };
  const asked = [
    ...readQueries('queries-usda.txt'),
    ...readQueries('queries-many.txt'),
    ...readQueries('queries-misspelled.txt'),
  ];
  const scan = (text: string, match: Match) =>
    match === 'fuzzy'
      ? naiveFuzzySearch(fuzzyTable, text, FUZZY, MAX_FOODS)
      : naiveSearch(DESCRIPTIONS, text, match, MAX_FOODS);
  const figures = MATCHES.map((match) => {
    const { descriptions, names } = match === 'fuzzy' ? fuzzyTable : { descriptions: DESCRIPTIONS };
    const engine = new SearchEngine(buildSearchIndex(descriptions, names), FUZZY);
    for (const text of asked) {
      const found = [...engine.search(canonicalText(text, match), match).rows];
      if (found.join() !== scan(text, match).join()) {
        throw new Error(`match=${match} does not give what a scan gives for "${text}".`);
      }
    }
    return [match, descriptions.length.toLocaleString('en'), asked.length.toLocaleString('en')];
  });
  return markdownTable(['match', 'foods', 'searches, each as a scan answers it'], figures);
}
