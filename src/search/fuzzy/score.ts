import { Part, PLACE_COUNT, partOf } from './place.ts';

/**
 * The points of a food: the fewer, the better. Each word of the query adds those of the way it is met
 * and those of its place; the food adds some for words between and beside them.
 */
export const POINTS = {
  /** The word itself, singular or plural as typed. */
  same: 0,
  /** The word in the other number: `egg` for "eggs". */
  otherNumber: 0,
  /** The participle or its verb: `mashed` for "mash". */
  participle: 3,
  /** Two words of the query written together, or one of it apart. */
  joined: 1,
  /** Another name: `catsup` for "ketchup". */
  otherName: 2,
  /** A word that begins with the last one of the query. */
  beginning: 8,
  /** A word that begins with another one. */
  earlierBeginning: 12,
  /** A slip of the keys. */
  slip: 16,
  /** Two slips, or one in the first letter. */
  twoSlips: 20,
  /** By the part of the description: head, second segment, third, later, aside, shelf. */
  part: [0, 1, 2, 3, 4, 1],
  /** A segment that has other words besides. */
  otherWords: [2, 1, 1, 1, 0, 0],
  /** No word of the query is in the head. */
  noHead: 4,
  /** Other words between those of the query: none, one or two, more. */
  spread: [0, 0, 0],
  /** The words in another order. */
  otherOrder: 0,
};

/** The points of a word's place, where it is the only one met. */
export function placePoints(place: number): number {
  const part = partOf(place);
  return (
    (POINTS.part[part] ?? 0) +
    ((place & 1) === 1 ? (POINTS.otherWords[part] ?? 0) : 0) +
    (part === Part.head ? 0 : POINTS.noHead)
  );
}

/** The least points that a word's place adds, whatever else is met. */
export function leastPlacePoints(place: number): number {
  return POINTS.part[partOf(place)] ?? 0;
}

export const PLACES = Array.from({ length: PLACE_COUNT }, (_, place) => place);
