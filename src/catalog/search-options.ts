// Options of a catalog's search: synonyms, everyday words, languages.

// Options of a catalog's search.
export { NO_EVERYDAY_WORDS, parseEverydayWords } from '../search/everyday-words.ts';
export type { FuzzyOptions } from '../search/fuzzy/fuzzy-searcher.ts';
export { LANGUAGES } from '../search/fuzzy/language.ts';
export {
  createSynonyms,
  parseSynonyms,
  type SynonymEntry,
} from '../search/fuzzy/synonyms.ts';
