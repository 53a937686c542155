import type { UnitWords } from '../units.ts';
import { NO_WORDS, type Vocabulary } from './vocabulary.ts';

// Spellings of units that are read in every language.

/** Spellings of units, mostly metric, that are read in every language. */
export const METRIC: UnitWords = {
  mg: ['mg'],
  g: ['g', 'gr', 'gram', 'gramm', 'grams'],
  hg: ['hg'],
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

/** A vocabulary of only these units, for text in any language. */
export const METRIC_ONLY: Vocabulary = {
  numbers: {},
  groups: NO_WORDS,
  units: METRIC,
  fillers: [],
  to: [],
  plus: [],
  from: [],
  asides: [],
  cuts: [],
  namedPairs: NO_WORDS,
  describing: [],
  of: [],
  and: [],
  articles: [],
  speakerWords: [],
  introWords: [],
  question: /(?!)/,
  occasions: [],
  before: [],
  with: [],
  paired: [],
  linking: [],
  namesAfterNumber: ['%'],
  namesAfterSize: [],
  isHeadLast: false,
  prepositions: NO_WORDS,
  stopWords: NO_WORDS,
  nameLinks: NO_WORDS,
  falseFriends: NO_WORDS,
  endings: [],
  commaGroups: false,
};
