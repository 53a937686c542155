import { createHash } from 'node:crypto';
import { canonicalText } from '../search/canonical-text.ts';
import type { FuzzyOptions } from '../search/fuzzy/fuzzy-searcher.ts';
import { NO_SYNONYMS } from '../search/fuzzy/synonyms.ts';
import { type Found, SearchEngine } from '../search/search-engine.ts';
import type { SearchIndex } from '../search/search-index.ts';
import { Work, WorkLimitError } from '../search/work.ts';
import { type AnswerRows, type AnswerRowsData, answerRows } from './answer-rows.ts';
import { FieldedFoods, type FieldValuesData } from './field-values.ts';
import { type FoodAnswer, type FoodCatalog, type FoodQuery, MAX_FOODS } from './food-catalog.ts';
import { findKey, type KeyIndexData } from './key-index.ts';
import { RecentAnswers } from './recent-answers.ts';
import { SlowLane, type SlowLaneLimits } from './slow-lane.ts';

/** A loaded table, ready to search: plain data in flat arrays, which can be sent to any thread. */
export interface CatalogData {
  readonly rows: AnswerRowsData;
  /** The further fields that are offered. */
  readonly fields: FieldValuesData;
  readonly key: KeyIndexData | undefined;
  readonly index: SearchIndex;
}

/** Some six hundred full answers. */
const RECENT_ANSWERS_BYTES = 2 ** 23;

/**
 * What a search may do before it goes to the slow lane, in units of {@link Work}: a few
 * milliseconds at most. Hardly any search of people needs as much.
 */
export const MAX_WORK = 75_000;

/** For tests: what the limits protect from is rare otherwise. */
export interface MemoryCatalogLimits extends SlowLaneLimits {
  readonly maxWork?: number;
}

/** Kitchen English, without other names. */
export const PLAIN_ENGLISH: FuzzyOptions = { language: 'english', synonyms: NO_SYNONYMS };

/** A catalog that holds its entries in memory. */
export function createMemoryCatalog(
  data: CatalogData,
  fuzzy: FuzzyOptions = PLAIN_ENGLISH,
  limits: MemoryCatalogLimits = {},
): FoodCatalog {
  return new MemoryCatalog(data, fuzzy, limits);
}

class MemoryCatalog implements FoodCatalog {
  readonly #rows: AnswerRows;
  readonly #revision: string;
  readonly #offered: readonly string[];
  readonly #fielded: FieldedFoods;
  readonly #key: KeyIndexData | undefined;
  readonly #engine: SearchEngine;
  readonly #slowLane: SlowLane;
  readonly #recent = new RecentAnswers(RECENT_ANSWERS_BYTES);
  /** The searches in the slow lane by their keys: everyone who asks for the same gets the same answer. */
  readonly #slow = new Map<string, Promise<FoodAnswer>>();

  constructor(
    { rows, fields, key, index }: CatalogData,
    fuzzy: FuzzyOptions,
    limits: MemoryCatalogLimits,
  ) {
    const { maxWork = MAX_WORK, ...slowLaneLimits } = limits;
    this.#rows = answerRows(rows);
    this.#revision = this.#rows.revision + revisionOf(fuzzy);
    this.#offered = fields.offered;
    this.#fielded = new FieldedFoods(this.#rows, fields);
    this.#key = key;
    this.#engine = new SearchEngine(index, fuzzy, new Work(maxWork));
    this.#slowLane = new SlowLane(index, fuzzy, slowLaneLimits);
  }

  get size(): number {
    return this.#rows.size;
  }

  get revision(): string {
    return this.#revision;
  }

  get fields(): readonly string[] {
    return this.#offered;
  }

  get key(): string | undefined {
    return this.#key?.column;
  }

  food(key: string, fields: readonly string[]): Uint8Array | undefined {
    const row = this.#key && findKey(this.#key, key);
    return row === undefined ? undefined : this.#fielded.one(row, fields);
  }

  search(query: FoodQuery, caller = () => ''): FoodAnswer | Promise<FoodAnswer> {
    const { text, match } = query;
    const canonical = canonicalText(text, match);
    const key = `${match}${shapeOf(query)}:${canonical}`;
    const known = this.#recent.get(key) ?? this.#slow.get(key);
    if (known !== undefined) return known;
    try {
      return this.#answer(key, query, this.#engine.search(canonical, match));
    } catch (fault) {
      if (!(fault instanceof WorkLimitError)) throw fault;
    }
    const answer = this.#slowLane
      .search(canonical, match, caller())
      .then((found) => this.#answer(key, query, found))
      .finally(() => this.#slow.delete(key));
    this.#slow.set(key, answer);
    return answer;
  }

  #answer(key: string, query: FoodQuery, { rows, interpretation }: Found): FoodAnswer {
    const { limit = MAX_FOODS, fields = [] } = query;
    const best = rows.length > limit ? rows.subarray(0, limit) : rows;
    const body = fields.length === 0 ? this.#rows.answer(best) : this.#fielded.list(best, fields);
    const answer = interpretation === undefined ? { body } : { body, interpretation };
    this.#recent.add(key, answer);
    return answer;
  }
}

/** Other words for foods give other answers. */
function revisionOf({ language, synonyms }: FuzzyOptions): string {
  const words = JSON.stringify([language, ...synonyms.meanings]);
  return createHash('sha256').update(words).digest('hex').slice(0, FUZZY_REVISION_LENGTH);
}

/** 32 bits: an owner changes these words now and then. */
const FUZZY_REVISION_LENGTH = 8;

/** What tells the answers to the same text apart; empty for a query under the contract. */
function shapeOf({ limit = MAX_FOODS, fields = [] }: FoodQuery): string {
  return limit === MAX_FOODS && fields.length === 0 ? '' : `${limit}${JSON.stringify(fields)}`;
}
