import type { NutrientSum } from '../food/nutrients.ts';
import { readPlate } from '../kept/read-kept.ts';
import { addFood, EMPTY_PLATE, gramsOf, MAX_GRAMS, type Portion } from './plate.ts';
import { readPlateRecords } from './plate-csv.ts';

export { plateCsv } from './plate-csv.ts';

/** A plate of a file; `unreadable` counts what of it could not be read. */
export interface PlateFile {
  readonly name: string | undefined;
  readonly portions: readonly Portion[];
  readonly unreadable: number;
}

/** The plate as JSON that {@link readPlateFile} reads, with the sum of every nutrient. */
export function plateJson(
  name: string,
  portions: readonly Portion[],
  sums: readonly NutrientSum[] = [],
): string {
  const nutrients = sums.map(({ name: column, amount, unit, known }) => ({
    column,
    amount: known === 0 ? null : Number(amount.toFixed(4)),
    unit,
    knownOf: known,
  }));
  return `${JSON.stringify({ name, portions, nutrients }, null, 2)}\n`;
}

/** Reads a plate from JSON or CSV as this page writes them; `undefined` where it is neither. */
export async function readPlateFile(text: string): Promise<PlateFile | undefined> {
  const plate = text.trimStart().startsWith('{') ? fromJson(text) : await fromCsv(text);
  if (plate === undefined || plate.portions.length + plate.unreadable === 0) return undefined;
  const merged = plate.portions.reduce(
    (filled, { food, ...amount }) => addFood(filled, food, amount),
    EMPTY_PLATE,
  );
  return { ...plate, portions: merged.portions };
}

function fromJson(text: string): PlateFile | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const plate = readPlate(value);
    return plate && { name: plate.name, portions: plate.portions, unreadable: 0 };
  } catch {
    return undefined;
  }
}

async function fromCsv(text: string): Promise<PlateFile | undefined> {
  // Loaded when a file is opened: few ever do.
  const { parse } = await import('csv-parse/browser/esm/sync');
  try {
    const records: Record<string, string>[] = parse(text, {
      bom: true,
      columns: true,
      relaxColumnCount: true,
      skipEmptyLines: true,
    });
    if (records.every((record) => !('description' in record))) return undefined;
    const portions = readPlateRecords(records);
    const sound = portions.filter(
      (portion) => portion !== undefined && gramsOf(portion) <= MAX_GRAMS,
    );
    const readable = sound.filter((portion) => portion !== undefined);
    return { name: undefined, portions: readable, unreadable: portions.length - readable.length };
  } catch {
    return undefined;
  }
}
