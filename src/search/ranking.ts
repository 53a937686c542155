import { endsWithWord, startsWithWord } from './words.ts';

/**
 * How well a text stands in a description, best first. A segment is a piece between commas; a
 * plural is the text with `s` or `es` behind it.
 */
export const Tier = {
  /** The first segment is the text or its plural: `egg` in "Egg, whole, raw". */
  firstSegment: 0,
  /** Another segment is: `egg` in "Bread, egg". */
  segment: 1,
  /** The first segment begins with it as a whole word: `egg` in "Egg rolls, pork". */
  firstWord: 2,
  /** It stands somewhere as a whole word: `egg` in "Noodles, with egg, dry". */
  word: 3,
  /** A word begins with it: `egg` in "Eggplant, raw". */
  wordStart: 4,
  /** It stands anywhere: `egg` in "Beef, shank veggies". */
  inside: 5,
} as const;
export type Tier = (typeof Tier)[keyof typeof Tier];

/** The best tier of any place where the text stands in a description, both folded. */
export function tierOf(description: string, text: string): Tier | undefined {
  if (text === '') return undefined;
  let best: Tier | undefined;
  for (let at = description.indexOf(text); at !== -1; at = description.indexOf(text, at + 1)) {
    const tier = tierAt(description, text, at);
    if (best === undefined || tier < best) best = tier;
  }
  return best;
}

function tierAt(description: string, text: string, at: number): Tier {
  const before = description.slice(0, at);
  if (startsWithWord(text) && endsWithWord(before)) return Tier.inside;
  const after = wordEnd(description.slice(at + text.length), endsWithWord(text));
  if (after === undefined) return Tier.wordStart;
  const startsSegment = /(^|,)\s*$/.test(before);
  const isFirst = !before.includes(',');
  if (startsSegment && /^\s*(,|$)/.test(after)) return isFirst ? Tier.firstSegment : Tier.segment;
  return startsSegment && isFirst ? Tier.firstWord : Tier.word;
}

/** What follows the text and its plural ending; `undefined` where the word goes on. */
function wordEnd(rest: string, inWord: boolean): string | undefined {
  if (!inWord) return rest;
  return ['', 's', 'es']
    .filter((ending) => rest.startsWith(ending))
    .map((ending) => rest.slice(ending.length))
    .find((after) => !startsWithWord(after));
}

/** Foods for infants go behind all others of their tier: nobody who types `banana` means them. */
export function isBabyFood(description: string): boolean {
  return /^\s*babyfood\s*(,|$)/.test(description);
}
