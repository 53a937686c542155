// The most foods of an answer (100), the longest query in characters and words.

/** The most foods a search returns. The index is built for it. */
export const MAX_FOODS = 100;

/**
 * The most different words that a search looks for: no description asks for more. `match=words`
 * refuses a query with more, `match=fuzzy` passes over the others.
 */
export const MAX_WORDS = 16;

/** The longest query in UTF-16 units. A longer one finds nothing. */
export const MAX_QUERY_LENGTH = 8_192;

/** The same when it is folded. Only ligatures of whole phrases, such as U+FDFA, grow more than this. */
export const MAX_FOLDED_LENGTH = 4 * MAX_QUERY_LENGTH;

/** Exceeds any table's food count: a sort key is a penalty times this, plus a rank. */
export const RANKS = 2 ** 32;
