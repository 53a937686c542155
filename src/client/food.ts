// The types of a food, its values and portions in an answer, with their units.

/**
 * A value passed on as the food table holds it: most often a number, sometimes text, `null` where
 * the table has none. Integers beyond 2^53 lose digits here, as in all JSON that JavaScript reads.
 */
export type FoodValue = number | string | null;

/** A household measure of a food, such as 1 cup, sliced, of 150 g. */
export interface Portion {
  readonly amount: number;
  readonly unit: string;
  /** The weight of the amount. */
  readonly grams: number;
}

/** A further field: `portions` is a list where the table has one, all others are values. */
export type FieldValue = FoodValue | readonly Portion[];

/** One food of an answer. In the bundled table, all amounts are per 100 g of the food. */
export interface Food {
  /** Carbohydrates in grams. */
  readonly carbohydrate_g: FoodValue;
  /** Protein in grams. */
  readonly protein_g: FoodValue;
  /** Energy in kilocalories. */
  readonly kcal: FoodValue;
  /** The name of the food, in which the search looks. */
  readonly description: FoodValue;
  /** Saturated, mono- and polyunsaturated fat together, in grams with two decimals: `"33.31"`. */
  readonly fat_g: string;
}
