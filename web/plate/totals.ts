import { NUTRIENTS, type Nutrient } from '../food.ts';
import type { Portion } from './plate.ts';

/** What a nutrient of all portions comes to. */
export interface Total {
  /** Kilocalories or grams of the portions whose food has a value. */
  readonly amount: number;
  /** How many portions have none: the true total may be higher. */
  readonly missing: number;
}

export type Totals = Readonly<Record<Nutrient, Total>>;

/** What one portion holds of a nutrient; `null` where its food has no value. */
export function amountIn({ food, grams }: Portion, nutrient: Nutrient): number | null {
  const per100g = food[nutrient];
  return per100g === null ? null : (per100g * grams) / 100;
}

export function totalsOf(portions: readonly Portion[]): Totals {
  const total = (nutrient: Nutrient): Total => {
    const amounts = portions.map((portion) => amountIn(portion, nutrient));
    return {
      amount: amounts.reduce<number>((sum, amount) => sum + (amount ?? 0), 0),
      missing: amounts.filter((amount) => amount === null).length,
    };
  };
  const [kcal, protein, fat, carbohydrate] = NUTRIENTS.map(total);
  const none: Total = { amount: 0, missing: 0 };
  return {
    kcal: kcal ?? none,
    protein: protein ?? none,
    fat: fat ?? none,
    carbohydrate: carbohydrate ?? none,
  };
}
