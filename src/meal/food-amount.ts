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

/** The unit of an amount with the weight that it has for a food; `undefined` where nothing says that. */
export function unitOf(measures: readonly Measure[], { unit }: Quantity): Unit | undefined {
  if (unit === undefined) return pieceOf(measures);
  const grams = gramsOf(unit);
  if (grams !== undefined) return { name: unit, grams };
  // Tables list first what people mean most.
  const own = measures.find(({ name }) => isMeasureOf(name, unit));
  if (own !== undefined) return { name: own.name, grams: own.grams / own.count };
  const milliliters = millilitersOf(unit);
  const density = milliliters === undefined ? undefined : densityOf(measures);
  return milliliters === undefined || density === undefined
    ? undefined
    : { name: unit, grams: milliliters * density };
}

/** Grams in a milliliter of what people drink at the most; syrups and concentrates have more. */
const THICKEST_DRINK = 1.1;

/**
 * What people take of a food: the measure that its table has first. Tables list drinks by the fluid
 * ounce, which nobody drinks: of these it is a cup, or what else they are served in.
 */
export function usualOf(measures: readonly Measure[]): Measure | undefined {
  const [first, ...others] = measures;
  const isDrink = first?.name === 'fl oz' && first.count === 1;
  if (!isDrink || (densityOf(measures) ?? 0) > THICKEST_DRINK) return first;
  return others.find(({ name }) => /^cup\b/.test(name)) ?? others[0] ?? first;
}

/** Names of what people count, in the order in which they would mean them. */
const USUAL_PIECES = [/^medium\b/, /^(whole|each|fruit|piece|item)\b/, /^large\b/, /^slice\b/];

/**
 * What one of a food is: its first measure, if that is neither a weight nor a volume, as the egg has
 * its large one; else the medium one, as of the banana, whose first is a cup.
 */
function pieceOf(measures: readonly Measure[]): Unit | undefined {
  const pieces = measures.filter(({ name }) => !isWeighed(name));
  const [first] = pieces;
  const usual =
    first === measures[0]
      ? undefined
      : USUAL_PIECES.map((form) => pieces.find(({ name }) => form.test(name))).find(Boolean);
  const piece = usual ?? first;
  return piece && { name: piece.name, grams: piece.grams / piece.count };
}

const WEIGHTS_AND_VOLUMES = Object.keys({ ...UNITS.mass, ...UNITS.volume }) as AmountUnit[];

function isWeighed(name: string): boolean {
  return WEIGHTS_AND_VOLUMES.some((unit) => isMeasureOf(name, unit)) || /^NLEA/.test(name);
}
