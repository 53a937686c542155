import { createHash } from 'node:crypto';
import { canonicalText } from '../../search/canonical-text.ts';
import { NO_EVERYDAY_WORDS } from '../../search/everyday-words.ts';
import type { FuzzyOptions } from '../../search/fuzzy/fuzzy-searcher.ts';
import { NO_SYNONYMS } from '../../search/fuzzy/synonyms.ts';
import { modeOf } from '../../search/match.ts';
import type { Found } from '../../search/search-engine.ts';
import type { SearchIndex } from '../../search/search-index.ts';
import {
  type EncodedAnswer,
  type FoodCatalog,
  type FoodQuery,
  MAX_FOODS,
} from '../food-catalog.ts';
import { SearchTurns, type SearchTurnsLimits } from '../turns/search-turns.ts';
import { type AnswerRows, type AnswerRowsData, answerRows, jsonArray } from './answer-rows.ts';
import type { ColumnData } from './columns.ts';
import { FieldedFoods, type FieldValuesData } from './field-values.ts';
import { FoodMeasures } from './food-measures.ts';
import { findKey, type KeyIndexData } from './key-index.ts';
import { RecentAnswers } from './recent-answers.ts';

/** A loaded table, ready to search: plain data in flat arrays, which can be sent to any thread. */
export interface CatalogData {
  readonly rows: AnswerRowsData;
  /** The further fields that are offered. */
  readonly fields: FieldValuesData;
  /** What conditions and orders may name. */
  readonly columns: readonly ColumnData[];
  readonly key: KeyIndexData | undefined;
  readonly index: SearchIndex;
}

/** Some six hundred full answers. */
const RECENT_ANSWERS_BYTES = 2 ** 23;

/** Kitchen English, without other names. */
export const PLAIN_ENGLISH: FuzzyOptions = {
  language: 'english',
  synonyms: NO_SYNONYMS,
  everyday: NO_EVERYDAY_WORDS,
};

/** A catalog that holds its entries in memory. */
export function createMemoryCatalog(
  data: CatalogData,
  fuzzy: FuzzyOptions = PLAIN_ENGLISH,
  limits: SearchTurnsLimits = {},
): FoodCatalog {
  return new MemoryCatalog(data, fuzzy, limits);
}

class MemoryCatalog implements FoodCatalog {
  readonly #rows: AnswerRows;
  readonly #revision: string;
  readonly #offered: readonly string[];
  readonly #fielded: FieldedFoods;
  readonly #measures: FoodMeasures;
  readonly #key: KeyIndexData | undefined;
  readonly #turns: SearchTurns;
  readonly #recent = new RecentAnswers(RECENT_ANSWERS_BYTES);
  /** The searches that wait, by their keys: everyone who asks for the same gets the same answer. */
  readonly #pending = new Map<string, Promise<EncodedAnswer>>();

  constructor(
    { rows, fields, key, index }: CatalogData,
    fuzzy: FuzzyOptions,
    limits: SearchTurnsLimits,
  ) {
    this.#rows = answerRows(rows);
    this.#revision = this.#rows.revision + revisionOf(fuzzy);
    this.#offered = fields.offered;
    this.#fielded = new FieldedFoods(this.#rows, fields);
    this.#measures = new FoodMeasures(fields);
    this.#key = key;
    this.#turns = new SearchTurns(index, fuzzy, limits);
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

  search(query: FoodQuery, caller = () => ''): EncodedAnswer | Promise<EncodedAnswer> {
    const mode = modeOf(query.match, query.lang);
    const canonical = canonicalText(query.text, mode);
    const key = `${mode}${shapeOf(query)}:${canonical}`;
    const known = this.#recent.get(key) ?? this.#pending.get(key);
    if (known !== undefined) return known;
    const found = this.#turns.search(canonical, mode, caller);
    if (!(found instanceof Promise)) return this.#answer(key, query, found);
    const answer = found
      .then((later) => this.#answer(key, query, later))
      .finally(() => this.#pending.delete(key));
    this.#pending.set(key, answer);
    return answer;
  }

  #answer(key: string, query: FoodQuery, found: Found): EncodedAnswer {
    const { limit = MAX_FOODS, fields = [] } = query;
    const { interpretation } = found;
    const rows = this.#ordered(found);
    const best = rows.length > limit ? rows.subarray(0, limit) : rows;
    const body =
      fields.length === 0 ? jsonArray(best, this.#rows) : this.#fielded.list(best, fields);
    const answer = interpretation === undefined ? { body } : { body, interpretation };
    this.#recent.add(key, answer);
    return answer;
  }

  /** The rows that were found; with an amount, of equal ones those first that have its unit. */
  #ordered({ rows, interpretation, scores }: Found): Uint32Array {
    const unit = interpretation?.unit;
    if (unit === undefined || scores === undefined) return rows;
    return this.#measures.withUnitFirst(rows, scores, unit);
  }
}

/** Other words for foods give other answers. */
function revisionOf({ language, synonyms, everyday, foreignNames }: FuzzyOptions): string {
  const words = JSON.stringify([language, ...synonyms.meanings, ...everyday, foreignNames]);
  return createHash('sha256').update(words).digest('hex').slice(0, FUZZY_REVISION_LENGTH);
}

/** 32 bits: an owner changes these words now and then. */
const FUZZY_REVISION_LENGTH = 8;

/** What tells the answers to the same text apart; empty for a query under the contract. */
function shapeOf({ limit = MAX_FOODS, fields = [] }: FoodQuery): string {
  return limit === MAX_FOODS && fields.length === 0 ? '' : `${limit}${JSON.stringify(fields)}`;
}
