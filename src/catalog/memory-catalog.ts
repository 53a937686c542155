import { canonicalText } from '../search/canonical-text.ts';
import { type FuzzyOptions, FuzzySearcher } from '../search/fuzzy/fuzzy-searcher.ts';
import { NO_SYNONYMS } from '../search/fuzzy/synonyms.ts';
import type { SearchIndex } from '../search/search-index.ts';
import { Searcher } from '../search/searcher.ts';
import { type AnswerRows, type AnswerRowsData, answerRows } from './answer-rows.ts';
import type { FoodAnswer, FoodCatalog, FoodQuery, Match } from './food-catalog.ts';
import { RecentAnswers } from './recent-answers.ts';

/** A loaded table, ready to search: plain data in flat arrays, which can be sent to any thread. */
export interface CatalogData {
  readonly rows: AnswerRowsData;
  readonly index: SearchIndex;
}

/** Some six hundred full answers. */
const RECENT_ANSWERS_BYTES = 2 ** 23;

/** Kitchen English, without other names. */
const PLAIN_ENGLISH: FuzzyOptions = { language: 'english', synonyms: NO_SYNONYMS };

/** A catalog that holds its entries in memory. */
export function createMemoryCatalog(
  { rows, index }: CatalogData,
  fuzzy: FuzzyOptions = PLAIN_ENGLISH,
): FoodCatalog {
  return new MemoryCatalog(
    answerRows(rows),
    new Searcher(index),
    new FuzzySearcher(index.fuzzy, fuzzy),
  );
}

class MemoryCatalog implements FoodCatalog {
  readonly #rows: AnswerRows;
  readonly #searcher: Searcher;
  readonly #fuzzySearcher: FuzzySearcher;
  readonly #recent = new RecentAnswers(RECENT_ANSWERS_BYTES);

  constructor(rows: AnswerRows, searcher: Searcher, fuzzySearcher: FuzzySearcher) {
    this.#rows = rows;
    this.#searcher = searcher;
    this.#fuzzySearcher = fuzzySearcher;
  }

  get size(): number {
    return this.#rows.size;
  }

  get revision(): string {
    return this.#rows.revision;
  }

  search({ text, match }: FoodQuery): FoodAnswer {
    const canonical = canonicalText(text, match);
    const key = `${match}:${canonical}`;
    const recent = this.#recent.get(key);
    if (recent !== undefined) return recent;
    const answer = this.#answer(canonical, match);
    this.#recent.add(key, answer);
    return answer;
  }

  #answer(canonical: string, match: Match): FoodAnswer {
    if (match !== 'fuzzy') {
      return { body: this.#rows.answer(this.#searcher.search(canonical, match)) };
    }
    const { rows, interpretation } = this.#fuzzySearcher.search(canonical);
    return { body: this.#rows.answer(rows), interpretation };
  }
}
