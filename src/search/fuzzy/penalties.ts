import { elementAt, numberAt } from '../flat-arrays.ts';
import { isInHead, Part, PLACE_COUNT, partOf } from './place.ts';

// Penalties in `match=fuzzy`: typo, prefix, other name, place, family. Foods with lower penalties
// rank higher.

/**
 * The components of a food's penalty. Each query word adds a penalty for how it matches, and one
 * for the part of the description it is in. The food adds penalties for other words next to the
 * matches, for uncertain matches, and for its family.
 */
export const PENALTIES = {
  /** The word itself, singular or plural. */
  same: 0,
  /** A participle of the word, or the reverse: `mashed` for "mash". */
  participle: 3,
  /**
   * A compound that ends with the query word: `Putenbrust` for "Brust". Such a match does not name
   * the food.
   */
  compound: 5,
  /** Two query words joined, or one split. */
  joined: 1,
  /** Another name: `catsup` for "ketchup". */
  otherName: 2,
  /** The query asks for little, and the food has none: "without salt" for "low sodium". */
  noneName: 8,
  /** The typed words of a foreign name, rather than their English meaning. */
  foreign: 32,
  /** A longer word that starts with the last query word, which is still being typed. */
  beginning: 6,
  /** Another name that starts with the end of the query. */
  namePrefix: 10,
  /** A typo whose cost is below {@link TYPO.other}. */
  typo: 16,
  /** A typo of a higher cost. */
  farTypo: 20,
  /**
   * The penalty of a word by its part: head, second segment, third, later, aside, category, another
   * name of the food.
   */
  part: [0, 1, 2, 3, 4, 1, 5],
  /** The penalty of a segment that has other words besides those matched, by its part. */
  otherWords: [2, 1, 1, 1, 0, 0, 1],
  /** Added if no query word is in the head or category. */
  noHead: 4,
  /**
   * Added if a word matches only by another name or, as the last word, as a prefix, or if no word
   * in the head matches as typed.
   */
  named: 64,
  /** Added if a word matches only by a typo. */
  guessed: 128,
  /**
   * Added if the food lacks a query word and states its opposite: "Pork sausage" for "without
   * pork".
   */
  opposite: 100,
} as const;

/** The penalty of a food that lacks a wanted word. */
export const NO_MATCH = 1_000;

/** Returns a food's score: lower is better. Among equal penalties, fewer gaps between words win. */
export function scoreOf(penalty: number): number {
  return penalty * (MAX_GAPS + 1);
}

/** The maximum number of gaps that count. */
export const MAX_GAPS = 15;

/** The score of a food that lacks a wanted word. */
export const NO_SCORE = Number.MAX_SAFE_INTEGER;

/**
 * Returns the penalty of a word's place if no other word matches. Returns 0 for negated words.
 */
export function placePenalty(place: number): number {
  return numberAt(PLACE_PENALTIES, place);
}

/** Whether a word that matches as typed, at this penalty and place, names the food. */
export function isNaming(penalty: number, place: number): boolean {
  return penalty < PENALTIES.compound && isInHead(place);
}

/** Returns the lowest penalty that a word's place adds, whatever else matches. */
export function partPenalty(place: number): number {
  return numberAt(PART_PENALTIES, place);
}

/** Returns the penalty of a segment at this place that has words besides the matched ones. */
export function otherWordsPenalty(place: number): number {
  return elementAt(PENALTIES.otherWords, partOf(place));
}

// The extra last entry is for negated words, whose postings do not record their place.
const PART_PENALTIES = new Uint32Array(PLACE_COUNT + 1);
const PLACE_PENALTIES = new Uint32Array(PLACE_COUNT + 1);
for (let place = 0; place < PLACE_COUNT; place++) {
  const beside = place % 2 === 1 ? otherWordsPenalty(place) : 0;
  const isHead = partOf(place) === Part.head || partOf(place) === Part.category;
  PART_PENALTIES[place] = elementAt(PENALTIES.part, partOf(place));
  PLACE_PENALTIES[place] = partPenalty(place) + beside + (isHead ? 0 : PENALTIES.noHead);
}

/**
 * Returns a food's group by family size: 4 if it is alone, 3 for up to 7 foods, 2 for up to 31, 1
 * for up to 127, else 0. Foods for infants are in group 5 regardless. Packaged products have their
 * own groups after these.
 */
export function familyGroup(size: number, isInfantFood: boolean, isPackaged: boolean): number {
  const own = isInfantFood ? INFANT_GROUP : FAMILY_SIZES.filter((enough) => size < enough).length;
  return own + (isPackaged ? INFANT_GROUP + 1 : 0);
}

/**
 * Returns the penalty of a group. Packaged products rank below unpackaged foods that match by
 * another name. If a query names a brand, this has no effect, since unpackaged foods have none.
 */
export function groupPenalty(group: number): number {
  const packaged = group - (INFANT_GROUP + 1);
  return packaged < 0 ? group : packaged + PENALTIES.named + PACKAGED_PENALTY;
}

const FAMILY_SIZES = [2, 8, 32, 128];
const INFANT_GROUP = 5;
/** In addition to the penalty of a match by another name. */
const PACKAGED_PENALTY = 16;
export const LAST_GROUP = 2 * INFANT_GROUP + 1;
