// Small words that a fuzzy search passes over, such as `the` and `of`.

/** The languages whose words have forms that `match=fuzzy` knows; `none` is any other. */
export const LANGUAGES = ['english', 'none'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Words that say little beside others. */
export const PASSED_OVER: ReadonlySet<string> = new Set([
  ...['a', 'an', 'and', 'the', 'of', 'with', 'in', 'on', 'or', 'for', 'to', 'from', 'some', 'my'],
]);

/** The words of a language that say little beside others. */
export function passedOverIn(language: Language): ReadonlySet<string> {
  return language === 'english' ? PASSED_OVER : NO_WORDS;
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

/** The languages whose names of everyday foods are known besides English, as BCP 47 names them. */
export const FOREIGN_LANGUAGES = ['es', 'fr', 'de', 'it', 'pt'] as const;
export type ForeignLanguage = (typeof FOREIGN_LANGUAGES)[number];

export function isForeignLanguage(value: string): value is ForeignLanguage {
  return FOREIGN_LANGUAGES.some((language) => language === value);
}
