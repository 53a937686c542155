// Limits: the foods in an answer (100), and the length and words of a query.

/**
 * The maximum number of foods that a search returns. The index omits data that only longer answers
 * would need.
 */
export const MAX_FOODS = 100;

/**
 * The maximum number of distinct words searched for. `match=words` rejects a query with more words;
 * `match=fuzzy` ignores the extra ones. Not more than 16, the number of bits for a food's matched
 * words in `fuzzy/partial-matches.ts`.
 */
export const MAX_WORDS = 16;

/** The maximum length of a query in UTF-16 code units. A longer one finds nothing. */
export const MAX_QUERY_LENGTH = 8_192;

/**
 * The maximum length of a folded query. Only characters that stand for words, units or phrases,
 * such as U+FDFA, become more than four times as long.
 */
export const MAX_FOLDED_LENGTH = 4 * MAX_QUERY_LENGTH;

/** A number greater than any rank: a sort key is a score or tier times this number, plus a rank. */
export const RANKS = 2 ** 32;
