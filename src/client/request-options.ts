import type { FieldValue, Food, Interpretation } from './food.ts';

// The options and results of the client's calls, with the comments that editors show.

export interface FoodOptions<Field extends string = never> {
  /** Cancels the request: the call rejects with the signal's reason, by default `AbortError`. */
  readonly signal?: AbortSignal | undefined;
  /** Additional columns of each food, in this order. `/api/fields` lists the available ones. */
  readonly fields?: readonly Field[] | undefined;
}

/** Filters, order, and page of the matching foods. */
export interface FoodListOptions<Field extends string = never>
  extends FoodOptions<Field>,
    Selection {
  /** The maximum number of foods, 1 to 100. Default: 100. */
  readonly limit?: number | undefined;
}

export interface FoodSearchOptions<Field extends string = never> extends FoodListOptions<Field> {
  /**
   * - `substring` (default): the description contains the query verbatim, including spaces.
   * - `words`: it contains each word of the query, in any order.
   * - `fuzzy`: it contains the words in any form, even misspelled or by another name.
   */
  readonly match?: 'substring' | 'words' | 'fuzzy' | undefined;
  /**
   * Requires `fuzzy`: also finds everyday foods by their names in this language. With `es`, `leche`
   * is milk. Default: English names only.
   */
  readonly lang?: 'es' | 'fr' | 'de' | 'it' | 'pt' | undefined;
}

export interface MealOptions extends Pick<FoodSearchOptions, 'signal' | 'lang'> {
  /** Additional nutrients. `/api/fields` lists the available columns. */
  readonly fields?: readonly string[] | undefined;
  /** The number of servings, 1 to 999; adds totals per serving. */
  readonly servings?: number | undefined;
}

/** A food with the additional fields requested. */
export type FoodWithFields<Field extends string, Entry extends Food = Food> = Entry &
  Readonly<Record<Field, FieldValue>>;

/** Foods, and how the service read the query. */
export interface FoodAnswer<Field extends string = never> {
  readonly foods: FoodWithFields<Field>[];
  /** The number of matching foods regardless of the limit; only with `count: true`. */
  readonly total: number | undefined;
  /**
   * The offset of the next foods. `undefined` if there are none, if the offset would exceed 10,000,
   * or if the request has none of `offset`, `count`, `where`, and `sort`.
   */
  readonly nextOffset: number | undefined;
  /** Only with `match: 'fuzzy'`, if the service sends it and the browser lets the page read it. */
  readonly interpretation: Interpretation | undefined;
}

/** Foods requested by key. */
export interface KnownFoods<Field extends string = never> {
  /** In the order of the keys. */
  readonly foods: FoodWithFields<Field>[];
  /** The keys that no food has; `undefined` if there are too many for a header. */
  readonly missing: readonly string[] | undefined;
}

/** A value of a column, and the number of foods that have it. */
export interface FoodGroup {
  readonly value: string;
  readonly count: number;
}

/** The foods to count, by text, conditions, or both. */
export interface FoodGroupOptions
  extends Pick<FoodSearchOptions, 'signal' | 'match' | 'lang' | 'where'> {
  /** The text of a search. Default: all foods. */
  readonly query?: string | undefined;
}

/** A comparison. Strings are compared regardless of case and accents. */
export type Operator = '<' | '<=' | '>' | '>=' | '=' | '!=';

/** A column, an operator, and a value; or `!` and a column whose value must be unknown. */
export type WhereCondition =
  | readonly [column: string, operator: Operator, value: string | number | bigint]
  | readonly ['!', column: string];

/** Which foods to keep, in what order, and how many to skip. */
export interface Selection {
  /** Conditions that every food must match, such as `['sodium_mg', '<', 140]`. Default: none. */
  readonly where?: readonly WhereCondition[] | undefined;
  /**
   * A column to sort by, such as `kcal`, or `-protein_g` for descending order. Default: by rank or,
   * in lists of the whole table, in table order.
   */
  readonly sort?: string | undefined;
  /** How many foods to skip, 0 to 10,000. Default: 0. */
  readonly offset?: number | undefined;
  /** Whether to count all matching foods. Default: false. */
  readonly count?: boolean | undefined;
}
