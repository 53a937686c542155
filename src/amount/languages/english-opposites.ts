import { wordsIn } from './vocabulary.ts';

// English words that say what a food contains or lacks.

/** The words and affixes for what a food contains or lacks; data/synonyms.tsv has more. */
export const OPPOSITES = {
  /** Words that negate the next word. */
  negators: ['without', 'no', 'not', 'non', 'minus', 'sans', 'excluding'],
  /** Negates the previous word or, before one of `freeOf`, the next one: "free of salt". */
  free: 'free',
  freeOf: new Set(['of', 'from']),
  /** Words that negate the previous word: "salt free", "skin removed". */
  after: ['free', 'removed', 'off'],
  /** A word that, joined to another by "and", describes only part of a food: "lean and fat". */
  mixed: 'lean',
  prefixes: ['un', 'non'],
  suffixes: ['less', 'free'],
  /**
   * Words that a search may have although the food's name lacks them: "chopped" in "chopped
   * pistachios", `-nut` for "nut free", a number, "full fat". Not "scrambled", which means eggs.
   */
  dispensable: /^-|^\d+$|..[^e]ed$(?<!^scrambled)|^un.+ed$|.(?:less|free)$|^fullfat$|^withsugar$/,
  /** Words that say little without the word before them: beet juice is not orange juice. */
  vague: new Set(['juice', 'stock', 'broth', 'soup']),
  /** Names that no other word completes: "butter or olive oil" is butter, not butter oil. */
  whole: new Set(['butter', 'margarine', 'milk', 'water']),
  /** A dispensable word that says what the food lacks. */
  lacking: /^-|^un.+ed$|.(?:less|free)$/,
  /** The first word of most joined pairs. */
  with: 'with',
  /**
   * Joined pairs of words that say what a food contains, or what it is packed in. Alone, the second
   * word could name a food ("juice") or be part of an opposite ("reduced fat").
   */
  joined: new Set([
    ...['withskin', 'withskins', 'withpeel', 'withbone', 'withbones', 'withsugar', 'injuice'],
    'fullfat',
  ]),
  /** A word that may stand between `with` and the second word. */
  afterWith: 'the',
  /** A phrase that means the same without "added". */
  withAdded: 'with added sugar',
  /** Phrases that mean the same as a pair with `with`: "skin on", "sugar added". */
  withoutWith: /^(?:skins?|peel|bones?) (?:on|in)$|^sugar added$/,
  /** Words for a removed part, and for removing it: "bone", "boned". */
  removed: new Set(['peel', 'peeled', 'skin', 'skinned', 'bone', 'boned', 'shell', 'shelled']),
  /** For a joined pair, words in a food's name that contradict it. */
  opposed: new Map([
    ['fullfat', wordsIn('low lowfat lower less reduced nonfat free skim light lite')],
    ['withsugar', wordsIn('unsweetened')],
  ]),
  /** Words for how much of something a food contains: "low" in "low fat". */
  levels: new Set(['low', 'lower', 'reduced', 'less', 'full', 'high']),
} as const;
