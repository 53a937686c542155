import { createHash } from 'node:crypto';
import { BoundedMap } from '../../cache/bounded-map.ts';
import type { TableTerms } from '../../food/table-terms.ts';
import { NO_EVERYDAY_WORDS } from '../../search/everyday-words.ts';
import { canonicalText } from '../../search/exact-query.ts';
import { numberAt } from '../../search/flat-arrays.ts';
import type { FuzzyOptions } from '../../search/fuzzy/synonyms.ts';
import { NO_SYNONYMS } from '../../search/fuzzy/synonyms.ts';
import { modeOf } from '../../search/match.ts';
import {
  type Column,
  type EncodedAnswer,
  type FoodCatalog,
  type FoodQuery,
  type FoodsQuery,
  type Format,
  MAX_FOODS,
} from '../food-catalog.ts';
import { SearchScheduler, type SearchSchedulerLimits } from '../scheduling/search-scheduler.ts';
import type { CatalogResult, CatalogSearch } from '../selection/catalog-searcher.ts';
import { MAX_OFFSET } from '../selection/selection.ts';
import type { AnswerRows } from './answer-format.ts';
import { csvOf, jsonArray, MAX_ANSWER_BYTES, MAX_CSV_BYTES } from './answer-format.ts';
import { answerRows } from './answer-rows.ts';
import type { CatalogData } from './catalog-file.ts';
import { hasGroups } from './columns.ts';
import { FoodsWithFields } from './field-values.ts';
import { findKey } from './key-index.ts';
import { termsIn, textsIn } from './value-ordinals.ts';

// Answers searches, groups, and requests for foods by key. Caches recent answers.

/**
 * The minimum size of the cache of recent answers, in bytes: about 300 full answers. Many people
 * search the same words, letter by letter.
 */
const RECENT_ANSWERS_BYTES = 2 ** 22;

/** Settings for English, without synonyms or everyday words. */
export const PLAIN_ENGLISH: FuzzyOptions = {
  language: 'english',
  synonyms: NO_SYNONYMS,
  everyday: NO_EVERYDAY_WORDS,
};

/** Creates a catalog that holds its entries in memory. */
export function createMemoryCatalog(
  data: CatalogData,
  fuzzy: FuzzyOptions = PLAIN_ENGLISH,
  limits: SearchSchedulerLimits = {},
): FoodCatalog {
  return new MemoryCatalog(data, fuzzy, limits);
}

class MemoryCatalog implements FoodCatalog {
  readonly #rows: AnswerRows;
  readonly #data: CatalogData;
  readonly #scheduler: SearchScheduler;
  readonly #recent = new BoundedMap<string, EncodedAnswer>(RECENT_ANSWERS_BYTES, sizeOf);
  /** The waiting searches, by key, so that callers with the same search share an answer. */
  readonly #pending = new Map<string, Promise<EncodedAnswer>>();

  /** The columns that `where` and `sort` may name. */
  readonly columns: readonly Column[];
  readonly fields: readonly string[];
  readonly key: string | undefined;
  readonly revision: string;
  readonly size: number;
  readonly terms: readonly TableTerms[];
  readonly values: FoodsWithFields;

  constructor(data: CatalogData, fuzzy: FuzzyOptions, limits: SearchSchedulerLimits) {
    const { rows, fields, columns, key } = data;
    this.#rows = answerRows(rows);
    this.size = this.#rows.size;
    this.revision = this.#rows.revision + revisionOf(fuzzy);
    this.fields = fields.offered;
    this.values = new FoodsWithFields(this.#rows, fields);
    this.#data = data;
    this.columns = columns.map((column) => ({
      name: column.name,
      holdsNumbers: column.holdsNumbers,
      hasGroups: hasGroups(column),
    }));
    this.terms = termsIn(data);
    this.key = key?.column;
    this.#scheduler = new SearchScheduler(data, fuzzy, limits);
  }

  rowOf(key: string): number | undefined {
    return this.#data.key && findKey(this.#data.key, key);
  }

  food(key: string, fields: readonly string[]): Uint8Array | undefined {
    const row = this.rowOf(key);
    return row === undefined ? undefined : this.values.one(row, fields);
  }

  foods({ keys, limit = MAX_FOODS, fields = [], format }: FoodsQuery) {
    const found: number[] = [];
    const missing: string[] = [];
    for (const key of keys) {
      const row = this.rowOf(key);
      if (row === undefined) missing.push(key);
      else found.push(row);
    }
    const rows = Uint32Array.from(found.slice(0, limit));
    return { body: this.#write(rows, fields, format), total: found.length, missing };
  }

  search(query: FoodQuery, caller = () => ''): EncodedAnswer | Promise<EncodedAnswer> {
    const search = searchOf(query);
    const key = keyOf(query, search);
    const known = this.#recent.get(key) ?? this.#pending.get(key);
    if (known !== undefined) return known;
    const found = this.#scheduler.search(search, caller);
    if (!(found instanceof Promise)) return this.#answer(key, query, found);
    const answer = found
      .then((later) => this.#answer(key, query, later))
      .finally(() => this.#pending.delete(key));
    this.#pending.set(key, answer);
    return answer;
  }

  retire(): void {
    this.#scheduler.retire();
  }

  #answer(key: string, query: FoodQuery, found: CatalogResult): EncodedAnswer {
    const { limit = MAX_FOODS } = query;
    const { rows, interpretation } = found;
    const best = rows.length > limit ? rows.subarray(0, limit) : rows;
    const body = this.#bodyOf(best, query, found);
    const answer = {
      body,
      ...(query.selection !== undefined && this.#extentOf(query, found)),
      interpretation,
    };
    this.#recent.set(key, answer);
    return answer;
  }

  #bodyOf(best: Uint32Array, query: FoodQuery, found: CatalogResult): Uint8Array {
    const { fields = [], format, groupsOf, asRows } = query;
    if (groupsOf !== undefined) return this.#writeGroups(groupsOf, found);
    if (asRows === undefined) return this.#write(best, fields, format);
    // Returns at most as many rows as a JSON answer would have foods.
    const count = this.values.countFitting(best, this.fields);
    return new Uint8Array(best.slice(0, count).buffer);
  }

  #write(rows: Uint32Array, fields: readonly string[], format: Format = 'json'): Uint8Array {
    switch (format) {
      case 'json':
        return fields.length === 0 ? jsonArray(rows, this.#rows) : this.values.list(rows, fields);
      case 'csv':
        return this.#writeCsv(rows, fields);
    }
  }

  #writeCsv(rows: Uint32Array, fields: readonly string[]): Uint8Array {
    const count = this.values.countFitting(rows, fields, MAX_BYTES_OF.csv);
    const written = Array.from(rows.subarray(0, count), (row) => this.values.valuesOf(row, fields));
    return csvOf(fields, written);
  }

  /** Writes the values, most frequent first. The sort is stable, so ties stay in order. */
  #writeGroups(column: string, { counts = new Uint32Array() }: CatalogResult): Uint8Array {
    const { texts } = textsIn(this.#data, column) ?? {};
    if (texts === undefined) throw new RangeError(`No groups of "${column}"`);
    const groups = texts
      .map((value, i) => ({ value, count: numberAt(counts, i + 1) }))
      .filter(({ count }) => count > 0)
      .toSorted((a, b) => b.count - a.count);
    return Buffer.from(JSON.stringify(groups));
  }

  /** Returns how many foods match a selection, and the offset of the next ones. */
  #extentOf(
    { fields = [], format, selection }: FoodQuery,
    { rows, total = 0, hasMore = false }: CatalogResult,
  ): Pick<EncodedAnswer, 'total' | 'nextOffset'> {
    const maxBytes = MAX_BYTES_OF[format ?? 'json'];
    const sent = this.values.countFitting(rows, fields, maxBytes);
    const nextOffset = (selection?.offset ?? 0) + sent;
    const isNext = sent > 0 && (hasMore || sent < rows.length) && nextOffset <= MAX_OFFSET;
    return isNext ? { total, nextOffset } : { total };
  }
}

/**
 * Returns the approximate size of a cached answer in bytes. Long queries take memory even if
 * nothing matches.
 */
function sizeOf(key: string, { body, interpretation }: EncodedAnswer): number {
  const own = interpretation === undefined ? ENTRY_BYTES : ENTRY_BYTES + INTERPRETATION_BYTES;
  return 2 * key.length + body.length + own;
}

/** The approximate size of a map entry, a string and a view, besides their contents. */
const ENTRY_BYTES = 200;
/** The approximate size of an interpretation. */
const INTERPRETATION_BYTES = 1_000;

/** The maximum size of an answer in each format. */
const MAX_BYTES_OF: Readonly<Record<Format, number>> = {
  json: MAX_ANSWER_BYTES,
  csv: MAX_CSV_BYTES,
};

/** Returns the search for a query. */
function searchOf(query: FoodQuery): CatalogSearch {
  const { text, match, lang, limit = MAX_FOODS, selection, groupsOf } = query;
  const mode = modeOf(match, lang);
  const asked = { text: text === undefined ? undefined : canonicalText(text, mode), mode };
  if (text !== undefined && selection === undefined && groupsOf === undefined) return asked;
  return { ...asked, selection: { ...(selection ?? EVERYTHING), limit, groupsOf } };
}

const EVERYTHING = { conditions: [], offset: 0, wantsTotal: false } as const;

/** Returns a hash of these options, since answers depend on them. */
function revisionOf(fuzzy: FuzzyOptions): string {
  const { language, synonyms, everyday, realWords = [], foreignNames } = fuzzy;
  const all = [language, ...synonyms.meanings, ...everyday, ...realWords, foreignNames];
  const words = JSON.stringify(all);
  return createHash('sha256').update(words).digest('hex').slice(0, FUZZY_REVISION_LENGTH);
}

/** 32 bits are enough, since owners rarely change these words. */
const FUZZY_REVISION_LENGTH = 8;

/** Returns the cache key of a query. Queries with the same key have the same answer. */
function keyOf(query: FoodQuery, { text, mode }: CatalogSearch): string {
  const { limit, fields, selection, groupsOf, format, asRows } = query;
  // A shortcut, since nearly all searches have only a text and a mode.
  const isPlain = (limit ?? fields ?? selection ?? groupsOf ?? format ?? asRows) === undefined;
  const extra = { limit, fields, selection, groupsOf, format, asRows };
  const shape = isPlain ? '' : JSON.stringify(extra);
  return text === undefined ? `all${shape}` : `${mode}${shape}:${text}`;
}
