import { type Food, isSameFood } from '../food.ts';

/** How much of a food is on the plate at first. */
export const FIRST_GRAMS = 100;
/** More than a plate holds; keeps totals readable. */
export const MAX_GRAMS = 10_000;

export interface Portion {
  readonly food: Food;
  /** From 0 to {@link MAX_GRAMS}. */
  readonly grams: number;
}

/** Foods with amounts, and what was taken off, so that it can be put back. */
export interface Plate {
  readonly portions: readonly Portion[];
  /** The plates before each removal, as the portions that went and where they lay; latest last. */
  readonly removals: readonly Removal[];
}

type Removal = readonly { readonly index: number; readonly portion: Portion }[];

export const EMPTY_PLATE: Plate = { portions: [], removals: [] };

/** Puts a food on the plate; one that lies there already becomes more. */
export function addFood(plate: Plate, food: Food, grams = FIRST_GRAMS): Plate {
  const index = plate.portions.findIndex((portion) => isSameFood(portion.food, food));
  const there = plate.portions[index];
  if (there !== undefined) return setGrams(plate, index, Math.min(there.grams + grams, MAX_GRAMS));
  return { ...plate, portions: [...plate.portions, { food, grams }] };
}

export function setGrams(plate: Plate, index: number, grams: number): Plate {
  const portions = plate.portions.map((portion, i) =>
    i === index ? { ...portion, grams } : portion,
  );
  return { ...plate, portions };
}

export function removePortion(plate: Plate, index: number): Plate {
  return remove(plate, (_, i) => i === index);
}

export function clearPlate(plate: Plate): Plate {
  return remove(plate, () => true);
}

/** Puts back what the latest removal took, where it lay; what changed since stays changed. */
export function undoRemoval(plate: Plate): Plate {
  const portions = [...plate.portions];
  for (const { index, portion } of plate.removals.at(-1) ?? []) {
    if (portions.some(({ food }) => isSameFood(food, portion.food))) continue;
    portions.splice(index, 0, portion);
  }
  return { portions, removals: plate.removals.slice(0, -1) };
}

/**
 * The amount that a text spells in grams, with a point or a comma; `undefined` if it is none. A
 * comma before three digits is none either: `1,000` is one gram to some and a thousand to others.
 */
export function parseGrams(text: string): number | undefined {
  const trimmed = text.trim();
  const isAmount = /^(\d+[.,]?\d*|[.,]\d+)$/.test(trimmed) && !/,\d{3}$/.test(trimmed);
  const grams = isAmount ? Number(trimmed.replace(',', '.')) : Number.NaN;
  return grams >= 0 && grams <= MAX_GRAMS ? grams : undefined;
}

function remove(plate: Plate, isGone: (portion: Portion, index: number) => boolean): Plate {
  const removal = plate.portions
    .map((portion, index) => ({ index, portion }))
    .filter(({ portion, index }) => isGone(portion, index));
  if (removal.length === 0) return plate;
  return {
    portions: plate.portions.filter((portion, index) => !isGone(portion, index)),
    removals: [...plate.removals, removal],
  };
}
