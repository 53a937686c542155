import { type Amount, readAmountBy } from './amount-reader.ts';
import { ENGLISH } from './languages/english.ts';
import { FRENCH } from './languages/french.ts';
import { GERMAN } from './languages/german.ts';
import { ITALIAN } from './languages/italian.ts';
import { PORTUGUESE } from './languages/portuguese.ts';
import { SPANISH } from './languages/spanish.ts';
import type { AmountLanguage, Vocabulary } from './languages/vocabulary.ts';

// Reads an amount at either end of text in a given language.

/** The vocabulary of each language. */
export const VOCABULARIES: Readonly<Record<AmountLanguage, Vocabulary>> = {
  en: ENGLISH,
  es: SPANISH,
  fr: FRENCH,
  de: GERMAN,
  it: ITALIAN,
  pt: PORTUGUESE,
};

/**
 * Reads an amount at the start or end of text: "2 large eggs", "whole milk 1 cup".
 *
 * Numbers in the names of foods ("7 up", "2% milk", "half and half") are not amounts.
 *
 * @param language the language of the text; units such as "g" and "ml" are the same in all
 * @returns `undefined` if the text contains no amount
 * @example
 * ```ts
 * readAmount('1 1/2 cups milk'); // { amount: 1.5, unit: 'cup', food: 'milk', note: '' }
 * readAmount('2 eggs'); // { amount: 2, unit: undefined, food: 'eggs', note: '' }
 * ```
 */
export function readAmount(text: string, language: AmountLanguage = 'en'): Amount | undefined {
  return readAmountBy(text, VOCABULARIES[language]);
}
