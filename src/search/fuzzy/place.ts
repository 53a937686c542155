// Which places in a description `match=fuzzy` tells apart: head, second and later parts, asides,
// shelf, other names.

/**
 * Where a word of a description is: the number of its {@link Part} times two, plus one where the part
 * has more words. `Place.headWord` is `egg` in "Egg rolls, pork", `Place.head` in "Egg, whole, raw".
 */
export const Part = {
  /** The first segment; after a shelf such as "Spices", the second. */
  head: 0,
  /** The segment after the head. */
  second: 1,
  /** The next one. */
  third: 2,
  /** Any segment after that. */
  later: 3,
  /** Words in parentheses. */
  aside: 4,
  /** The name of a shelf of the shop, ahead of the head. */
  shelf: 5,
  /** Another name of the food, which its table has in a column beside the description. */
  ownName: 6,
} as const;
export type Part = (typeof Part)[keyof typeof Part];

/** The bits of a token or a posting that hold a place. */
export const PLACE_BITS = 4;
export const PLACE_COUNT = 14;

export function partOf(place: number): number {
  return place >>> 1;
}

/** Whether a place is in the head or on the shelf ahead of it. */
export function isInHead(place: number): boolean {
  const part = partOf(place);
  return part === Part.head || part === Part.shelf;
}
