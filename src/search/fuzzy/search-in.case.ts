import { buildSearchIndex } from '../search-index.ts';
import type { Work } from '../work.ts';
import { FuzzySearcher } from './fuzzy-searcher.ts';
import { createSynonyms, type FuzzyOptions, parseSynonyms } from './synonyms.ts';

// Searches a few foods with the real fuzzy search.

export type Names = Omit<FuzzyOptions, 'everyday'>;

export const ENGLISH: Names = {
  language: 'english',
  synonyms: createSynonyms([
    parseSynonyms(
      'oj\t>\torange juice\nketchup\t=\tcatsup\nhot dog\t=\tfrankfurter\negg on the ham\t>\tcheese\n',
    ).entries,
  ]),
};

/** Returns a function that searches these foods with `match=fuzzy`. */
export function searchIn(
  descriptions: readonly (string | null)[],
  options = ENGLISH,
  { work, names }: { readonly work?: Work; readonly names?: readonly (string | null)[] } = {},
) {
  const index = buildSearchIndex(descriptions, names, options.language);
  const searcher = new FuzzySearcher(index.fuzzy, options, work);
  return (text: string) => searcher.search(text);
}
