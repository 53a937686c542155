import { VOCABULARIES } from '../../../amount/vocabularies.ts';

// Finds the base forms of Spanish, French, German, Italian and Portuguese words.

/** The supported languages besides English, as BCP 47 tags. */
export const FOREIGN_LANGUAGES = ['es', 'fr', 'de', 'it', 'pt'] as const;
export type ForeignLanguage = (typeof FOREIGN_LANGUAGES)[number];

export function isForeignLanguage(value: string): value is ForeignLanguage {
  return FOREIGN_LANGUAGES.some((language) => language === value);
}

/** The length of the shortest words that have other forms. */
const SHORTEST_FOREIGN = 4;

/** Whether two folded words may be forms of the same word. */
export function areForms(word: string, other: string, language: ForeignLanguage): boolean {
  const bases = baseForms(word, language);
  return baseForms(other, language).some((base) => base.length >= 3 && bases.includes(base));
}

/** Returns the possible base forms of a folded word, starting with itself. */
export function baseForms(word: string, language: ForeignLanguage): readonly string[] {
  if (word.length < SHORTEST_FOREIGN) return [word];
  const forms = new Set([word]);
  for (const [ending, base] of VOCABULARIES[language].endings)
    forms.add(word.replace(ending, base));
  return [...forms];
}

const ELISION = /(?<![\p{L}\p{M}\p{N}])(d|l|all|dell|nell)['’](?=\p{L})/giu;

/** Separates elided articles and prepositions from the next word: "jus d'orange". */
export function withoutElisions(text: string): string {
  return text.replace(ELISION, '$1 ');
}
