// The units of amounts: mass and volume (with grams or milliliters), sizes, pieces and lengths.

/** Units of mass, in grams. */
const GRAMS = { mg: 0.001, g: 1, hg: 100, kg: 1000, oz: 28.349523125, lb: 453.59237 } as const;

/**
 * Units of volume, in milliliters: metric units, and those used in American kitchens (NIST, HB 44).
 */
const MILLILITERS = {
  ml: 1,
  cl: 10,
  dl: 100,
  l: 1000,
  tsp: 4.92892159375,
  tbsp: 14.78676478125,
  'fl oz': 29.5735295625,
  cup: 236.5882365,
  pint: 473.176473,
  quart: 946.352946,
  gallon: 3785.411784,
} as const;

/** Sizes that stand for a whole food: "2 large" for eggs. */
const SIZES = ['extra small', 'small', 'medium', 'large', 'extra large', 'jumbo'] as const;

/**
 * The pieces and containers that foods come in. The weight of a piece or container depends on the
 * food.
 */
const PIECES = [
  ...['piece', 'slice', 'serving', 'portion', 'stick', 'pat', 'clove', 'head', 'ear', 'stalk'],
  ...['leaf', 'sprig', 'bunch', 'wedge', 'fillet', 'link', 'strip', 'patty', 'roll', 'loaf', 'bar'],
  ...['scoop', 'handful', 'pinch', 'dash', 'can', 'bottle', 'glass', 'bowl', 'jar', 'package'],
  ...['container', 'packet', 'knob', 'sheet', 'bulb', 'drop', 'spear'],
] as const;

/** Units for the length of a piece of food. The weight of the piece depends on the food. */
const LENGTHS = ['mm', 'cm', 'inch'] as const;

type Key<T> = keyof T & string;

/** A unit by its canonical name: `cup`, even if the text has `cups` or `Tassen`. */
export type Unit =
  | Key<typeof GRAMS>
  | Key<typeof MILLILITERS>
  | (typeof SIZES)[number]
  | (typeof PIECES)[number]
  | (typeof LENGTHS)[number];

/** All units, by kind. */
export const UNITS = {
  mass: GRAMS,
  volume: MILLILITERS,
  sizes: SIZES,
  pieces: PIECES,
  lengths: LENGTHS,
} as const;

/** Containers and pieces that may follow a weight: "400 g can", "250 g piece". */
export const PACKAGES: ReadonlySet<Unit> = new Set([
  ...(['can', 'bottle', 'jar', 'package', 'container', 'packet', 'piece', 'bar'] as const),
]);

/** Pieces that may follow the food's name: "3 garlic cloves". */
export const NAMED_AFTER: ReadonlySet<Unit> = new Set([
  ...(['clove', 'stalk', 'stick', 'bulb', 'slice', 'loaf', 'sprig', 'ear', 'spear'] as const),
]);

/** Pieces that need no number: "pinch salt". Alone, "bar" might be a food, and "can" a verb. */
export const WITHOUT_NUMBER: ReadonlySet<Unit> = new Set([
  ...(['handful', 'pinch', 'dash', 'sprig', 'bunch', 'knob', 'stick'] as const),
  ...(['cup', 'tbsp', 'tsp', 'oz'] as const),
]);

/** Units that are foods too: "2 rolls". */
export const FOODS: ReadonlySet<Unit> = new Set(['roll', 'bar', 'patty', 'loaf', 'clove'] as const);

const valueIn = (sizes: Partial<Record<Unit, number>>) => (unit: Unit) => sizes[unit];

/** Returns the grams of one unit, or `undefined` if they depend on the food. */
export const gramsOf = valueIn(GRAMS);

/** Returns the milliliters of one unit, or `undefined` if it is not a unit of volume. */
export const millilitersOf = valueIn(MILLILITERS);

const isAmong = (units: readonly Unit[]) => (unit: Unit) => units.includes(unit);

/** Whether a unit is a size, such as `large`. */
export const isSize = isAmong(SIZES);

/** Whether a unit measures length, such as `cm`. */
export const isLength = isAmong(LENGTHS);

/** Whether a unit measures mass or volume. */
export function isMeasured(unit: Unit): boolean {
  return gramsOf(unit) !== undefined || millilitersOf(unit) !== undefined;
}

/** Returns how many of `unit` make one `other`, if both measure mass, or both measure volume. */
export function ratioOf(unit: Unit, other: Unit): number | undefined {
  const [a, b] = [gramsOf(unit), gramsOf(other)];
  if (a !== undefined && b !== undefined) return b / a;
  const [c, d] = [millilitersOf(unit), millilitersOf(other)];
  return c !== undefined && d !== undefined ? d / c : undefined;
}

/** The words for each unit, in one language. */
export type UnitWords = Readonly<Partial<Record<Unit, readonly string[]>>>;

const UNITS_BY_WORD = new Map<UnitWords, ReadonlyMap<string, Unit>>();

/** Maps each word to its unit. */
export function unitsByWord(words: UnitWords): ReadonlyMap<string, Unit> {
  const known = UNITS_BY_WORD.get(words);
  if (known !== undefined) return known;
  const entries = Object.entries(words) as [Unit, readonly string[]][];
  const units = new Map(entries.flatMap(([unit, some]) => some.map((word) => [word, unit])));
  UNITS_BY_WORD.set(words, units);
  return units;
}
