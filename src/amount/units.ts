// The units of amounts and what they weigh or hold: grams, milliliters, sizes, pieces.

/** A unit of mass → its grams. */
const GRAMS = { mg: 0.001, g: 1, kg: 1000, oz: 28.349523125, lb: 453.59237 } as const;

/** A unit of volume → its milliliters: metric ones, and those of American kitchens (NIST, HB 44). */
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

/** Sizes that stand for a whole food: "2 large" of eggs. */
const SIZES = ['extra small', 'small', 'medium', 'large', 'extra large', 'jumbo'] as const;

/** What foods come in. What one weighs depends on the food. */
const PIECES = [
  ...['piece', 'slice', 'serving', 'portion', 'stick', 'pat', 'clove', 'head', 'ear', 'stalk'],
  ...['leaf', 'sprig', 'bunch', 'wedge', 'fillet', 'link', 'strip', 'patty', 'roll', 'loaf', 'bar'],
  ...['scoop', 'handful', 'pinch', 'dash', 'can', 'bottle', 'glass', 'bowl', 'jar', 'package'],
  ...['container', 'packet', 'knob', 'sheet', 'bulb', 'drop', 'spear'],
] as const;

/** What a piece of food is long. What it weighs depends on the food. */
const LENGTHS = ['mm', 'cm', 'inch'] as const;

type Key<T> = keyof T & string;

/** A unit by its one name: `cup`, also where `cups` or `Tassen` was written. */
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

/** What a weighed amount may come in: "400 g can", "250 g piece". */
export const PACKAGES: ReadonlySet<Unit> = new Set([
  ...(['can', 'bottle', 'jar', 'package', 'container', 'packet', 'piece', 'bar'] as const),
]);

/** Pieces that may be named after the food: "3 garlic cloves". */
export const NAMED_AFTER: ReadonlySet<Unit> = new Set([
  ...(['clove', 'stalk', 'stick', 'bulb', 'slice', 'loaf', 'sprig', 'ear', 'spear'] as const),
]);

/** Units that are foods as well: "2 rolls". */
export const FOODS: ReadonlySet<Unit> = new Set(['roll', 'bar', 'patty', 'loaf', 'clove'] as const);

/** The grams of one such unit; `undefined` where they depend on the food. */
export function gramsOf(unit: Unit): number | undefined {
  const grams: Partial<Record<Unit, number>> = GRAMS;
  return grams[unit];
}

/** The milliliters of one such unit; `undefined` if it is not a unit of volume. */
export function millilitersOf(unit: Unit): number | undefined {
  const milliliters: Partial<Record<Unit, number>> = MILLILITERS;
  return milliliters[unit];
}

/** Whether a unit is a size, such as `large`. */
export function isSize(unit: Unit): boolean {
  const sizes: readonly string[] = SIZES;
  return sizes.includes(unit);
}

/** Whether a unit says what an amount weighs or holds. */
export function isMeasured(unit: Unit): boolean {
  return gramsOf(unit) !== undefined || millilitersOf(unit) !== undefined;
}

/** Whether a unit is of length, such as `cm`. */
export function isLength(unit: Unit): boolean {
  const lengths: readonly string[] = LENGTHS;
  return lengths.includes(unit);
}

/** How many of one unit make one of another of the same kind; `undefined` for others. */
export function ratioOf(unit: Unit, other: Unit): number | undefined {
  const [a, b] = [gramsOf(unit), gramsOf(other)];
  if (a !== undefined && b !== undefined) return b / a;
  const [c, d] = [millilitersOf(unit), millilitersOf(other)];
  return c !== undefined && d !== undefined ? d / c : undefined;
}

/** What a vocabulary calls the units. */
interface UnitWords {
  readonly units: Readonly<Partial<Record<Unit, readonly string[]>>>;
}

const UNITS_BY_WORD = new Map<UnitWords, ReadonlyMap<string, Unit>>();

/** The unit of each word of a vocabulary. */
export function unitsByWord(vocabulary: UnitWords): ReadonlyMap<string, Unit> {
  const known = UNITS_BY_WORD.get(vocabulary);
  if (known !== undefined) return known;
  const units = new Map<string, Unit>();
  for (const [unit, words] of Object.entries(vocabulary.units) as [Unit, readonly string[]][]) {
    for (const word of words) units.set(word, unit);
  }
  UNITS_BY_WORD.set(vocabulary, units);
  return units;
}
