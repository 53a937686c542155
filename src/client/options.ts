import type { FieldValue, Food, Interpretation } from './food.ts';

// The types of the options and results of the client's calls, with the comments that editors show.

export interface FoodOptions<Field extends string = never> {
  /** Cancels the request, which then rejects with the signal's reason, by default an `AbortError`. */
  readonly signal?: AbortSignal | undefined;
  /** Further columns of each food, in this order: those that `/api/fields` lists. */
  readonly fields?: readonly Field[] | undefined;
}

/** Filters, order and page of the matching foods. */
export interface FoodListOptions<Field extends string = never>
  extends FoodOptions<Field>,
    Selection {
  /** The most foods, 1 to 100. Default: 100. */
  readonly limit?: number | undefined;
}

export interface FoodSearchOptions<Field extends string = never> extends FoodListOptions<Field> {
  /**
   * `substring` (default): the description contains the query as it is, spaces included.
   * `words`: it contains each word of the query, in any order.
   * `fuzzy`: it contains the words in any form, also misspelled or by another name.
   */
  readonly match?: 'substring' | 'words' | 'fuzzy' | undefined;
  /**
   * Needs `fuzzy`: names of everyday foods in this language count too. With `es`, `leche` is milk.
   * Default: English names alone.
   */
  readonly lang?: 'es' | 'fr' | 'de' | 'it' | 'pt' | undefined;
}

export interface MealOptions {
  /** Cancels the request. */
  readonly signal?: AbortSignal | undefined;
  /** The language of the lines, as of {@link FoodSearchOptions}. */
  readonly lang?: FoodSearchOptions['lang'];
  /** Further nutrients: columns that `/api/fields` lists. */
  readonly fields?: readonly string[] | undefined;
  /** The number of servings, 1 to 999: totals are also given per serving. */
  readonly servings?: number | undefined;
}

/** A food with the further fields that were asked for. */
export type FoodWithFields<Field extends string, Entry extends Food = Food> = Entry &
  Readonly<Record<Field, FieldValue>>;

/** Foods, and how the service read the query. */
export interface FoodAnswer<Field extends string = never> {
  readonly foods: FoodWithFields<Field>[];
  /** How many foods there are, whatever the limit; only with `count: true`. */
  readonly total: number | undefined;
  /**
   * The offset of the foods after these; `undefined` if there are none, or neither `offset`,
   * `count`, `where` nor `sort` was given.
   */
  readonly nextOffset: number | undefined;
  /** Only with `match: 'fuzzy'`, where the service gives it and the browser lets the page read it. */
  readonly interpretation: Interpretation | undefined;
}

/** Foods that were asked for by their keys. */
export interface KnownFoods<Field extends string = never> {
  /** In the order of the keys. */
  readonly foods: FoodWithFields<Field>[];
  /** The keys that no food has; `undefined` where they are too many for a header. */
  readonly missing: readonly string[] | undefined;
}

/** A value of a column, and how many foods have it. */
export interface FoodGroup {
  readonly value: string;
  readonly count: number;
}

/** The foods to count: those of a search, or those of the table that meet conditions. */
export interface FoodGroupOptions {
  readonly signal?: AbortSignal | undefined;
  /** The text of a search. Default: all foods. */
  readonly query?: string | undefined;
  /** As of {@link FoodSearchOptions}. */
  readonly match?: FoodSearchOptions['match'];
  /** As of {@link FoodSearchOptions}. */
  readonly lang?: FoodSearchOptions['lang'];
  /** As of {@link FoodSearchOptions}. */
  readonly where?: readonly WhereCondition[] | undefined;
}

/** How a value compares. Texts compare without regard to case and accents. */
export type Operator = '<' | '<=' | '>' | '>=' | '=' | '!=';

/** A column, how it compares, and with what; or `!` and a column whose value is unknown. */
export type WhereCondition =
  | readonly [column: string, operator: Operator, value: string | number | bigint]
  | readonly ['!', column: string];

/** Which foods to keep, in what order, and how many to skip. */
export interface Selection {
  /** Conditions that each food meets, such as `['sodium_mg', '<', 140]`. Default: none. */
  readonly where?: readonly WhereCondition[] | undefined;
  /** A column, with `-` before it for the largest first, such as `-protein_g`. Default: by rank. */
  readonly sort?: string | undefined;
  /** How many foods to skip, 0 to 10,000. Default: 0. */
  readonly offset?: number | undefined;
  /** Whether to count all matching foods. Default: false. */
  readonly count?: boolean | undefined;
}

/** Conditions as the service reads them. */
export function whereText(where: readonly WhereCondition[]): string {
  return where
    .map((condition) =>
      condition.length === 2
        ? `!${quoted(condition[1])}`
        : `${quoted(condition[0])}${condition[1]}${quoted(String(condition[2]))}`,
    )
    .join(',');
}

/** A name, value or key, in quotes unless it is plain. */
export function quoted(text: string): string {
  return /^\w[\w.-]*$/.test(text) ? text : `"${text.replaceAll('"', '""')}"`;
}

/** What an address asks for, by name. */
export interface Parameters extends Readonly<Record<string, unknown>> {
  readonly where?: readonly WhereCondition[] | undefined;
}

/** The parameters that are given. A list is separated by commas. */
export function queryOf({ where, ...parameters }: Parameters): URLSearchParams {
  const query = new URLSearchParams();
  const asked = { ...parameters, where: where && whereText(where) };
  for (const [name, value] of Object.entries(asked)) {
    // An empty list of fields is no parameter, as in the library; an empty list of keys is an
    // error.
    const isNone = name === 'fields' && Array.isArray(value) && value.length === 0;
    if (value !== undefined && !isNone) query.set(name, String(value));
  }
  return query;
}
