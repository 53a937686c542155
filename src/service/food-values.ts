import type {
  Condition,
  EncodedAnswer,
  FoodCatalog,
  Interpretation,
} from '../catalog/food-catalog.ts';
import { type QueryValues, toFields, toFoodQuery } from '../catalog/food-query.ts';
import { OPERATORS } from '../catalog/selection/selection.ts';
import type { Food, Meal } from '../client/food.ts';
import type {
  FoodSearchOptions,
  FoodWithFields,
  MealOptions,
  WhereCondition,
} from '../client/request-options.ts';
import {
  type Fault,
  mealFault,
  optionsFault,
  textFault,
  textsFault,
} from '../errors/check-arguments.ts';
import { show } from '../errors/shown-value.ts';
import { RequestError } from '../errors/user-error.ts';
import { resolveMeal } from '../meal/meal.ts';
import { toMealQuery } from '../meal/meal-parameters.ts';

// Implements the library's `search()`, `food()` and `meal()`.

/** The options of a search, as in the client, but without `signal`. */
export type SearchOptions<Field extends string = string> = Omit<FoodSearchOptions<Field>, 'signal'>;

/** The result of a search. */
export interface FoodAnswer<Field extends string, Entry extends Food = Food> {
  /** Best first, or in the requested order. */
  readonly foods: FoodWithFields<Field, Entry>[];
  /** How many foods match regardless of the limit; `undefined` unless requested. */
  readonly total: number | undefined;
  /** How `match=fuzzy` interpreted the text. */
  readonly interpretation: Interpretation | undefined;
}

/**
 * Searches without HTTP, by the rules of `/api/food`.
 *
 * @throws RequestError if the service would respond to the query with an error
 */
export async function searchFoods<Field extends string = never>(
  catalog: FoodCatalog,
  text: string,
  options: SearchOptions<Field> = {},
): Promise<FoodAnswer<Field>> {
  refuse(textFault('the query', text, "'cheese'"), optionsFault(options, SEARCH_OPTIONS));
  const { fields, where, sort, ...values } = options;
  const conditions = where?.map(toCondition);
  const order = sort === undefined ? undefined : String(sort);
  const asked = { ...values, text, fields, where: conditions, sort: order };
  const { body, interpretation, total } = await answerQuery(catalog, asked);
  const foods = JSON.parse(Buffer.from(body).toString());
  return { foods, interpretation, total: String(values.count) === 'true' ? total : undefined };
}

function toCondition(condition: WhereCondition): Condition {
  if (condition.length === 2) return { column: condition[1], operator: '!', value: '' };
  const [column, given, value] = condition;
  const operator = OPERATORS.find((known) => known === given);
  if (operator === undefined) {
    throw new RequestError(
      `Unknown operator ${show(given)} in \`where\`: use ${OPERATORS.join(' ')}, or ['!', column]`,
    );
  }
  return { column, operator, value: String(value) };
}

const SEARCH_OPTIONS = [
  ...(['match', 'lang', 'where', 'sort', 'offset', 'count', 'limit', 'fields'] as const),
] satisfies (keyof SearchOptions)[];

/** @throws RequestError for the first error, if there is one */
export function refuse(...faults: readonly Fault[]): void {
  const fault = faults.find((one) => one !== undefined);
  if (fault !== undefined) throw new RequestError(fault);
}

/**
 * Returns the answer to a query whose values have not been checked.
 *
 * @throws RequestError if the service would respond to the query with an error
 */
export async function answerQuery(
  catalog: FoodCatalog,
  values: QueryValues,
): Promise<EncodedAnswer> {
  return catalog.search(toFoodQuery(values, catalog));
}

/**
 * Returns the food with this key and the requested additional fields; `undefined` if there is none.
 */
export function findFood<Field extends string = never>(
  catalog: FoodCatalog,
  key: string,
  fields: readonly Field[] = [],
): FoodWithFields<Field> | undefined {
  refuse(textFault('the key', key, "'01077'"), textsFault('fields', fields, "['sodium_mg']"));
  const known = toFields(fields, catalog.fields);
  if (catalog.key === undefined) return undefined;
  const food = catalog.food(key, known);
  return food && JSON.parse(Buffer.from(food).toString());
}

/**
 * Returns the foods of a meal with their weights and nutrients, by the rules of `/api/meal`.
 *
 * @throws RequestError if the service would respond with an error
 */
export async function findMeal(
  catalog: FoodCatalog,
  meal: readonly string[] | string,
  options: Omit<MealOptions, 'signal'> = {},
): Promise<Meal> {
  refuse(mealFault(meal), optionsFault(options, ['lang', 'fields', 'servings']));
  const asked = typeof meal === 'string' ? { text: meal } : { lines: meal };
  const mealQuery = toMealQuery({ ...options, ...asked }, catalog);
  return resolveMeal(mealQuery, catalog, (query) => catalog.search(query));
}
