import { stdout } from 'node:process';
import pc from 'picocolors';
import type { Meal, MealLine, NutrientAmounts } from '../client/food.ts';
import { RequestError } from '../errors/user-error.ts';
import { findMeal } from '../service/food-values.ts';
import type { ConfigurationSources } from './configuration/gather-options.ts';
import { ExitCode, printable, writeJson } from './output.ts';
import { FAT_FIELDS, localeLanguage, withCatalog } from './search.ts';

// `food-lookup meal`: prints the foods of a meal, with grams, nutrients and totals.

const [TOTAL_FAT] = FAT_FIELDS;

/** The columns printed for each line, and for the totals. */
const COLUMNS = [
  { title: 'g', of: (amounts: NutrientAmounts) => amounts.grams },
  { title: 'kcal', of: (amounts: NutrientAmounts) => amounts.kcal },
  { title: 'protein', of: (amounts: NutrientAmounts) => amounts.protein_g },
  { title: 'carbs', of: (amounts: NutrientAmounts) => amounts.carbohydrate_g },
  // The column is total fat if the table has it, as in `food-lookup search`.
  {
    title: 'fat',
    of: ({ fat_g, [TOTAL_FAT]: total = fat_g }: NutrientAmounts) => total,
  },
];
const NUMBER_WIDTH = 8;

/**
 * Prints the weights and nutrients of a meal, by the same rules as `/api/meal`.
 *
 * @param text lines, or a sentence that says what was eaten
 * @returns success if the weight of every line is known
 */
export function printMeal(
  text: string,
  servings: number | undefined,
  sources: ConfigurationSources,
  isJson: boolean,
): Promise<number> {
  return withCatalog(sources, async (catalog) => {
    if (text.trim() === '')
      throw new RequestError('Cannot weigh an empty meal. Enter a food, such as "2 eggs".');
    const fields = isJson ? [] : catalog.fields.filter((name) => name === TOTAL_FAT);
    const meal = await findMeal(catalog, text, { servings, fields, ...localeLanguage() });
    if (isJson) writeJson(meal);
    else stdout.write(mealTable(meal));
    return meal.totals.known === meal.totals.lines ? ExitCode.success : ExitCode.failure;
  });
}

function mealTable({ lines, totals, per_serving }: Meal): string {
  const heading = COLUMNS.map(({ title }) => title.padStart(NUMBER_WIDTH)).join('');
  const sums = [
    `${numbers(totals)}  ${totals.known} of ${totals.lines} lines`,
    ...(per_serving === undefined ? [] : [`${numbers(per_serving)}  a serving`]),
  ];
  const rows = lines.map(
    (line) => `${numbers({ grams: line.grams, ...line.nutrients })}  ${nameOf(line)}`,
  );
  return [pc.dim(heading), ...rows, ...sums.map((sum) => pc.bold(sum)), ''].join('\n');
}

function numbers(amounts: NutrientAmounts): string {
  return COLUMNS.map(({ of }) => (of(amounts)?.toFixed(1) ?? '?').padStart(NUMBER_WIDTH)).join('');
}

/** Formats the food, and how its amount was understood. */
function nameOf({ line, food, why, amount, unit, how, certain }: MealLine): string {
  if (food === null) return `${printable(line)}: ${printable(why ?? '')}`;
  const asked =
    amount === null ? '' : ` (${[amount, unit].filter((one) => one !== null).join(' ')}, ${how})`;
  const doubt = certain ? '' : pc.dim(' ?');
  return `${printable(food.description ?? '')}${printable(asked)}${doubt}`;
}
