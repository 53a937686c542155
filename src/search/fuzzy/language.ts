import { FOREIGN_LANGUAGES, type ForeignLanguage, SMALL_WORDS } from './foreign/word-forms.ts';

// The languages of tables, and the small words that a fuzzy search passes over, such as `the`.

export {
  FOREIGN_LANGUAGES,
  type ForeignLanguage,
  isForeignLanguage,
} from './foreign/word-forms.ts';

/** The languages whose words have forms that `match=fuzzy` knows; `none` is any other. */
export const LANGUAGES = ['english', ...FOREIGN_LANGUAGES, 'none'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Words that say little beside others. */
export const PASSED_OVER: ReadonlySet<string> = new Set([
  ...['a', 'an', 'and', 'the', 'of', 'with', 'in', 'on', 'or', 'for', 'to', 'from', 'some', 'my'],
]);

/** The words of a language that say little beside others. */
export function passedOverIn(language: Language): ReadonlySet<string> {
  if (language === 'english') return PASSED_OVER;
  return language === 'none' ? NO_WORDS : SMALL_WORDS[language];
}

/** A language other than English whose words have forms that are known. */
export function foreignOf(language: Language): ForeignLanguage | undefined {
  return language === 'english' || language === 'none' ? undefined : language;
}

const NO_WORDS: ReadonlySet<string> = new Set();

/** The words without those passed over, unless there are no others. */
export function meaningfulWords(
  words: readonly string[],
  passedOver: ReadonlySet<string>,
): readonly string[] {
  const meaningful = words.filter((word) => !passedOver.has(word));
  return meaningful.length > 0 ? meaningful : words;
}
