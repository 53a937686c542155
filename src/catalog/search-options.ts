// What a catalog's search is set up with: synonyms, everyday words, languages.

export { NO_EVERYDAY_WORDS, parseEverydayWords } from '../search/everyday-words.ts';
export type { FuzzyOptions } from '../search/fuzzy/fuzzy-searcher.ts';
export { LANGUAGES } from '../search/fuzzy/language.ts';
export {
  createSynonyms,
  parseSynonyms,
  type SynonymEntry,
} from '../search/fuzzy/synonyms.ts';
