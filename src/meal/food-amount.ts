import { isMeasureOf } from '../amount/amount-reader.ts';
import { type Unit as AmountUnit, gramsOf, millilitersOf, UNITS } from '../amount/units.ts';
import { densityOf, type Measure, type Unit } from './measures.ts';

// What an amount of a food weighs, by the food's own measures.

/** An amount as somebody wrote it. */
export interface Quantity {
  readonly count: number;
  /** `undefined` where foods are counted: `2 eggs`. */
  readonly unit: AmountUnit | undefined;
}

/**
 * The unit of an amount with the weight that it has for a food; `undefined` where nothing says that.
 *
 * @param food what its table calls it
 */
export function unitOf(
  measures: readonly Measure[],
  { unit }: Quantity,
  food: string | null = null,
): Unit | undefined {
  if (unit === undefined) return pieceOf(measures, food);
  const grams = gramsOf(unit);
  if (grams !== undefined) return { name: unit, grams };
  // Tables list first what people mean most.
  const own = measures.find(({ name }) => isMeasureOf(name, unit));
  if (own !== undefined) return oneOf(own);
  const milliliters = millilitersOf(unit);
  const density = milliliters === undefined ? undefined : densityOf(measures, 'in any form');
  return milliliters === undefined || density === undefined
    ? undefined
    : { name: unit, grams: milliliters * density };
}

function oneOf({ count, name, grams }: Measure): Unit {
  return { name, grams: grams / count };
}

/** Grams in a milliliter of what people drink at the most; syrups and concentrates have more. */
const THICKEST_DRINK = 1.1;

function isDrink(measures: readonly Measure[]): boolean {
  const isPoured = measures.some(({ count, name }) => name === 'fl oz' && count === 1);
  return isPoured && (densityOf(measures) ?? 0) <= THICKEST_DRINK;
}

/**
 * What people take of a food: the measure that its table has first. Tables list drinks by the fluid
 * ounce, which nobody drinks: of these it is a cup, or what else they are served in.
 */
export function usualOf(measures: readonly Measure[]): Measure | undefined {
  const [first, ...others] = measures;
  if (first?.name !== 'fl oz' || !isDrink(measures)) return first;
  return others.find(({ name }) => /^cup\b/.test(name)) ?? others[0] ?? first;
}

/**
 * What one of a food weighs where an amount has no unit, or a size that its table does not have: a piece
 * of it, or of a drink what it is served in. Nothing else is one: three cloves are no three teaspoons.
 */
export function usualUnitOf(measures: readonly Measure[], food: string | null): Unit | undefined {
  const served = isDrink(measures) ? usualOf(measures) : undefined;
  return pieceOf(measures, food) ?? (served && oneOf(served));
}

/** Names of what people count, in the order in which they would mean them. */
const USUAL_PIECES = [/^medium\b/, /^(whole|each|fruit|piece|item)\b/, /^large\b/, /^slice\b/];

/**
 * What one of a food is: the measure that is called like it, as the leek is; else its first, if that is
 * neither a weight nor a volume, as the egg has its large one; else the medium one, as of the banana,
 * whose first is a cup.
 */
function pieceOf(measures: readonly Measure[], food: string | null): Unit | undefined {
  const pieces = measures.filter(({ name }) => !isWeighed(name));
  const [first] = pieces;
  const usual =
    first === measures[0]
      ? undefined
      : USUAL_PIECES.map((form) => pieces.find(({ name }) => form.test(name))).find(Boolean);
  const piece = pieces.find(({ name }) => isCalled(name, food ?? '')) ?? usual ?? first;
  return piece && oneOf(piece);
}

/** Whether a measure is called like a food: `leek` of `Leeks, raw`, `pizza` of `PIZZA HUT 12" cheese pizza`. */
function isCalled(measure: string, food: string): boolean {
  const [name = ''] = measure.toLowerCase().split(/[,(]/, 1);
  const [head = ''] = food.toLowerCase().split(',', 1);
  return head.split(' ').some((word) => [name, `${name}s`, `${name}es`].includes(word));
}

const WEIGHTS_AND_VOLUMES = Object.keys({ ...UNITS.mass, ...UNITS.volume }) as AmountUnit[];

/** Whether a measure is of a weight or a volume, such as what a pound yields, and no piece. */
function isWeighed(name: string): boolean {
  return (
    WEIGHTS_AND_VOLUMES.some((unit) => isMeasureOf(name, unit)) || /^NLEA|\byield from\b/.test(name)
  );
}
