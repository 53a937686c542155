import type { Match } from '../search/match.ts';

export { MAX_FOODS } from '../search/limits.ts';
export { isMatch, MATCHES, type Match } from '../search/match.ts';

/** What a caller looks for. The text is data, never the syntax of a query language. */
export interface FoodQuery {
  readonly text: string;
  readonly match: Match;
}

/** A searchable table of foods. Every catalog gives the same answer over the same entries. */
export interface FoodCatalog {
  /** The number of entries, those without a description included. */
  readonly size: number;

  /** A short text of letters and digits: two catalogs that share it give the same answers. */
  readonly revision: string;

  /**
   * The answer as JSON in UTF-8: an array of up to {@link MAX_FOODS} entries, best first. The
   * bytes may be shared with other answers: a caller must not change them.
   */
  search(query: FoodQuery): Uint8Array;
}
