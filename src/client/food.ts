// The types of responses: foods with values and portions, the interpretation of a query, and meals.

/**
 * A value as stored in the table: usually a number, sometimes text, `null` if unknown. Integers
 * beyond 2^53 lose digits, as in all JSON that JavaScript reads.
 */
export type FoodValue = number | string | null;

/** A household measure of a food, such as 1 `cup, sliced`, which weighs 150 g. */
export interface Portion {
  readonly amount: number;
  readonly unit: string;
  /** The weight of the amount in grams. */
  readonly grams: number;
}

/** An additional field: a value, or the list in the field `portions`. */
export type FieldValue = FoodValue | readonly Portion[];

/** A food in a response. In the bundled tables, all amounts are per 100 g of the food. */
export interface Food {
  /** Carbohydrates in grams. */
  readonly carbohydrate_g: FoodValue;
  /** Protein in grams. */
  readonly protein_g: FoodValue;
  /** Energy in kilocalories. */
  readonly kcal: FoodValue;
  /** The name of the food, in which searches look for the query. */
  readonly description: FoodValue;
  /**
   * Saturated, monounsaturated, and polyunsaturated fat together, in grams with two decimals:
   * `"33.31"`.
   */
  readonly fat_g: string;
}

/** A food of the bundled tables, where only numbers can be missing. */
export interface BundledFood extends Food {
  readonly carbohydrate_g: number | null;
  readonly protein_g: number | null;
  readonly kcal: number | null;
  readonly description: string;
}

/** How one or more words of a query were understood with `match: 'fuzzy'`. */
export interface Reading {
  /** The words as typed, in lowercase and without accents. */
  readonly typed: string;
  /**
   * `word`: the word itself, in any form. `beginning`: words that begin with it. `name`: another
   * name of the same food. `slip`: a misspelled word. `none`: none of the first foods has it.
   */
  readonly manner: 'word' | 'beginning' | 'name' | 'slip' | 'none';
  /** With `name`, the other name; with `slip`, the intended word. */
  readonly taken?: string;
  /** With `name`, the language of the name, if it is the requested one. */
  readonly lang?: string;
  /**
   * The matching words of the descriptions, in lowercase and without accents. With `beginning`, all
   * words that begin with `typed`.
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
  /** The number of distinct words that were ignored, as only the first 16 count. */
  readonly droppedCount: number;
  /** Whether all readings fit in the response header. */
  readonly isComplete: boolean;
}

/** How the weight of an amount is known. */
export type FoodAmountSource =
  | 'weight'
  | 'measure of the food'
  /** A measure of a similar food that the line also matched. */
  | 'measure of its kind'
  /** The usual amount, because the line has no unit or names a size that the food lacks. */
  | 'usual amount'
  | 'unknown';

/** A food that a line means, or may mean. */
export interface MealFood {
  /** The key for `/api/food/{id}`; `null` if the table has no key. */
  readonly id: string | null;
  readonly description: string | null;
}

/** Amounts of nutrients by column, such as `protein_g`; `null` if unknown. */
export type NutrientAmounts = Readonly<Record<string, number | null>>;

/** A line of a meal and the food that it means. */
export interface MealLine {
  /** The line as given. */
  readonly line: string;
  /** `null` if nothing was found; {@link MealLine.why} says why. */
  readonly food: MealFood | null;
  readonly why?: string;
  /** The amount in {@link MealLine.unit}. For a range, this is the middle. */
  readonly amount: number | null;
  /** A unit of weight or volume, or a measure of the food, such as `large`. */
  readonly unit: string | null;
  /** The weight of the amount in grams; `null` if unknown. */
  readonly grams: number | null;
  readonly how: FoodAmountSource;
  /**
   * Whether every word of the line matched without guessing, and the weight is stated in the line
   * or comes from the food's own measures.
   */
  readonly certain: boolean;
  /** The nutrients of the whole amount; `null` if its weight is unknown. */
  readonly nutrients: NutrientAmounts | null;
  /** Other foods that the line may mean, best first. */
  readonly alternatives: readonly MealFood[];
}

/** The sums of the known values. */
export type MealTotals = NutrientAmounts & {
  /** The number of lines with a known weight. The sums include only these. */
  readonly known: number;
  readonly lines: number;
};

export interface Meal {
  readonly lines: readonly MealLine[];
  readonly totals: MealTotals;
  /** With `servings`: the totals per serving. */
  readonly per_serving?: NutrientAmounts;
}
