import { readAmount } from '../../amount/vocabularies.ts';
import { toFields, toFoodQuery } from '../../catalog/food-query.ts';
import type { MealLine } from '../../client/food.ts';
import { show } from '../../errors/shown-value.ts';
import { RequestError } from '../../errors/user-error.ts';
import { unitOf } from '../../meal/food-amount.ts';
import { resolveMeal } from '../../meal/meal.ts';
import { toMealQuery } from '../../meal/meal-parameters.ts';
import { rounded } from '../../meal/measures.ts';
import { findByCode } from '../barcodes.ts';
import type { FoodRow, FoodSource } from '../food-source.ts';
import { measuresOf, textOf } from '../interface.ts';
import { productOf } from '../openfoodfacts/product.ts';

// Computes the results of the tools for assistants, and checks their arguments.

/**
 * The nutrients that are always returned. Others must be requested, since all of them would fill an
 * assistant's context.
 */
export const USUAL_NUTRIENTS = [
  ...['kcal', 'protein_g', 'lipid_total_g', 'fa_sat_g', 'carbohydrate_g', 'sugar_g'],
  ...['fiber_td_g', 'sodium_mg', 'potassium_mg', 'calcium_mg', 'iron_mg', 'cholestrl_mg'],
];
export const [MAX_TOOL_FOODS, USUALLY_FOUND] = [20, 5];
export const MAX_TOOL_IDS = 20;
const SHOWN_ALTERNATIVES = 3;

export type ToolArguments = Readonly<Record<string, unknown>>;
export type Result = Readonly<Record<string, unknown>>;

export async function searchFoods(given: ToolArguments, source: FoodSource): Promise<Result> {
  const text = textIn(given, 'query');
  if (!text) throw new RequestError('`query` is missing: name a food');
  const asked = toFoodQuery(
    {
      text,
      match: 'fuzzy',
      lang: textIn(given, 'lang'),
      limit: integerIn(given, 'limit', MAX_TOOL_FOODS) ?? USUALLY_FOUND,
      where: textIn(given, 'where'),
    },
    source,
  );
  const names = nutrientsIn(given, source);
  const { foods, interpretation } = await source.find(asked);
  return {
    foods: foods.map((row) => ({ ...named(row, source), per_100_g: amountsOf(row, names) })),
    understood: (interpretation?.readings ?? []).map(({ typed, manner, taken }) => ({
      ...{ typed, manner },
      ...(taken !== undefined && { taken }),
    })),
  };
}

export function getFoods(given: ToolArguments, source: FoodSource): Result {
  const ids = textsIn(given, 'ids') ?? [];
  if (ids.length === 0 || ids.length > MAX_TOOL_IDS)
    throw new RequestError(`\`ids\` must name 1 to ${MAX_TOOL_IDS} foods`);
  if (source.key === undefined)
    throw new RequestError('The foods of this table have no IDs: use search_foods');
  const names = nutrientsIn(given, source);
  const amount = amountIn(given);
  const rows = ids.map((id) => source.food(id));
  const terms = source.terms?.() ?? [];
  const license = terms.map((one) => one.license).join('; ');
  const attribution = terms.flatMap((one) => one.attribution ?? []).join('; ');
  return {
    foods: rows.flatMap((row) => (row === undefined ? [] : [weighed(row, amount, names, source)])),
    missing: ids.filter((_, i) => rows[i] === undefined),
    ...(license !== '' && { license }),
    ...(attribution !== '' && { attribution }),
  };
}

type Weight = NonNullable<ReturnType<typeof readAmount>>;

const HUNDRED_GRAMS: Weight = { amount: 100, unit: 'g', food: '', note: '' };

function amountIn(given: ToolArguments): Weight {
  const text = textIn(given, 'amount');
  const amount = text === undefined ? HUNDRED_GRAMS : readAmount(text);
  // At the start of a line of a recipe, a hyphen is a list marker; here, it can only be a sign.
  if (amount !== undefined && !/^\s*[-–−]/.test(text ?? '')) return amount;
  throw new RequestError(`Unknown amount ${show(text)}: use an amount such as "2 cups" or "150 g"`);
}

/**
 * Returns a food with the nutrients in an amount. The nutrients are `null` if the amount's weight
 * is unknown.
 */
function weighed(
  row: FoodRow,
  { amount, unit }: Weight,
  names: readonly string[],
  source: FoodSource,
) {
  const measures = measuresOf(row);
  const known = unitOf(measures, { unit }, textOf(row, 'description') ?? null);
  const grams = known === undefined ? null : rounded(amount * known.grams);
  const origin = textOf(row, 'source');
  return {
    ...named(row, source),
    ...{ amount, unit: known?.name ?? unit ?? null, grams },
    nutrients: amountsOf(row, names, grams === null ? null : grams / 100),
    portions: measures.map(({ count, name, grams: weight }) => ({
      ...{ amount: count, unit: name, grams: weight },
    })),
    ...(origin !== undefined && { source: origin }),
  };
}

export async function resolveLines(given: ToolArguments, source: FoodSource): Promise<Result> {
  const [lines = [], text] = [textsIn(given, 'lines'), textIn(given, 'text')];
  if ([...lines, text ?? ''].every((one) => one.trim() === ''))
    throw new RequestError('`lines` or `text` is missing: name a food, such as "2 eggs"');
  if (lines.length > 0 && text !== undefined)
    throw new RequestError('`lines` and `text` are both given: use one of them');
  const { fields, columns } = source;
  const requested = textsIn(given, 'fields') ?? [];
  // Usual nutrients that are text, or unknown for every food, cannot be added up, so they are left
  // out unless requested.
  const hasNumbers = (name: string) => columns.find((one) => one.name === name)?.holdsNumbers;
  const asked = {
    ...{ lines, text, lang: textIn(given, 'lang') },
    fields: nutrientsIn(given, source).filter(
      (name) => fields.includes(name) && (requested.includes(name) || hasNumbers(name)),
    ),
  };
  const mealQuery = toMealQuery(asked, source);
  source.countMore(mealQuery.lines.length - 1);
  const meal = await resolveMeal(mealQuery, source, source.search);
  const shown = ({ alternatives, ...line }: MealLine) => ({
    ...line,
    matched: line.food !== null,
    alternatives: alternatives.slice(0, SHOWN_ALTERNATIVES),
  });
  return { lines: meal.lines.map(shown), totals: meal.totals };
}

export async function lookUpBarcode(given: ToolArguments, source: FoodSource): Promise<Result> {
  const gtin = textIn(given, 'gtin') ?? '';
  if (!/^\d{6,14}$/.test(gtin))
    throw new RequestError(`Unknown barcode ${show(gtin)}: use its 6 to 14 digits`);
  const row = await findByCode(gtin, source);
  if (row !== undefined) return { found: true, product: productOf(row, source) };
  const hasBarcodes = source.fields.includes('gtin') || source.key === 'code';
  const why = hasBarcodes ? 'no food has this barcode' : 'the table has no barcodes';
  return { found: false, why };
}

/** Returns the usual nutrients that the table has, and the columns requested. */
function nutrientsIn(given: ToolArguments, { fields, columns }: FoodSource): readonly string[] {
  const has = USUAL_NUTRIENTS.filter((name) => columns.some((column) => column.name === name));
  const others = textsIn(given, 'fields')?.filter((name) => !has.includes(name));
  return [...has, ...toFields(others, fields)];
}

function named(row: FoodRow, { key }: FoodSource) {
  const id = key === undefined ? undefined : textOf(row, key);
  return { id: id ?? null, description: textOf(row, 'description') ?? null };
}

/** Returns the amounts of some columns in `times` × 100 g. Text that is not a number is kept. */
function amountsOf(row: FoodRow, names: readonly string[], times: number | null = 1) {
  const amountOf = (name: string) => {
    const amount = row.number(name);
    if (amount === undefined) return textOf(row, name) ?? null;
    return times === null ? null : rounded(amount * times);
  };
  return Object.fromEntries(names.map((name) => [name, amountOf(name)]));
}

/** @throws RequestError if the argument is not a string */
function textIn(given: ToolArguments, name: string): string | undefined {
  const value = given[name] ?? undefined;
  if (value === undefined || typeof value === 'string') return value;
  throw new RequestError(`\`${name}\` must be a string`);
}

/** @throws RequestError if the argument is not a list of strings */
function textsIn(given: ToolArguments, name: string): readonly string[] | undefined {
  const value = given[name] ?? undefined;
  if (value === undefined) return undefined;
  const texts = Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
  if (Array.isArray(value) && texts.length === value.length) return texts;
  throw new RequestError(`\`${name}\` must be a list of strings`);
}

/** @throws RequestError if the argument is not a whole number from 1 to `max` */
function integerIn(given: ToolArguments, name: string, max: number): number | undefined {
  const value = given[name] ?? undefined;
  if (value === undefined) return undefined;
  const number = Number.isInteger(value) ? Number(value) : 0;
  if (number >= 1 && number <= max) return number;
  throw new RequestError(`\`${name}\` must be a whole number from 1 to ${max}`);
}
