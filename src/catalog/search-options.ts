// Options of a catalog's search.
export type { FuzzyOptions } from '../search/fuzzy/fuzzy-searcher.ts';
export { LANGUAGES, type Language } from '../search/fuzzy/language.ts';
export {
  createSynonyms,
  parseSynonyms,
  type SynonymEntry,
} from '../search/fuzzy/synonyms.ts';
