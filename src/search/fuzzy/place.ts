// Defines the places in a description that `match=fuzzy` distinguishes: head, second and later
// parts, asides, category, other names.

/**
 * The parts of a description. A word's place is its part times two, plus one if the part has more
 * words: 1 for `egg` in "Egg rolls, pork", 0 in "Egg, whole, raw".
 */
export const Part = {
  /** The first segment, or the second after a category such as "Spices". */
  head: 0,
  /** The segment after the head. */
  second: 1,
  /** The segment after the second. */
  third: 2,
  /** Any segment after the third. */
  later: 3,
  /** Words in parentheses. */
  aside: 4,
  /** The name of a category, before the head. */
  category: 5,
  /** Another name of the food, from a separate column of its table. */
  ownName: 6,
} as const;
export type Part = (typeof Part)[keyof typeof Part];

/** The number of bits for a place in a token or posting. */
export const PLACE_BITS = 4;
export const PLACE_COUNT = 14;

export function partOf(place: number): number {
  return place >>> 1;
}

/** Whether a place is in the head or in a category before it. */
export function isInHead(place: number): boolean {
  const part = partOf(place);
  return part === Part.head || part === Part.category;
}

/** The place of an ingredient that a food is made with or from. */
export const INGREDIENT_PLACE = Part.later * 2 + 1;

const PARTS: readonly Part[] = [Part.head, Part.second, Part.third];

/**
 * Returns the part for a segment number: 0 is the head, -1 a category before it. Segments in
 * parentheses have no number.
 */
export function partOfSegment(number: number): Part {
  return number < 0 ? Part.category : (PARTS[number] ?? Part.later);
}
