// The types of a food, its values and portions in an answer, with their units, and of what fuzzy
// understood; what `/api/meal` answers.

/**
 * A value as stored in the table: usually a number, sometimes text, `null` if unknown. Integers
 * beyond 2^53 lose digits here, as in all JSON that JavaScript reads.
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
  /** The name of the food, which is searched. */
  readonly description: FoodValue;
  /** Saturated, mono- and polyunsaturated fat together, in grams with two decimals: `"33.31"`. */
  readonly fat_g: string;
}

/** A food of the bundled tables, where only numbers are missing. */
export interface BundledFood extends Food {
  readonly carbohydrate_g: number | null;
  readonly protein_g: number | null;
  readonly kcal: number | null;
  readonly description: string;
}

/** How one or several words of a query were understood with `match: 'fuzzy'`. */
export interface Reading {
  /** As typed, in lower case and without accents. */
  readonly typed: string;
  /**
   * `word`: the word itself, in any form. `beginning`: words that begin with it. `name`: another
   * name of the same food. `slip`: a word that was mistyped. `none`: none of the first foods has
   * it.
   */
  readonly manner: 'word' | 'beginning' | 'name' | 'slip' | 'none';
  /** With `name`, the other name; with `slip`, the word that was meant. */
  readonly taken?: string;
  /** With `name`: the language of the name, if it is the requested one. */
  readonly lang?: string;
  /**
   * The matching words of the descriptions, in lower case and without accents. With `beginning`,
   * these are all that begin with `typed`.
   */
  readonly marks?: readonly string[];
}

/** How a query was understood. */
export interface Interpretation {
  readonly readings: readonly Reading[];
  /** The amount in the query, such as 2 in `2 cups of milk`; missing if there is none. */
  readonly amount?: number;
  /** The ends of a range in the query, such as 2 and 3; `amount` is their middle. */
  readonly range?: readonly [least: number, most: number];
  /** The unit of the amount, such as `cup` or `large`; missing if it counts foods. */
  readonly unit?: string;
  /** How many different words were ignored: those after the first 16. */
  readonly droppedCount: number;
  /** Whether all readings fit. */
  readonly isComplete: boolean;
}

/** How the weight of an amount is known. */
export type FoodAmountSource =
  | 'weight'
  | 'measure of the food'
  /** Of another food of the same kind that was found for the line. */
  | 'measure of its kind'
  /** The usual amount, if the line has no unit, or a size that the food lacks. */
  | 'usual amount'
  | 'unknown';

/** A food that a line means, or may mean. */
export interface MealFood {
  /** Its key for `/api/food/{id}`; `null` if the table has no key. */
  readonly id: string | null;
  readonly description: string | null;
}

/** Amounts of nutrients by their columns, such as `protein_g`; `null` where one is not known. */
export type NutrientAmounts = Readonly<Record<string, number | null>>;

/** A line of a meal and the food that it means. */
export interface MealLine {
  /** As it was given. */
  readonly line: string;
  /** `null` where nothing was found; {@link MealLine.why} says so. */
  readonly food: MealFood | null;
  readonly why?: string;
  /** The number of {@link MealLine.unit}; for a range, the middle. */
  readonly amount: number | null;
  /** A unit of weight or volume, or a measure of the food, such as `large`. */
  readonly unit: string | null;
  /** What the amount weighs; `null` if that is not known. */
  readonly grams: number | null;
  readonly how: FoodAmountSource;
  /** Whether every word of the line matched, and the weight is the food's own. */
  readonly certain: boolean;
  /** Of the whole amount; `null` where its weight is not known. */
  readonly nutrients: NutrientAmounts | null;
  /** Other foods that the line may mean, best first. */
  readonly alternatives: readonly MealFood[];
}

/** The sums of the known values. */
export type MealTotals = NutrientAmounts & {
  /** How many lines have a weight: only these are in the sums. */
  readonly known: number;
  readonly lines: number;
};

export interface Meal {
  readonly lines: readonly MealLine[];
  readonly totals: MealTotals;
  /** With `servings`: the totals divided by them. */
  readonly per_serving?: NutrientAmounts;
}
