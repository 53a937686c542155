// What `/api/meal` answers.

/** How the weight of an amount is known. */
export type FoodAmountSource =
  | 'weight'
  | 'measure of the food'
  /** Of another food of the same kind that was found for the line. */
  | 'measure of its kind'
  /** The measure that people take, where the line has no unit, or a size that the food has not. */
  | 'usual amount'
  | 'unknown';

/** A food that a line means, or may mean. */
export interface MealFood {
  /** What `/api/food/{id}` finds it by; `null` where the table has no such column. */
  readonly id: string | null;
  readonly description: string | null;
}

/** Amounts of nutrients by their columns, such as `protein_g`; `null` where one is not known. */
export type NutrientAmounts = Readonly<Record<string, number | null>>;

/** A line of a meal and what it was taken for. */
export interface MealLine {
  /** As it was given. */
  readonly line: string;
  /** `null` where nothing was found; {@link MealLine.why} says so. */
  readonly food: MealFood | null;
  readonly why?: string;
  /** How many of {@link MealLine.unit}; of a range the middle. */
  readonly amount: number | null;
  /** A unit of weight or volume, or a measure of the food, such as `large`. */
  readonly unit: string | null;
  /** What the amount weighs; `null` if that is not known. */
  readonly grams: number | null;
  readonly how: FoodAmountSource;
  /** Whether every word of the line was met, and the weight is the food's own. */
  readonly certain: boolean;
  /** Of the whole amount; `null` where its weight is not known. */
  readonly nutrients: NutrientAmounts | null;
  /** Other foods that the line may mean, best first. */
  readonly alternatives: readonly MealFood[];
}

/** The sums of what is known. */
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
