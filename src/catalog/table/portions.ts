import type { PlainValue } from '../../food/decimal.ts';

// Writes the `portions` column of imported foods: splits "1 1/2 cups" into amount and unit, with
// the grams.

/** A household portion as a source has it: its weight in grams, and its name, such as `1 cup`. */
export interface SourcePortion {
  readonly grams: PlainValue | undefined;
  readonly text: string;
}

/** A number, possibly a fraction, before a unit: `1 1/2 cups`, `0.5 cup`. */
const AMOUNT =
  /^(?:(\d+(?:\.\d+)?)\s+)?(?:(\d+)\/(\d+)|(\d*\.?\d+))(?:\s+(?=\S)|(?=(?:g|kg|ml|cl|dl|l|oz)\b))/i;

/**
 * Returns the portions as JSON for the `portions` column,
 * `[{"amount":1,"unit":"cup","grams":240}]`, without those that have no weight; `undefined` if none
 * are left.
 */
export function portionsJson(portions: readonly SourcePortion[]): string | undefined {
  const usable = portions.flatMap(({ grams, text }) => {
    const weight = grams === '' || grams === null ? Number.NaN : Number(grams);
    if (!(weight > 0) || !Number.isFinite(weight) || text.trim() === '') return [];
    return [{ ...amountAndUnit(text.trim()), grams: weight }];
  });
  return usable.length === 0 ? undefined : JSON.stringify(usable);
}

/** Splits a text into amount and unit. Without a number, the amount is 1: `slice`. */
function amountAndUnit(text: string): { readonly amount: number; readonly unit: string } {
  const [found, whole, over, under, plain] = AMOUNT.exec(text) ?? [];
  if (found === undefined) return { amount: 1, unit: text };
  const fraction = plain === undefined ? Number(over) / Number(under) : Number(plain);
  const amount = fraction + Number(whole ?? 0);
  // `1/0 cup` has no valid amount, and `3 4 pieces` more than one.
  const isOne =
    Number.isFinite(amount) && amount > 0 && (whole === undefined || over !== undefined);
  return isOne ? { amount, unit: text.slice(found.length) } : { amount: 1, unit: text };
}
