import { elementAt, numberAt } from '../flat-arrays.ts';
import { Part, PLACE_COUNT, partOf } from './place.ts';

// What each thing costs in `match=fuzzy`: typo, beginning, other name, place, family.
// Fewer come first.

/**
 * The penalty of a food: the lower, the better. Each word of the query adds that of the way it is met
 * and that of the part it is in; the food adds that of the words beside and of its family.
 */
export const PENALTIES = {
  /** The word itself, in the singular or the plural. */
  same: 0,
  /** The participle of the word, or the other way round: `mashed` for "mash". */
  participle: 3,
  /** Two words of the query written together, or one of it apart. */
  joined: 1,
  /** Another name: `catsup` for "ketchup". */
  otherName: 2,
  /** What was typed itself, where a name in another language was asked for. */
  foreign: 32,
  /** A word that begins with the last one of the query, which is still being typed. */
  beginning: 6,
  /** Added to these where the word begun is another one of the query. */
  otherWord: 16,
  /** A misspelled word, at the cost of one letter. */
  typo: 16,
  /** At a higher cost. */
  farTypo: 20,
  /** By part: head, second segment, third, later, aside, shelf, another name of the food's own. */
  part: [0, 1, 2, 3, 4, 1, 5],
  /** By part: a segment with words of the query has other words besides. */
  otherWords: [2, 1, 1, 1, 0, 0, 1],
  /** No word of the query is in the head. */
  noHead: 4,
  /** Not all words of the query are there as typed with one in the head, but all as typed or named. */
  named: 64,
  /** Some words of the query are only begun, or misspelled. */
  guessed: 128,
} as const;

/** The penalty of a food that lacks a word that is wanted. */
export const NOT_MET = 1_000;

/** The score of a food: the lower, the better. Of equal penalties, fewer words apart are better. */
export function scoreOf(penalty: number): number {
  return penalty * (MOST_PARTINGS + 1);
}

/** More words apart count as this many. */
export const MOST_PARTINGS = 15;

/** Of a food that lacks a word that is wanted. */
export const NO_SCORE = Number.MAX_SAFE_INTEGER;

/** The penalty of a word's place, where it is the only one met; of negated words, the least. */
export function placePenalty(place: number): number {
  return numberAt(PLACE_PENALTIES, place);
}

/** The least penalty that a word's place adds, whatever else is met. */
export function partPenalty(place: number): number {
  return numberAt(PART_PENALTIES, place);
}

/** The penalty of a segment at this place that has other words besides those met. */
export function otherWordsPenalty(place: number): number {
  return elementAt(PENALTIES.otherWords, partOf(place));
}

export const PLACES: readonly number[] = Array.from({ length: PLACE_COUNT }, (_, place) => place);

// One more for the place of negated words, whose postings do not say where they are.
const PART_PENALTIES = new Uint32Array(PLACE_COUNT + 1);
const PLACE_PENALTIES = new Uint32Array(PLACE_COUNT + 1);
for (const place of PLACES) {
  const beside = place % 2 === 1 ? otherWordsPenalty(place) : 0;
  const isHead = partOf(place) === Part.head || partOf(place) === Part.shelf;
  PART_PENALTIES[place] = elementAt(PENALTIES.part, partOf(place));
  PLACE_PENALTIES[place] = partPenalty(place) + beside + (isHead ? 0 : PENALTIES.noHead);
}

/**
 * The group of a food by the size of its family: 4 where it is alone, 3 up to 7 foods, 2 up to 31, 1 up to
 * 127, else 0. A food for infants is in 5, whatever its family. Packaged products are in groups of their own,
 * after these.
 */
export function familyGroup(size: number, isInfantFood: boolean, isPackaged: boolean): number {
  const own = isInfantFood ? INFANT_GROUP : FAMILY_SIZES.filter((enough) => size < enough).length;
  return own + (isPackaged ? INFANT_GROUP + 1 : 0);
}

/**
 * The penalty of the foods of a group. A packaged product comes after the whole foods that have another
 * name for the words typed; of a query that names its brand, these lack a word.
 */
export function groupPenalty(group: number): number {
  const packaged = group - (INFANT_GROUP + 1);
  return packaged < 0 ? group : packaged + PENALTIES.named + PACKAGED_PENALTY;
}

const FAMILY_SIZES = [2, 8, 32, 128];
const INFANT_GROUP = 5;
const PACKAGED_PENALTY = 16;
export const LAST_GROUP = 2 * INFANT_GROUP + 1;
