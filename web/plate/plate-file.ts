import { readCsv } from '../foods/csv.ts';
import type { NutrientSum } from '../foods/nutrients.ts';
import { addPortion, gramsOf, MAX_GRAMS } from '../foods/plate.ts';
import { readPlate } from '../storage/read-saved-data.ts';
import type { NewPlate } from '../storage/saved-data.ts';
import { DECIMALS, readPlateRecords } from './plate-csv.ts';

// What is in the plate's JSON file, written and read; plate-menu.tsx has its name.

export { plateCsv } from './plate-csv.ts';

/** The plates of a file; `unreadable` counts the foods and plates of it that could not be read. */
export interface PlatesFile {
  readonly plates: readonly NewPlate[];
  readonly unreadable: number;
}

/** The plate as JSON that {@link readPlatesFile} reads, with the sum of every nutrient. */
export function plateJson(plate: NewPlate, sums: readonly NutrientSum[] = []): string {
  const nutrients = sums.map(({ name: column, amount, unit, known }) => ({
    column,
    amount: known === 0 ? null : Number(amount.toFixed(DECIMALS)),
    unit,
    knownOf: known,
  }));
  return jsonText({ ...bare(plate), nutrients });
}

/** All plates as one file of JSON that {@link readPlatesFile} reads. */
export function platesJson(plates: readonly NewPlate[]): string {
  return jsonText({ plates: plates.map(bare) });
}

/** Reads plates from JSON or CSV as this page writes them; `undefined` where it is neither. */
export function readPlatesFile(text: string): PlatesFile | undefined {
  const file = text.trimStart().startsWith('{') ? fromJson(text) : fromCsv(text);
  const isEmpty = file?.plates.every(({ portions }) => portions.length === 0) ?? true;
  if (file === undefined || (isEmpty && file.unreadable === 0)) return undefined;
  return { ...file, plates: file.plates.map(merged) };
}

/** Without what only this browser knows. */
function bare({ name, day, portions }: NewPlate): NewPlate {
  return { name, day, portions };
}

function jsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** Each food once in each unit. */
function merged(plate: NewPlate): NewPlate {
  const none: NewPlate['portions'] = [];
  return { ...plate, portions: plate.portions.reduce(addPortion, none) };
}

function fromJson(text: string): PlatesFile | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const listed = listIn(value, 'plates') ?? [value];
  const plates = listed.flatMap((plate) => readPlate(plate) ?? []);
  const lost = listed.flatMap((plate) => (readPlate(plate) === undefined ? [plate] : []));
  if (plates.length === 0) return undefined;
  const portionsIn = listed.flatMap((plate) => listIn(plate, 'portions') ?? []).length;
  const portions = plates.flatMap((plate) => plate.portions).length;
  const lostPortions = lost.flatMap((plate) => listIn(plate, 'portions') ?? []).length;
  return {
    plates: plates.map(bare),
    unreadable: portionsIn - lostPortions - portions + lost.length,
  };
}

function listIn(value: unknown, name: string): readonly unknown[] | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const list: unknown = Reflect.get(value, name);
  return Array.isArray(list) ? list : undefined;
}

function fromCsv(text: string): PlatesFile | undefined {
  const records = readCsv(text.replace(/^\u{feff}/u, ''));
  if (records === undefined || records.every((record) => !('description' in record)))
    return undefined;
  const portions = readPlateRecords(records);
  const sound = portions.filter(
    (portion) => portion !== undefined && gramsOf(portion) <= MAX_GRAMS,
  );
  const readable = sound.filter((portion) => portion !== undefined);
  return {
    plates: [{ name: '', day: '', portions: readable }],
    unreadable: portions.length - readable.length,
  };
}
