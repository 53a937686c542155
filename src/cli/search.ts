import { stdout } from 'node:process';
import pc from 'picocolors';
import { z } from 'zod';
import { createService } from '../service/create-food-lookup.ts';
import { type ConfigurationSources, readConfiguration } from './configuration.ts';
import { ExitCode } from './exit-code.ts';
import { writeJson } from './json-output.ts';

/** What a search on the terminal asks for. */
export interface TerminalSearch {
  readonly text: string;
  readonly match: string;
  /** The most foods printed. */
  readonly limit: number;
  readonly isJson: boolean;
}

const FOODS = z.array(
  z.looseObject({
    description: z.unknown(),
    kcal: z.unknown(),
    protein_g: z.unknown(),
    carbohydrate_g: z.unknown(),
    fat_g: z.unknown(),
  }),
);
type Food = z.infer<typeof FOODS>[number];

const INTERPRETATION = z.object({
  readings: z.array(
    z.object({ typed: z.string(), manner: z.string(), taken: z.string().optional() }),
  ),
});

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
  // What the service logs would be in the way of the foods.
  const service = await createService({
    settings: { ...settings, logLevel: 'silent' },
    database,
  });
  try {
    await service.load();
    const query = new URLSearchParams({ q: text, match });
    const { body, headers } = await service.inject(`/api/food?${query}`);
    const foods = FOODS.parse(JSON.parse(body)).slice(0, limit);
    const header = headers['x-food-lookup-interpretation'];
    if (isJson) writeJson(foods);
    else stdout.write(understood(header) + table(foods));
    return foods.length > 0 ? ExitCode.success : ExitCode.failure;
  } finally {
    await service.close();
  }
}

/** What was taken for something else, one line each. */
function understood(header: unknown): string {
  if (typeof header !== 'string') return '';
  const { readings } = INTERPRETATION.parse(JSON.parse(header));
  const lines = readings.flatMap(({ typed, manner, taken }) => {
    if (manner === 'none') return `not found: ${typed}`;
    return taken === undefined ? [] : `${typed} → ${taken}`;
  });
  return lines.map((line) => `${pc.dim(line)}\n`).join('');
}

const COLUMNS = ['kcal', 'protein_g', 'carbohydrate_g', 'fat_g'] as const;
const HEADINGS = ['kcal', 'protein', 'carbs', 'fat'];

function table(foods: readonly Food[]): string {
  if (foods.length === 0) return 'No food found.\n';
  const rows = foods.map((food) => COLUMNS.map((column) => String(food[column] ?? '–')));
  const widths = HEADINGS.map((heading, i) =>
    Math.max(heading.length, ...rows.map((row) => row[i]?.length ?? 0)),
  );
  const line = (cells: readonly string[], name: string) =>
    `${cells.map((cell, i) => cell.padStart(widths[i] ?? 0)).join('  ')}  ${name}\n`;
  const lines = foods.map(({ description }, i) => line(rows[i] ?? [], printable(description)));
  return pc.dim(line(HEADINGS, 'food')) + lines.join('');
}

/** A description in one line, without control characters: it is data, and a terminal obeys these. */
function printable(description: unknown): string {
  return String(description ?? '–').replace(/\p{Cc}+/gu, ' ');
}
