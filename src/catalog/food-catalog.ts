import type { TableTerms } from '../food/table-terms.ts';
import type { Interpretation } from '../search/fuzzy/interpretation.ts';
import type { ForeignLanguage } from '../search/fuzzy/language.ts';
import type { Match } from '../search/match.ts';
import type { Column, Selection } from './selection/selection.ts';

// The contract of a searchable table of foods; the texts and `Retry-After` of 503 where it is too
// busy.

export type { Interpretation } from '../search/fuzzy/interpretation.ts';
export {
  FOREIGN_LANGUAGES,
  type ForeignLanguage,
  isForeignLanguage,
} from '../search/fuzzy/language.ts';
export { MAX_FOODS } from '../search/limits.ts';
export { isMatch, MATCHES, type Match } from '../search/match.ts';
export { TooManyWordsError } from '../search/query.ts';
export type { Column, Condition, Operator, Order, Selection } from './selection/selection.ts';

/** What a caller looks for. The text is data, never the syntax of a query language. */
export interface FoodQuery {
  /** Absent: all foods, in the order of the table. */
  readonly text?: string;
  readonly match: Match;
  /** With `fuzzy`, the language in which names of everyday foods count as well. Default: English alone. */
  readonly lang?: ForeignLanguage;
  /** The maximum number of foods, from 1 to {@link MAX_FOODS}, which is the default. */
  readonly limit?: number;
  /** Further fields of each food, which have to be among {@link FoodCatalog.fields}. Default: none. */
  readonly fields?: readonly string[];
  /** Which of the foods that match are listed, and in which order. Default: the best. */
  readonly selection?: Selection;
  /** A column with {@link Column.hasGroups}: its values are listed, with how many foods have each. */
  readonly groupsOf?: string;
  /** Default: `json`. */
  readonly format?: Format;
}

/** Several foods by their keys, in this order. */
export interface FoodsQuery extends Pick<FoodQuery, 'limit' | 'fields' | 'format'> {
  readonly keys: readonly string[];
}

/** How foods are written. */
export const FORMATS = ['json', 'csv'] as const;
export type Format = (typeof FORMATS)[number];

/** The result of a search. It may be shared with other searches: a caller must not change it. */
export interface EncodedAnswer {
  /** In UTF-8: a JSON array of up to {@link MAX_FOODS} entries, best first, or CSV. */
  readonly body: Uint8Array;
  /** How many foods a selection has, regardless of offset and limit. */
  readonly total?: number;
  /** The offset of the next page, if there is one. */
  readonly nextOffset?: number;
  /** What `match=fuzzy` understood. */
  readonly interpretation?: Interpretation;
}

/** A searchable table of foods. Every catalog gives the same answer over the same entries. */
export interface FoodCatalog {
  /** The number of entries, those without a description included. */
  readonly size: number;

  /** A short text of letters and digits: two catalogs that share it give the same answers. */
  readonly revision: string;

  /** The further fields that are offered, in the order of the table. */
  readonly fields: readonly string[];

  /** What conditions and orders may name: the columns of every answer, then the further fields. */
  readonly columns: readonly Column[];

  /** What the rows say of their licenses and sources; none where the table has no column `license`. */
  readonly terms: readonly TableTerms[];

  /** The column by which foods are looked up; `undefined` if none is unique. */
  readonly key: string | undefined;

  /**
   * The best matching foods: usually at once, or as a promise if the search takes long, so that it
   * does not delay others.
   *
   * @param caller Returns the caller, such as an address: callers take turns with long searches,
   *   and it is only called for these. All searches without it count as the same caller.
   * @throws TooManyWordsError for a query with `match=words` that has too many of them.
   * @throws OverloadError (as a rejection) if the queue for long searches is full.
   */
  search(query: FoodQuery, caller?: () => string): EncodedAnswer | Promise<EncodedAnswer>;

  /**
   * One food as a JSON object, by its key; `undefined` if there is none.
   *
   * @param fields further fields, which have to be among {@link FoodCatalog.fields}
   */
  food(key: string, fields: readonly string[]): Uint8Array | undefined;

  /** The foods that have these keys, and the keys that none has. */
  foods(query: FoodsQuery): EncodedAnswer & { readonly missing: readonly string[] };

  /** Releases its threads: another catalog has replaced it. */
  retire(): void;
}

/** Why a search is refused: the queue is full, this caller has too many, it took too long, or there is no thread. */
export type OverloadReason = 'queue' | 'caller' | 'deadline' | 'thread';

const PROBLEMS: Readonly<Record<OverloadReason, string>> = {
  queue: 'Too many long searches are waiting',
  caller: 'Too many of your long searches are waiting',
  deadline: 'The search took too long under the current load',
  thread: 'There is no room for long searches at the moment',
};

/** `Retry-After` of 503 under too much load: a caller who waits less finds the same queue. */
const OVERLOAD_RETRY_SECONDS = 5;

/** Too much work is queued. The same request may succeed later. */
export class OverloadError extends Error {
  /** When to try again. */
  readonly retryAfterSeconds = OVERLOAD_RETRY_SECONDS;
  readonly reason: OverloadReason;

  constructor(reason: OverloadReason, options?: ErrorOptions) {
    super(`${PROBLEMS[reason]}: try again later, or search for longer words`, options);
    this.name = 'OverloadError';
    this.reason = reason;
  }
}

export { NO_EVERYDAY_WORDS, parseEverydayWords } from '../search/everyday-words.ts';
export type { FuzzyOptions } from '../search/fuzzy/fuzzy-searcher.ts';
export { LANGUAGES } from '../search/fuzzy/language.ts';
export {
  createSynonyms,
  parseSynonyms,
  type SynonymEntry,
} from '../search/fuzzy/synonyms.ts';
