import {
  extraFault,
  type Fault,
  mealFault,
  type OptionName,
  optionsFault,
  textFault,
  textsFault,
} from '../errors/check-arguments.ts';
import { show } from '../errors/shown-value.ts';
import { createUncheckedClient, type FoodClient, type FoodClientOptions } from './food-client.ts';

// The exported client, which checks arguments before it sends a request.

type Check = (value: unknown) => Fault;

const FOOD_OPTIONS = ['signal', 'fields'] as const;
const LIST_OPTIONS = ['where', 'sort', 'offset', 'count', 'limit', ...FOOD_OPTIONS] as const;

const isQuery: Check = (value) => textFault('the query', value, "'cheese'");
const areOptions =
  (...names: readonly OptionName[]): Check =>
  (value) =>
    optionsFault(value, names);
const SEARCH_CHECKS = [isQuery, areOptions('match', 'lang', ...LIST_OPTIONS)];

/** The checks of each method's arguments, in their order. */
const CHECKS: Readonly<Record<keyof FoodClient, readonly Check[]>> = {
  search: SEARCH_CHECKS,
  answer: SEARCH_CHECKS,
  food: [(value) => textFault('the key', value, "'01077'"), areOptions(...FOOD_OPTIONS)],
  foods: [(value) => textsFault('the keys', value, "['01077']"), areOptions(...FOOD_OPTIONS)],
  list: [areOptions(...LIST_OPTIONS)],
  meal: [mealFault, areOptions('lang', 'servings', ...FOOD_OPTIONS)],
  groups: [
    (value) => textFault('the column', value, "'food_group'"),
    areOptions('query', 'match', 'lang', 'where', 'signal'),
  ],
};

/**
 * Creates a client for one service, for browsers and Node. It keeps no state and may be shared.
 *
 * @throws TypeError if an option is invalid. With invalid arguments, calls reject with a TypeError.
 *
 * @example
 * ```ts
 * import { createFoodClient, FoodQueryError } from 'food-lookup/client';
 *
 * const foods = createFoodClient({ baseUrl: 'http://localhost:3001' });
 *
 * const [best] = await foods.search('cheddar');
 * console.log(best?.description, best?.kcal, best?.fat_g);
 *
 * try {
 *   await foods.search('');
 * } catch (error) {
 *   if (error instanceof FoodQueryError) console.log(error.message);
 * }
 * ```
 */
export function createFoodClient(options: FoodClientOptions, ...extra: never[]): FoodClient {
  refuse([
    optionsFault(options, ['fetch', 'baseUrl']),
    extraFault('createFoodClient()', extra),
    baseUrlFault(options?.baseUrl),
  ]);
  const client = createUncheckedClient(options);
  const methods = Object.entries(CHECKS).map(([name, checks]) => {
    const method = Reflect.get(client, name);
    const checked = async (...given: unknown[]) => {
      const extra = extraFault(`${name}()`, given.slice(checks.length));
      refuse([...checks.map((check, place) => check(given[place])), extra]);
      return method(...given);
    };
    return [name, checked];
  });
  return Object.assign(client, Object.fromEntries(methods));
}

function refuse(faults: readonly Fault[]): void {
  const fault = faults.find((one) => one !== undefined);
  if (fault !== undefined) throw new TypeError(fault);
}

function baseUrlFault(baseUrl: unknown): Fault {
  const reason = whyUnusable(baseUrl);
  return reason && `Cannot use baseUrl ${show(baseUrl)}: ${reason}. Use 'http://localhost:3001'.`;
}

/**
 * Returns why a base URL is unusable; `undefined` if it is fine. Untyped callers may pass anything.
 */
function whyUnusable(baseUrl: unknown): string | undefined {
  if (typeof baseUrl !== 'string') return 'it is not a string';
  if (/[\s?#]|\/api\/\w/.test(baseUrl)) return "it is more than the service's URL";
  try {
    // A relative URL is fine only if there is a page that fetch can resolve it against.
    if (/^https?:/.test(new Request(baseUrl).url)) return undefined;
  } catch {}
  return 'it is not a complete http or https URL';
}
