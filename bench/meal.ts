import { readFileSync } from 'node:fs';
import { unitsInMeasure } from '../src/amount/amount-reader.ts';
import { readAmount } from '../src/amount/vocabularies.ts';
import type { MealLine } from '../src/client/food.ts';
import { createFoodLookup } from '../src/index.ts';
import { MAX_MEAL_LINES } from '../src/meal/meal-parameters.ts';
import { elementAt } from '../src/search/flat-arrays.ts';
import { sharedFile } from '../test/shared-folder.ts';
import { markdownTable, shuffled } from './measure.ts';

const [LINES, SEED] = [2_000, 39];
/** The relative tolerance for an amount, since the expected fractions are rounded decimals. */
const TOLERANCE = 0.02;

/** Measures how often a line gets a weight, and the expected food, number and unit. */
export async function benchMeal(): Promise<string> {
  const path = sharedFile('data/recipe-lines/lines.tsv');
  if (path === undefined) return 'Not measured: the shared test data is not beside the checkout.';
  const [, ...rows] = readFileSync(path, 'utf8').trimEnd().split('\n');
  const marked = shuffled(rows, SEED)
    .slice(0, LINES)
    .map((row) => row.split('\t'))
    .map(([, line = '', amount = '', unit = '', size = '', food = '']) => ({
      ...{ line, amount, unit: unit || size, food },
    }));
  await using foods = await createFoodLookup({ logLevel: 'silent' });
  const counts = { food: 0, amount: 0, grams: 0 };
  for (let start = 0; start < marked.length; start += MAX_MEAL_LINES) {
    const some = marked.slice(start, start + MAX_MEAL_LINES);
    const { lines } = await foods.meal(some.map(({ line }) => line));
    for (const [i, { amount, unit, food }] of some.entries()) {
      const line = elementAt(lines, i);
      const options = { match: 'fuzzy', limit: 1 } as const;
      const [meant] = await foods.search(food, { ...options, fields: ['ndb_no'] });
      const isSame = (meant?.ndb_no ?? undefined) === line.food?.id;
      counts.food += Number(isSame);
      counts.amount += Number(isMarked(line, amount, unit));
      counts.grams += Number(isSame && line.grams !== null);
    }
  }
  const share = (count: number, all: number) => `${((100 * count) / all).toFixed(1)}%`;
  return markdownTable(
    [`${LINES} lines, seed ${SEED}`, 'right'],
    [
      ['same food as for the marked words alone', share(counts.food, LINES)],
      ['number and unit', share(counts.amount, LINES)],
      ['weight known, if the food is right', share(counts.grams, counts.food)],
    ],
  );
}

/** Whether a line has the expected number, and the expected unit if that unit is known. */
function isMarked({ amount, unit }: MealLine, marked: string, markedUnit: string): boolean {
  const asRead = readAmount(`${marked || '1'} ${markedUnit} x`);
  const isNumber =
    marked === ''
      ? amount === null || amount === 1
      : Math.abs((amount ?? Number.NaN) / (asRead?.amount ?? Number.NaN) - 1) <= TOLERANCE;
  const wanted = asRead?.unit;
  const isUnit = wanted === undefined || unit === wanted || unitsInMeasure(unit ?? '').has(wanted);
  return isNumber && isUnit;
}
