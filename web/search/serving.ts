import type { Food } from '../food.ts';
import type { Basis } from '../kept/kept.ts';
import { type Measure, type Unit, unitsOf } from '../measure.ts';
import { type Amount, HUNDRED_GRAMS, MAX_GRAMS, parseCount } from '../plate/plate.ts';
import { type Quantity, readQuantity } from './quantity.ts';

/** What servings depend on beside the food. */
export interface ServingChoice {
  readonly basis: Basis;
  /** The amount typed in front of the search, such as that of `2 cups milk`. */
  readonly quantity: Quantity | undefined;
  /** The unit that was chosen last for this food. */
  readonly unitName: string | undefined;
}

/**
 * How much of a food a row of results is for, and is added by it: what was typed, where the food
 * has such a unit; per portion, the unit chosen last, else its first measure; else 100 g.
 */
export function servingOf(food: Food, { basis, quantity, unitName }: ServingChoice): Amount {
  if (quantity !== undefined) {
    const typed = inUnits(unitsOf(food.measures), quantity);
    if (typed !== undefined) return typed;
  }
  const { measures } = food;
  const [first] = measures;
  if (basis === '100g' || first === undefined) return HUNDRED_GRAMS;
  return amountOf(measures.find(({ name }) => name === unitName) ?? first);
}

function amountOf({ count, name, grams }: Measure): Amount {
  return { count, unit: { name, grams: grams / count } };
}

/**
 * The amount that a text spells: a count of `unit`, or of another of the units that it names, such as
 * `2 cups` or `100g`. `undefined` if it is none, or more than a plate takes.
 */
export function readAmount(text: string, unit: Unit, units: readonly Unit[]): Amount | undefined {
  const count = parseCount(text, unit);
  if (count !== undefined) return { count, unit };
  // A food after the amount is what the form of a search has.
  const { quantity } = readQuantity(`${text} x`);
  return quantity && inUnits(units, quantity);
}

function inUnits(units: readonly Unit[], { count, unitNames }: Quantity): Amount | undefined {
  const unit =
    units.find(({ name }) => unitNames.includes(name.toLowerCase())) ??
    units.find(({ name }) => unitNames.some((wanted) => startsWithWord(name, wanted)));
  return unit && count * unit.grams <= MAX_GRAMS ? { count, unit } : undefined;
}

/** `cup` begins `cup, diced` and `cup (8 fl oz)`, and not `cupcake`. */
function startsWithWord(name: string, word: string): boolean {
  return name.toLowerCase().startsWith(word) && !/^\p{L}/u.test(name.slice(word.length));
}
