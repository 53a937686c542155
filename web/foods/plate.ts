import { GRAM, type Unit } from '../../src/meal/measures.ts';
import { amountText } from '../languages/number-text.ts';
import { type Food, isSameFood } from './food.ts';

// The plate as data: the most grams of a food, what is added by default, undo.

/** More than anyone eats at once; keeps totals readable. */
export const MAX_GRAMS = 10_000;

/** So much of something. */
export interface Amount {
  /** 0 or more, of `unit`. */
  readonly count: number;
  readonly unit: Unit;
}

/** A food on the plate, {@link MAX_GRAMS} of it at the most. */
export interface Portion extends Amount {
  readonly food: Food;
}

/** Foods with amounts, and what was taken off, so that it can be put back. */
export interface Plate {
  readonly portions: readonly Portion[];
  /** What each removal took and where it was; the latest last. */
  readonly removals: readonly Removal[];
}

type Removal = readonly { readonly index: number; readonly portion: Portion }[];

export const EMPTY_PLATE: Plate = { portions: [], removals: [] };
/** What is added where nothing else was chosen: the amount that a table's values are for. */
export const HUNDRED_GRAMS: Amount = { count: 100, unit: GRAM };

export function gramsOf({ count, unit }: Amount): number {
  return count * unit.grams;
}

/** How much of something is in an amount, by what 100 g have; `null` where that is not known. */
export function valueIn(per100g: number | null, amount: Amount): number | null {
  return per100g === null ? null : (per100g * gramsOf(amount)) / 100;
}

/** An amount as addresses have it, in any language: `1 cup`. */
export function shortText({ count, unit }: Amount): string {
  return `${count} ${unit.name}`;
}

/** Puts a food on the plate. If it is there already, its amount grows, in the unit it has. */
export function addFood(plate: Plate, food: Food, amount: Amount = HUNDRED_GRAMS): Plate {
  const index = findPortion(plate, food);
  const there = plate.portions[index];
  if (there === undefined) return { ...plate, portions: [...plate.portions, { food, ...amount }] };
  const grams = Math.min(gramsOf(there) + gramsOf(amount), MAX_GRAMS);
  const isSameUnit = there.unit.grams === amount.unit.grams && grams < MAX_GRAMS;
  const count = isSameUnit ? there.count + amount.count : grams / there.unit.grams;
  return setAmount(plate, index, { count: rounded(count), unit: there.unit });
}

/** The row of a food on the plate; -1 if it is not there. */
export function findPortion({ portions }: Plate, food: Food): number {
  return portions.findIndex((portion) => isSameFood(portion.food, food));
}

export function setAmount(plate: Plate, index: number, { count, unit }: Amount): Plate {
  const portions = plate.portions.map((portion, i) =>
    i === index ? { ...portion, count, unit } : portion,
  );
  return { ...plate, portions };
}

/** Moves a portion to another row; a row beyond the ends is the first or the last. */
export function movePortion(plate: Plate, from: number, to: number): Plate {
  const portions = [...plate.portions];
  const moved = portions.splice(from, 1);
  portions.splice(Math.max(0, to), 0, ...moved);
  return { ...plate, portions };
}

export function removePortion(plate: Plate, index: number): Plate {
  return remove(plate, (_, i) => i === index);
}

export function clearPlate(plate: Plate): Plate {
  return remove(plate, () => true);
}

/** Puts back what the latest removal took, where it was; what changed since stays changed. */
export function undoRemoval(plate: Plate): Plate {
  const portions = [...plate.portions];
  for (const { index, portion } of plate.removals.at(-1) ?? []) {
    if (portions.some(({ food }) => isSameFood(food, portion.food))) continue;
    portions.splice(index, 0, portion);
  }
  return { portions, removals: plate.removals.slice(0, -1) };
}

/** The same amount in another unit: 244 g for 1 cup, not 1 g. */
export function convert(amount: Amount, unit: Unit): Amount {
  return { count: rounded(gramsOf(amount) / unit.grams), unit };
}

/** Two decimals, which is finer than any kitchen scale. */
function rounded(count: number): number {
  return Math.round(count * 100) / 100;
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

/** An amount in words: `100 g`, `3 oz`, `1 cup, 244 g`. */
export function amountWords(amount: Amount): string {
  const { count, unit } = amount;
  const words = `${amountText(count)} ${unit.name}`;
  return unit.name === 'g' ? words : `${words}, ${amountText(Math.round(gramsOf(amount)))} g`;
}
