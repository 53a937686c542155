import { parseJson } from '../../src/client/food-client.ts';
import type { Measure, Unit } from '../../src/meal/measures.ts';
import { byNutrient, type Food, MAX_VALUE } from '../foods/food.ts';
import { limited, MAX_PORTIONS, type Portion } from '../foods/plate.ts';
import type { NamedPlate, SavedData } from './saved-data.ts';

// Reads the data in the browser's storage, and plates in files, dropping what is invalid.

type Fields = Readonly<Record<string, unknown>>;

/**
 * Returns the valid part of the stored data, which another version of the page, or a person, may
 * have written; `undefined` if nothing is usable.
 */
export function readSavedData(text: string): SavedData | undefined {
  const value = asFields(parseJson(text));
  const plates = asList(value?.plates).flatMap((plate) => readPlate(plate) ?? []);
  const [first] = plates;
  if (value === undefined || first === undefined) return undefined;
  const exists = plates.some(({ id }) => id === value.current);
  return {
    plates,
    current: exists ? String(value.current) : first.id,
    recent: asList(value.recent).flatMap((food) => readFood(food) ?? []),
    favorites: asList(value.favorites).flatMap((food) => readFood(food) ?? []),
    basis: value.basis === 'portion' ? 'portion' : '100g',
    units: textsIn(value.units),
    choices: textsIn(value.choices),
    goals: Object.fromEntries(
      Object.entries(asFields(value.goals) ?? {}).flatMap(([column, value]) => {
        const goal = readNumber(value);
        return goal !== null && goal > 0 ? [[column, goal]] : [];
      }),
    ),
  };
}

/** Reads a plate from the browser's storage or a file. */
export function readPlate(value: unknown): NamedPlate | undefined {
  const plate = asFields(value);
  if (plate === undefined || typeof plate.name !== 'string') return undefined;
  const listed = asList(plate.portions).slice(0, MAX_PORTIONS);
  const portions = listed.flatMap((portion) => readPortion(portion) ?? []);
  return {
    id: typeof plate.id === 'string' ? plate.id : '',
    name: plate.name,
    day: isDay(plate.day) ? plate.day : '',
    portions,
    ...(plate.isGuest === true && { isGuest: true }),
  };
}

/** The last day of a date field. Without a maximum, it accepts years of six digits. */
export const LAST_DAY = '9999-12-31';

export function isDay(value: unknown): value is string {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value)) return false;
  // `Date` rejects a 13th month, but reads February 30 as March 2.
  const date = new Date(`${value}T12:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
}

function readPortion(value: unknown): Portion | undefined {
  const portion = asFields(value);
  const food = readFood(portion?.food);
  const unit = readUnit(portion?.unit);
  const count = readNumber(portion?.count);
  if (food === undefined || unit === undefined || count === null || count < 0) return undefined;
  return limited({ food, count, unit });
}

function readFood(value: unknown): Food | undefined {
  const food = asFields(value);
  if (food === undefined || typeof food.description !== 'string') return undefined;
  return {
    description: food.description,
    ...byNutrient((nutrient) => readValue(food[nutrient])),
    id: typeof food.id === 'string' ? food.id : null,
    measures: asList(food.measures).flatMap((measure) => readMeasure(measure) ?? []),
  };
}

function readMeasure(value: unknown): Measure | undefined {
  const unit = readUnit(value);
  const count = readNumber(asFields(value)?.count);
  return unit === undefined || count === null || count <= 0 ? undefined : { ...unit, count };
}

function readUnit(value: unknown): Unit | undefined {
  const unit = asFields(value);
  const grams = readNumber(unit?.grams);
  const isUnit = typeof unit?.name === 'string' && grams !== null && grams > 0;
  return isUnit ? { name: String(unit.name), grams } : undefined;
}

/** Reads a value per 100 g; `null` if it is too large. */
function readValue(value: unknown): number | null {
  const number = readNumber(value);
  return Math.abs(number ?? 0) <= MAX_VALUE ? number : null;
}

function readNumber(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

function textsIn(value: unknown): Readonly<Record<string, string>> {
  const entries = Object.entries(asFields(value) ?? {});
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

function asFields(value: unknown): Fields | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? { ...value }
    : undefined;
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
