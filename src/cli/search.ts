import { stdout } from 'node:process';
import pc from 'picocolors';
import {
  type ForeignLanguage,
  type Interpretation,
  isForeignLanguage,
  type Match,
} from '../catalog/food-catalog.ts';
import { loadCatalog } from '../catalog/loading/load-catalog.ts';
import { createMemoryCatalog } from '../catalog/table/memory-catalog.ts';
import { readBundledCatalog } from '../data/bundled-catalog.ts';
import { type Food, RequestError, searchFoods } from '../serving/food-values.ts';
import { readConfiguration } from './configuration.ts';
import { ExitCode } from './exit-code.ts';
import type { ConfigurationSources } from './gather-options.ts';
import { writeJson } from './json-output.ts';
import { printable } from './printable.ts';

/** What a search on the terminal asks for. */
export interface TerminalSearch {
  readonly text: string;
  readonly match: Match;
  /** The most foods printed. */
  readonly limit: number;
  readonly isJson: boolean;
}

/**
 * Searches the foods as the service does and prints them, as a table or as the JSON of the answer.
 *
 * @returns success where a food was found
 */
export async function search(
  { text, match, limit, isJson }: TerminalSearch,
  sources: ConfigurationSources,
): Promise<number> {
  const { settings, database } = await readConfiguration(sources);
  try {
    if (text === '') throw new RequestError('Cannot search for an empty text. Name a food.');
    const { snapshot } = await database.open();
    const data =
      readBundledCatalog(settings.source) ?? (await loadCatalog(snapshot, settings.source)).data;
    const catalog = createMemoryCatalog(data, settings.fuzzy);
    const options = { match, limit, ...localeLanguage() };
    const { foods, interpretation } = await searchFoods(catalog, text, options);
    if (isJson) writeJson(foods);
    else stdout.write(understood(interpretation) + table(foods));
    return foods.length > 0 ? ExitCode.success : ExitCode.failure;
  } finally {
    await database.close();
  }
}

/** The language of the terminal, if there are names of foods in it. */
function localeLanguage(): { readonly lang?: ForeignLanguage } {
  const [lang = ''] = Intl.DateTimeFormat().resolvedOptions().locale.split('-');
  return isForeignLanguage(lang) ? { lang } : {};
}

/** What was taken for something else, one line each. */
function understood(interpretation: Interpretation | undefined): string {
  const lines = interpretation?.readings.flatMap(({ typed, manner, taken }) => {
    if (manner === 'none') return `not found: ${typed}`;
    return taken === undefined ? [] : `${typed} → ${taken}`;
  });
  return lines?.map((line) => `${pc.dim(line)}\n`).join('') ?? '';
}

const COLUMNS = ['kcal', 'protein_g', 'carbohydrate_g', 'fat_g'] as const;
const HEADINGS = ['kcal', 'protein', 'carbs', 'fat'];

function table(foods: readonly Food[]): string {
  if (foods.length === 0) return 'No foods found.\n';
  const rows = foods.map((food) => COLUMNS.map((column) => String(food[column] ?? '–')));
  const widths = HEADINGS.map((heading, i) =>
    Math.max(heading.length, ...rows.map((row) => row[i]?.length ?? 0)),
  );
  const line = (cells: readonly string[], name: string) =>
    `${cells.map((cell, i) => cell.padStart(widths[i] ?? 0)).join('  ')}  ${name}\n`;
  const lines = foods.map(({ description }, i) =>
    line(rows[i] ?? [], description === null ? '–' : printable(String(description))),
  );
  return pc.dim(line(HEADINGS, 'food')) + lines.join('');
}
