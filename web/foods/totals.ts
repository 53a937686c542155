import { NUTRIENTS, type Nutrient } from './food.ts';
import { type Portion, valueIn } from './plate.ts';

// The sums of a plate, and when one is unknown or may be too low.

/** The sum of a nutrient over all portions. */
export interface Total {
  /** Kilocalories or grams of the portions whose food has a value. */
  readonly amount: number;
  /** How many portions have none: the true total may be higher. */
  readonly missing: number;
  /** False where no portion has a value: the total is not 0, it is unknown. */
  readonly isKnown: boolean;
}

export type Totals = Readonly<Record<Nutrient, Total>>;

/** The amount of a nutrient in one portion; `null` where its food has no value. */
export function amountIn(portion: Portion, nutrient: Nutrient): number | null {
  return valueIn(portion.food[nutrient], portion);
}

export function totalsOf(portions: readonly Portion[]): Totals {
  const total = (nutrient: Nutrient): Total => {
    const amounts = portions.map((portion) => amountIn(portion, nutrient));
    const missing = amounts.filter((amount) => amount === null).length;
    return {
      amount: amounts.reduce<number>((sum, amount) => sum + (amount ?? 0), 0),
      missing,
      isKnown: missing === 0 || missing < amounts.length,
    };
  };
  const [kcal, protein, fat, carbohydrate] = NUTRIENTS.map(total);
  const none: Total = { amount: 0, missing: 0, isKnown: true };
  return {
    kcal: kcal ?? none,
    protein: protein ?? none,
    fat: fat ?? none,
    carbohydrate: carbohydrate ?? none,
  };
}
