import pc from 'picocolors';
import type { FoodWithFields } from '../client/options.ts';
import { printable } from './printable.ts';

// The table of foods that `search` prints: columns, decimals, widths, "–".

type Row = FoodWithFields<string>;

/** Fields that say more of a food's fat than the sum of its fatty acids, where a table has them. */
export const FAT_FIELDS = ['lipid_total_g', 'fat_known'] as const;

/** How many fatty acids `fat_g` adds up; with fewer known, the sum is not the food's fat. */
const ALL_FATS = 3;

/** What replaces a value that is not known: never 0, which would be a claim. */
const NO_VALUE = '–';

/** Foods as a table: one line each, numbers as people read them, with further fields as columns. */
export function foodTable(foods: readonly Row[], fields: readonly string[]): string {
  if (foods.length === 0) return 'No foods found.\n';
  const columns: [name: string, cellOf: (food: Row) => string][] = [
    ['kcal', (food) => rounded(food.kcal, 0)],
    ['protein', (food) => rounded(food.protein_g, 1)],
    ['carbs', (food) => rounded(food.carbohydrate_g, 1)],
    ['fat', (food) => rounded(fatOf(food), 1)],
    ...fields.map((field): [string, (food: Row) => string] => [field, (food) => text(food[field])]),
  ];
  const sized = columns.map(([name, cellOf]) => ({
    name,
    cellOf,
    width: Math.max(name.length, ...foods.map((food) => cellOf(food).length)),
  }));
  const line = (cells: readonly string[], name: string) => `${cells.join('  ')}  ${name}\n`;
  const heading = sized.map(({ name, width }) => name.padStart(width));
  const lines = foods.map((food) =>
    line(
      sized.map(({ cellOf, width }) => cellOf(food).padStart(width)),
      text(food.description),
    ),
  );
  return pc.dim(line(heading, 'food')) + lines.join('');
}

/** Total fat where the table has it, else the sum of the fatty acids if all of them are known. */
function fatOf(food: Row): unknown {
  if (food.lipid_total_g !== undefined) return food.lipid_total_g;
  return (food.fat_known ?? ALL_FATS) === ALL_FATS ? food.fat_g : null;
}

function rounded(value: unknown, decimals: number): string {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof number !== 'number' || Number.isNaN(number)) return text(value);
  return number.toFixed(decimals).replace(/^-(0(?:\.0+)?)$/, '$1');
}

function text(value: unknown): string {
  if (value === null || value === undefined) return NO_VALUE;
  return printable(typeof value === 'object' ? JSON.stringify(value) : String(value));
}
