import { stdout } from 'node:process';
import pc from 'picocolors';
import {
  type FoodCatalog,
  type ForeignLanguage,
  type Format,
  type Interpretation,
  isForeignLanguage,
} from '../catalog/food-catalog.ts';
import type { QueryValues } from '../catalog/food-query.ts';
import { loadCatalog } from '../catalog/loading/load-catalog.ts';
import { ALL_FATS } from '../catalog/table/extra-columns.ts';
import { createMemoryCatalog } from '../catalog/table/memory-catalog.ts';
import type { FoodWithFields } from '../client/request-options.ts';
import { readBundledCatalog } from '../data/bundled-catalog.ts';
import { RequestError } from '../errors/user-error.ts';
import { answerQuery } from '../service/food-values.ts';
import type { FoodLookupSettings } from '../settings/check-settings.ts';
import { readConfiguration } from './configuration/configuration.ts';
import type { ConfigurationSources } from './configuration/gather-options.ts';
import { ExitCode, printable, writeJson } from './output.ts';

// `food-lookup search`: prints foods as a table, JSON or CSV, and how the words were interpreted.

/** A search on the terminal; conditions and order are written as in a URL. */
export interface TerminalSearch extends Omit<QueryValues, 'fields' | 'format'> {
  /** Additional fields to print, separated by commas. */
  readonly fields?: string | undefined;
  /** Whether to print the result as JSON or CSV. Default: a table. */
  readonly format?: Format | undefined;
}

/**
 * Searches the foods as the service does, and prints them.
 *
 * @returns success if a food was found
 */
export async function search(
  { fields, format, ...asked }: TerminalSearch,
  sources: ConfigurationSources,
): Promise<number> {
  return withCatalog(sources, async (catalog) => {
    if (asked.text === '') throw new RequestError('The search text is empty. Enter a food.');
    const printed = fields?.split(',').map((name) => name.trim()) ?? [];
    const query = { ...asked, ...(asked.match === 'fuzzy' && localeLanguage()) };
    const isFound =
      format === undefined
        ? await printTable(catalog, query, printed)
        : await printAnswer(catalog, { ...query, fields: printed, format });
    return isFound ? ExitCode.success : ExitCode.failure;
  });
}

/**
 * Opens the foods that the settings name, for a single command. Errors name flags, not parameters.
 */
export async function withCatalog<T>(
  sources: ConfigurationSources,
  use: (catalog: FoodCatalog, settings: FoodLookupSettings) => Promise<T>,
): Promise<T> {
  const { settings, ...configured } = await readConfiguration(sources);
  await using database = configured.database;
  try {
    const { snapshot } = await database.open();
    const data =
      readBundledCatalog(settings.source) ?? (await loadCatalog(snapshot, settings.source)).data;
    return await use(createMemoryCatalog(data, settings.fuzzy), settings);
  } catch (error) {
    throw error instanceof RequestError ? new RequestError(withFlags(error.message)) : error;
  }
}

async function printTable(catalog: FoodCatalog, query: QueryValues, printed: readonly string[]) {
  const about = FAT_FIELDS.filter(
    (name) => catalog.fields.includes(name) && !printed.includes(name),
  );
  const asked = { ...query, fields: [...printed, ...about] };
  const { body, interpretation, total } = await answerQuery(catalog, asked);
  const foods: FoodWithFields<string>[] = JSON.parse(Buffer.from(body).toString());
  const counted = query.count === true ? `${foods.length} of ${total}\n` : '';
  // If no foods are found, every word counts as not found, even if the table has it.
  const words = foods.length > 0 ? understood(interpretation) : '';
  stdout.write(words + foodTable(foods, printed) + counted);
  return foods.length > 0;
}

async function printAnswer(catalog: FoodCatalog, query: QueryValues & { readonly format: Format }) {
  const { body } = await answerQuery(catalog, query);
  return PRINT[query.format](Buffer.from(body).toString());
}

/** Prints a result in each format, and returns whether it has foods. */
const PRINT: Readonly<Record<Format, (text: string) => boolean>> = {
  csv(text) {
    stdout.write(text);
    // Whether there are lines after the header.
    return text.indexOf('\r\n') < text.length - 2;
  },
  json(text) {
    const foods: unknown = JSON.parse(text);
    writeJson(foods);
    return Array.isArray(foods) && foods.length > 0;
  },
};

/** Replaces the URL parameters in a message with flags. */
function withFlags(message: string): string {
  return message.replace(/(?:parameter )?`(fields|where|sort|offset|servings)`/g, '--$1');
}

/** Returns the terminal's language if food names in it are known. */
export function localeLanguage(): { readonly lang?: ForeignLanguage } {
  const [lang = ''] = Intl.DateTimeFormat().resolvedOptions().locale.split('-');
  return isForeignLanguage(lang) ? { lang } : {};
}

/** Lists words that were not found as typed, one per line. */
function understood(interpretation: Interpretation | undefined): string {
  const lines = interpretation?.readings.flatMap(({ typed, manner, taken }) => {
    if (manner === 'none') return `not found: ${typed}`;
    return taken === undefined ? [] : `${typed} → ${taken}`;
  });
  return lines?.map((line) => `${pc.dim(line)}\n`).join('') ?? '';
}

type Row = FoodWithFields<string>;

/** Fields that say more about fat than the sum of fatty acids, if the table has them. */
export const FAT_FIELDS = ['lipid_total_g', 'fat_known'] as const;

/** Shown for an unknown value, since 0 would be wrong. */
const NO_VALUE = '–';

/** Formats foods as a table: one line each, rounded numbers, with additional fields as columns. */
function foodTable(foods: readonly Row[], fields: readonly string[]): string {
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

/**
 * Returns the total fat if the table has it, else the sum of the fatty acids, unless `fat_known`
 * says that some are unknown.
 */
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
