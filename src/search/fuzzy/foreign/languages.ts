// Which other languages `lang` takes: Spanish, French, German, Italian, Portuguese.

/** The languages whose names of everyday foods are known besides English, as BCP 47 names them. */
export const FOREIGN_LANGUAGES = ['es', 'fr', 'de', 'it', 'pt'] as const;
export type ForeignLanguage = (typeof FOREIGN_LANGUAGES)[number];

export function isForeignLanguage(value: string): value is ForeignLanguage {
  return FOREIGN_LANGUAGES.some((language) => language === value);
}
