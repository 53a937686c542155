import { fold } from '../search/fold.ts';
import type { SearchIndex } from '../search/search-index.ts';
import { Searcher } from '../search/searcher.ts';
import { type AnswerRows, type AnswerRowsData, answerRows } from './answer-rows.ts';
import type { FoodCatalog, FoodQuery } from './food-catalog.ts';
import { RecentAnswers } from './recent-answers.ts';

/** A loaded table, ready to search: plain data in flat arrays, which can be sent to any thread. */
export interface CatalogData {
  readonly rows: AnswerRowsData;
  readonly index: SearchIndex;
}

/** Some six hundred full answers. */
const RECENT_ANSWERS_BYTES = 2 ** 23;

/** A catalog that holds its entries in memory. */
export function createMemoryCatalog({ rows, index }: CatalogData): FoodCatalog {
  return new MemoryCatalog(answerRows(rows), new Searcher(index));
}

class MemoryCatalog implements FoodCatalog {
  readonly #rows: AnswerRows;
  readonly #searcher: Searcher;
  readonly #recent = new RecentAnswers(RECENT_ANSWERS_BYTES);

  constructor(rows: AnswerRows, searcher: Searcher) {
    this.#rows = rows;
    this.#searcher = searcher;
  }

  get size(): number {
    return this.#rows.size;
  }

  get revision(): string {
    return this.#rows.revision;
  }

  search({ text, match }: FoodQuery): Uint8Array {
    const folded = fold(text);
    const key = `${match}:${folded}`;
    const recent = this.#recent.get(key);
    if (recent !== undefined) return recent;
    const answer = this.#rows.answer(this.#searcher.search(folded, match));
    this.#recent.add(key, answer);
    return answer;
  }
}
