// What whoever makes a catalog decides about its search.
export type { FuzzyOptions } from '../search/fuzzy/fuzzy-searcher.ts';
export { LANGUAGES, type Language } from '../search/fuzzy/language.ts';
export {
  createSynonyms,
  parseSynonyms,
  type SynonymEntry,
} from '../search/fuzzy/synonyms.ts';
