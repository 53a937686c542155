import { setImmediate } from 'node:timers/promises';
import { type StoredEntry, searchableText, serializeValues } from '../food/food-entry.ts';
import { fold } from '../search/fold.ts';
import { Searcher } from '../search/searcher.ts';
import { type AnswerRows, AnswerRowsBuilder } from './answer-rows.ts';
import type { FoodCatalog, FoodQuery } from './food-catalog.ts';
import { IndexBuilding } from './index-building.ts';
import { RecentAnswers } from './recent-answers.ts';

export interface MemoryCatalogOptions {
  /** Told now and then how many entries have been read. */
  readonly onProgress?: (entryCount: number) => void;
}

/** Entries between two looks at what else there is to do, such as a signal to stop. */
const BATCH_SIZE = 10_000;

/** Some six hundred full answers. */
const RECENT_ANSWERS_BYTES = 2 ** 23;

/**
 * A catalog that holds its entries in memory. An entry's place in the iteration breaks ties. The
 * index of a large table is built in a thread of its own while the entries are read.
 */
export async function createMemoryCatalog(
  entries: Iterable<StoredEntry>,
  { onProgress }: MemoryCatalogOptions = {},
): Promise<FoodCatalog> {
  const rowsBuilder = new AnswerRowsBuilder();
  const building = new IndexBuilding();
  let count = 0;
  try {
    for (const entry of entries) {
      rowsBuilder.add(serializeValues(entry));
      building.add(searchableText(entry.description));
      count++;
      if (count % BATCH_SIZE === 0) {
        onProgress?.(count);
        await setImmediate();
      }
    }
    onProgress?.(count);
    const rows = rowsBuilder.build();
    return new MemoryCatalog(rows, new Searcher(await building.finish()));
  } finally {
    await building.stop();
  }
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
