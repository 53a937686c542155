import type { Food } from '../food.ts';
import type { Basis } from '../kept/kept.ts';
import { type Measure, unitsOf } from '../measure.ts';
import { type Amount, HUNDRED_GRAMS, MAX_GRAMS } from '../plate/plate.ts';
import type { Quantity } from './quantity.ts';

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
    const typed = inQuantity(food, quantity);
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

function inQuantity({ measures }: Food, { count, unitNames }: Quantity): Amount | undefined {
  const units = unitsOf(measures);
  const unit =
    units.find(({ name }) => unitNames.includes(name.toLowerCase())) ??
    units.find(({ name }) => unitNames.some((wanted) => startsWithWord(name, wanted)));
  return unit && count * unit.grams <= MAX_GRAMS ? { count, unit } : undefined;
}

/** `cup` begins `cup, diced` and `cup (8 fl oz)`, and not `cupcake`. */
function startsWithWord(name: string, word: string): boolean {
  return name.toLowerCase().startsWith(word) && !/^\p{L}/u.test(name.slice(word.length));
}
