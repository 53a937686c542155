import type { Vocabulary } from './vocabulary.ts';

// Units spelled alike in all languages: g, kg, ml, l, oz, lb.

/** Spelled alike in all of these languages. */
export const METRIC: Vocabulary['units'] = {
  mg: ['mg'],
  g: ['g', 'gr', 'gram', 'gramm', 'grams'],
  kg: ['kg', 'kilo', 'kilos'],
  ml: ['ml'],
  cl: ['cl'],
  dl: ['dl'],
  l: ['l'],
  oz: ['oz'],
  lb: ['lb', 'lbs'],
  'fl oz': ['fl oz'],
  cm: ['cm'],
  mm: ['mm'],
};
