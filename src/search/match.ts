import { FOREIGN_LANGUAGES, type ForeignLanguage } from './fuzzy/language.ts';

// The modes of `match`: substring, words, fuzzy.

/**
 * How a folded query matches a folded description. `substring`: the description contains the query
 * unchanged, including spaces. `words`: it contains each of the query's words, in any order.
 * `fuzzy`: it has the words in any form, even misspelled or as another name; docs/search.md has the
 * rules.
 */
export const MATCHES = ['substring', 'words', 'fuzzy'] as const;
export type Match = (typeof MATCHES)[number];
/** A match mode; with `fuzzy`, names in another language may match too. */
export type SearchMode = Match | `fuzzy in ${ForeignLanguage}`;

/** Combines a match and a language, which only `fuzzy` uses. */
export function modeOf(match: Match, lang: ForeignLanguage | undefined): SearchMode {
  return match === 'fuzzy' && lang !== undefined ? `fuzzy in ${lang}` : match;
}

/** Returns the language of a mode. */
export function languageOf(mode: SearchMode): ForeignLanguage | undefined {
  if (mode === 'fuzzy') return undefined;
  return FOREIGN_LANGUAGES.find((lang) => mode === `fuzzy in ${lang}`);
}

/** Whether a query must match as typed. */
export function isExact(mode: SearchMode): mode is ExactMatch {
  return mode === 'substring' || mode === 'words';
}

/** The modes in which a query must match as typed. */
export type ExactMatch = Exclude<Match, 'fuzzy'>;

export function isMatch(value: string): value is Match {
  return MATCHES.some((match) => match === value);
}
