import { FOREIGN_LANGUAGES, type ForeignLanguage } from './fuzzy/language.ts';

// The modes of `match`: substring, words, fuzzy.

/**
 * How a query is looked for in a description, both folded. `substring`: the query as it is, spaces
 * and all. `words`: each of its words somewhere, in any order. `fuzzy`: its words in any form, also
 * misspelled or by another name; docs/search.md has the rules.
 */
export const MATCHES = ['substring', 'words', 'fuzzy'] as const;
export type Match = (typeof MATCHES)[number];
/** How a text is searched: with `fuzzy`, names in a language may count as well. */
export type SearchMode = Match | `fuzzy in ${ForeignLanguage}`;

/** The mode of a match and a language, which only `fuzzy` has use for. */
export function modeOf(match: Match, lang: ForeignLanguage | undefined): SearchMode {
  return match === 'fuzzy' && lang !== undefined ? `fuzzy in ${lang}` : match;
}

/** The language of a mode. */
export function languageOf(mode: SearchMode): ForeignLanguage | undefined {
  if (mode === 'fuzzy') return undefined;
  return FOREIGN_LANGUAGES.find((lang) => mode === `fuzzy in ${lang}`);
}

/** Whether a text matches as it is typed. */
export function isExact(mode: SearchMode): mode is ExactMatch {
  return mode === 'substring' || mode === 'words';
}

/** The modes in which a text matches as it is typed. */
export type ExactMatch = Exclude<Match, 'fuzzy'>;

export function isMatch(value: string): value is Match {
  return MATCHES.some((match) => match === value);
}
