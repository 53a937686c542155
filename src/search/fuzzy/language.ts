import { ENGLISH } from '../../amount/languages/english.ts';
import { METRIC_ONLY } from '../../amount/languages/metric.ts';
import type { Vocabulary } from '../../amount/languages/vocabulary.ts';
import { VOCABULARIES } from '../../amount/vocabularies.ts';
import { FOREIGN_LANGUAGES, type ForeignLanguage } from './foreign/foreign-languages.ts';

// Table languages, and the stop words that a fuzzy search ignores, such as `the`.

export {
  FOREIGN_LANGUAGES,
  type ForeignLanguage,
  isForeignLanguage,
} from './foreign/foreign-languages.ts';

/** The languages whose word forms `match=fuzzy` knows; `none` stands for any other. */
export const LANGUAGES = ['english', ...FOREIGN_LANGUAGES, 'none'] as const;
export type Language = (typeof LANGUAGES)[number];

/** English stop words. */
export const STOP_WORDS = ENGLISH.stopWords;

/** Returns the vocabulary of a language. */
export function vocabularyOf(language: Language): Vocabulary {
  if (language === 'none') return METRIC_ONLY;
  return VOCABULARIES[language === 'english' ? 'en' : language];
}

/** Returns the language if it is one of the supported languages other than English. */
export function foreignOf(language: Language): ForeignLanguage | undefined {
  return language === 'english' || language === 'none' ? undefined : language;
}

/** Returns the words that are not stop words, or all words if there are no others. */
export function meaningfulWords(
  words: readonly string[],
  stopWords: ReadonlySet<string>,
): readonly string[] {
  const meaningful = words.filter((word) => !stopWords.has(word));
  return meaningful.length > 0 ? meaningful : words;
}
