import { RequestError } from '../errors/user-error.ts';
import type { TableTerms } from '../food/table-terms.ts';
import type { Interpretation } from '../search/fuzzy/interpretation.ts';
import type { ForeignLanguage } from '../search/fuzzy/language.ts';
import type { Match } from '../search/match.ts';
import type { Column, Selection } from './selection/selection.ts';

// Defines the interface of a searchable table of foods, and the message and `Retry-After` of the
// 503 on overload.

export type { Interpretation } from '../search/fuzzy/interpretation.ts';
export {
  FOREIGN_LANGUAGES,
  type ForeignLanguage,
  isForeignLanguage,
} from '../search/fuzzy/language.ts';
export { MAX_FOODS } from '../search/limits.ts';
export { isMatch, MATCHES, type Match } from '../search/match.ts';
export type { Column, Condition, Operator, Order, Selection } from './selection/selection.ts';

/**
 * A caller's query. The text is data: it never becomes SQL. Only `fuzzy` gives meaning to quotes
 * and a leading `-`.
 */
export interface FoodQuery {
  /** Absent: all foods, in the order of the table. */
  readonly text?: string | undefined;
  readonly match: Match;
  /** With `fuzzy`, a second language, whose names for everyday foods match too. Default: none. */
  readonly lang?: ForeignLanguage | undefined;
  /** The maximum number of foods, from 1 to {@link MAX_FOODS} (default). */
  readonly limit?: number;
  /** Additional fields of each food, all from {@link FoodCatalog.fields}. Default: none. */
  readonly fields?: readonly string[];
  /** Which matching foods are listed, and in which order. Default: the best matches. */
  readonly selection?: Selection | undefined;
  /**
   * A column with {@link Column.hasGroups}. The search then returns its values and how many foods
   * have each.
   */
  readonly groupsOf?: string;
  /** Default: `json`. */
  readonly format?: Format | undefined;
  /**
   * Returns row numbers (32 bits each) instead of foods, for code that reads {@link
   * FoodCatalog.values}.
   */
  readonly asRows?: true;
}

/** A query for several foods by their keys, in the order of the keys. */
export interface FoodsQuery extends Pick<FoodQuery, 'limit' | 'fields' | 'format'> {
  readonly keys: readonly string[];
}

/** The formats that foods can be written in. */
export const FORMATS = ['json', 'csv'] as const;
export type Format = (typeof FORMATS)[number];

/**
 * The result of a search. Callers must not change it, since it may be shared with other searches.
 */
export interface EncodedAnswer {
  /** In UTF-8: CSV, or a JSON array of foods or groups. Row numbers if requested. */
  readonly body: Uint8Array;
  /** How many foods match a selection, regardless of offset and limit. */
  readonly total?: number;
  /** The offset of the next page, if there is one and the offset is allowed. */
  readonly nextOffset?: number;
  /** How `match=fuzzy` interpreted the text. */
  readonly interpretation?: Interpretation | undefined;
}

/** The values of foods, as JSON. */
export interface FoodValues {
  /**
   * Returns the index of an additional field. For a column that every answer has, returns the
   * bitwise complement `~index` (see {@link answerOf}). `undefined` if the table does not offer the
   * column.
   */
  indexOf(column: string): number | undefined;
  /** Returns those values of a row that every answer includes. */
  answerOf(row: number): readonly string[];
  /** The concatenated values of additional fields. */
  readonly bytes: Buffer;
  /**
   * Returns where the value of a field begins in {@link bytes}. The value ends where the next one
   * begins.
   */
  startOf(row: number, index: number): number;
}

/** A searchable table of foods. Catalogs of the same table and settings return the same answers. */
export interface FoodCatalog {
  /** The number of entries, including those without a description. */
  readonly size: number;

  /**
   * A short string of letters and digits: catalogs with the same revision return the same answers.
   */
  readonly revision: string;

  /** The additional fields that are offered, in table order. */
  readonly fields: readonly string[];

  /**
   * The columns that `where` and `sort` may name: those of every answer, then the additional
   * fields.
   */
  readonly columns: readonly Column[];

  /** The licenses and sources of the rows; empty if the table has no column `license`. */
  readonly terms: readonly TableTerms[];

  /** The column by which foods are looked up; `undefined` if no key column has unique values. */
  readonly key: string | undefined;

  /**
   * Returns the best matching foods: usually directly, or as a promise if the search takes so long
   * that it would delay other requests.
   *
   * @param caller Returns the caller, such as an address. This function is called only for long
   * searches, where callers take turns. All searches without `caller` count as one caller.
   * @throws RequestError for a query with `match=words` that has too many words.
   * @throws UnavailableError (as a rejection) if a long search is refused
   */
  search(query: FoodQuery, caller?: () => string): EncodedAnswer | Promise<EncodedAnswer>;

  /**
   * Returns one food as a JSON object, by its key; `undefined` if there is none.
   *
   * @param fields additional fields, all from {@link FoodCatalog.fields}
   */
  food(key: string, fields: readonly string[]): Uint8Array | undefined;

  /** Returns the row of the food with this key; `undefined` if there is none. */
  rowOf(key: string): number | undefined;

  readonly values: FoodValues;

  /** Returns the foods with these keys, and the keys that no food has. */
  foods(query: FoodsQuery): EncodedAnswer & { readonly missing: readonly string[] };

  /** Ends the catalog's threads. Called when another catalog has replaced this one. */
  retire(): void;
}

const LATER = 'try again later, or search for longer words';

/**
 * The message for each reason to refuse a request: the service is starting, the queue of long
 * searches is full, too many of this caller's searches are waiting, the search took too long, or no
 * thread can start.
 */
const PROBLEMS = {
  starting: 'The service is starting and has not loaded its foods yet: try again in a moment',
  queue: `Too many long searches are waiting: ${LATER}`,
  caller: `Too many of your long searches are waiting: ${LATER}`,
  deadline: `The search took too long under the current load: ${LATER}`,
  thread: `Long searches cannot run at the moment: ${LATER}`,
};
export type UnavailableReason = keyof typeof PROBLEMS;

/** The `Retry-After` of the 503 during startup. */
const STARTING_RETRY_SECONDS = 1;
/** The `Retry-After` of the 503 on overload. Sooner than that, the queue may still be full. */
const OVERLOAD_RETRY_SECONDS = 5;

/** Thrown during startup and on overload. The same request may succeed later. */
export class UnavailableError extends RequestError {
  readonly reason: UnavailableReason;
  override readonly retryAfterSeconds: number;

  constructor(reason: UnavailableReason, options?: ErrorOptions) {
    super(PROBLEMS[reason], options);
    this.reason = reason;
    this.retryAfterSeconds =
      reason === 'starting' ? STARTING_RETRY_SECONDS : OVERLOAD_RETRY_SECONDS;
  }
}

export { NO_EVERYDAY_WORDS, parseEverydayWords } from '../search/everyday-words.ts';
export { synonymsIn } from '../search/fuzzy/foreign/foreign-names.ts';
export { LANGUAGES } from '../search/fuzzy/language.ts';
export {
  createSynonyms,
  type FuzzyOptions,
  parseSynonyms,
  type SynonymEntry,
} from '../search/fuzzy/synonyms.ts';
