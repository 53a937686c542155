import type { Food } from '../foods/food.ts';
import { memoized } from '../foods/memoized.ts';
import type { Portion } from '../foods/plate.ts';
import type { Basis } from '../foods/usual-amount.ts';
import { dayText, t } from '../languages/language.ts';

// What the browser stores between visits (recent foods, favorites, plates, goals, units), the
// limits, and the titles of plates.

/** A plate of a day. */
export interface NamedPlate {
  readonly id: string;
  /** The name that the user gave to the plate. If it is empty, the day is the title. */
  readonly name: string;
  /** The day of the plate, such as `2026-11-22`. */
  readonly day: string;
  readonly portions: readonly Portion[];
  /** Whether this is a guest plate: it came from a link and has not been kept yet. */
  readonly isGuest?: boolean;
}

/** A plate that is not stored yet. */
export type NewPlate = Omit<NamedPlate, 'id'>;

/** Everything that the browser stores between visits. */
export interface SavedData {
  /** At least one plate; `current` is the ID of the plate shown. */
  readonly plates: readonly NamedPlate[];
  readonly current: string;
  /** Recently added foods, latest first. */
  readonly recent: readonly Food[];
  readonly favorites: readonly Food[];
  readonly basis: Basis;
  /** Maps a {@link foodKey} to the name of the unit last chosen for the food. */
  readonly units: Readonly<Record<string, string>>;
  /** Maps a name to the ID of the food that the user chose for it in a meal. */
  readonly choices: Readonly<Record<string, string>>;
  /** Maps a column to the user's daily goal for the nutrient, in the column's unit. */
  readonly goals: Readonly<Record<string, number>>;
}

/** How many recent foods are kept: people do not look through more. */
export const MAX_RECENT = 12;
/** The maximum number of plates: one for each day of a year. */
export const MAX_PLATES = 366;
/** How many units and how many choices are remembered: nobody eats more foods regularly. */
const MAX_REMEMBERED = 200;

/** The data before anything is stored. */
export const NOTHING_SAVED: SavedData = {
  plates: [],
  current: '',
  recent: [],
  favorites: [],
  basis: '100g',
  units: {},
  choices: {},
  goals: {},
};

export function newSavedData(day: string): SavedData {
  return addPlate(NOTHING_SAVED, { name: '', day, portions: [] });
}

export function currentPlate({ plates, current }: SavedData): NamedPlate {
  return (
    plates.find(({ id }) => id === current) ??
    plates[0] ?? { id: '', name: '', day: '', portions: [] }
  );
}

/** Changes fields of the current plate. */
export function changePlate(saved: SavedData, fields: Partial<NewPlate>): SavedData {
  const { id } = currentPlate(saved);
  return {
    ...saved,
    plates: saved.plates.map((plate) => (plate.id === id ? { ...plate, ...fields } : plate)),
  };
}

/**
 * Keeps the current plate, which came from a link, as the user's own on this day, and removes empty
 * unnamed plates of the same day.
 */
export function keepGuest(saved: SavedData, day: string): SavedData {
  const own = changePlate(saved, { day, isGuest: false });
  const { id } = currentPlate(own);
  const isInTheWay = (plate: NamedPlate) =>
    plate.id !== id && plate.day === day && plate.name === '' && plate.portions.length === 0;
  return { ...own, plates: own.plates.filter((plate) => !isInTheWay(plate)) };
}

/** Adds a plate at the front and makes it current. If there are too many, drops the oldest. */
export function addPlate(saved: SavedData, plate: NewPlate): SavedData {
  const added = { ...plate, id: newId() };
  return { ...saved, plates: [added, ...saved.plates].slice(0, MAX_PLATES), current: added.id };
}

/**
 * Returns a plate's title: its name, or else its day. If several plates have the same title, the
 * later ones are numbered.
 */
export function plateTitle(plate: NamedPlate, plates: readonly NamedPlate[]): string {
  return titlesOf(plates).get(plate.id) ?? baseTitle(plate);
}

/** Titles by plate ID. Memoized: every keystroke needs the titles of up to a year of plates. */
const titlesOf = memoized(
  (plates: readonly NamedPlate[]): ReadonlyMap<string, string> => {
    // The newest plates come first in the list.
    const alike = Map.groupBy(plates.toReversed(), baseTitle);
    return new Map(
      [...alike].flatMap(([base, same]) =>
        same.map(({ id }, i) => [id, i > 0 ? `${base} (${i + 1})` : base]),
      ),
    );
  },
  (plates) => [plates],
);

function baseTitle({ name, day, isGuest }: NamedPlate): string {
  if (name !== '') return name;
  if (isGuest) return t().sharedPlate;
  return day === '' ? t().plate : dayText(day);
}

/**
 * Goes to the plate of a day, and adds one if there is none. If the plate shown before is empty and
 * unnamed, removes it.
 */
export function goToDay(saved: SavedData, day: string): SavedData {
  const left = currentPlate(saved);
  const isSpare = left.portions.length === 0 && left.name === '' && left.day !== day;
  const plates = saved.plates.filter((plate) => !(isSpare && plate.id === left.id));
  const there = plates.find((plate) => plate.day === day && plate.isGuest !== true);
  return there === undefined
    ? addPlate({ ...saved, plates }, { name: '', day, portions: [] })
    : { ...saved, plates, current: there.id };
}

/** The result of importing the plates of a file. */
export type Imported = ReturnType<typeof importPlates>;

/**
 * Adds the new plates of a file before the stored ones, while there is room. Shows the first added
 * plate, or else the file's first plate if it was already here.
 */
export function importPlates(saved: SavedData, plates: readonly NewPlate[]) {
  const textOf = ({ name, day, portions }: NewPlate) =>
    JSON.stringify([name, day, portions.map(({ food, ...amount }) => [foodKey(food), amount])]);
  const here = new Map(saved.plates.map((plate) => [textOf(plate), plate.id]));
  const unlike = Map.groupBy(plates, textOf);
  const fresh = [...unlike].flatMap(([text, same]) => (here.has(text) ? [] : same.slice(0, 1)));
  const added = fresh
    .slice(0, Math.max(0, MAX_PLATES - saved.plates.length))
    .map((plate) => ({ ...plate, id: newId() }));
  const [first] = plates;
  const current = added[0]?.id ?? (first && here.get(textOf(first))) ?? saved.current;
  const next: SavedData = { ...saved, plates: [...added, ...saved.plates], current };
  return {
    saved: next,
    added: added.length,
    // Plates with the same name, day and foods as one already here or earlier in the file.
    known: plates.length - fresh.length,
    // Plates left out for lack of room, since an import replaces no plate.
    leftOut: fresh.length - added.length,
  };
}

/**
 * Deletes the current plate and shows another, preferably of the same day. If there is no other,
 * empties this one instead.
 */
export function deletePlate(saved: SavedData): SavedData {
  const rest = saved.plates.filter(({ id }) => id !== saved.current);
  const { day } = currentPlate(saved);
  const next = rest.find((plate) => plate.day === day) ?? rest[0];
  return next === undefined
    ? changePlate(saved, { portions: [] })
    : { ...saved, plates: rest, current: next.id };
}

/** Records that a food was added in a unit. */
export function recordAdded(saved: SavedData, food: Food, unitName: string): SavedData {
  const key = foodKey(food);
  const recent = [food, ...saved.recent.filter((other) => foodKey(other) !== key)];
  const units = latestFirst(saved.units, key, unitName);
  return { ...saved, recent: recent.slice(0, MAX_RECENT), units };
}

/** Records which food a name stands for, latest first. */
export function recordChoice(saved: SavedData, name: string, id: string): SavedData {
  return { ...saved, choices: latestFirst(saved.choices, name, id) };
}

function latestFirst(texts: SavedData['units'], key: string, text: string): SavedData['units'] {
  const { [key]: _, ...others } = texts;
  return Object.fromEntries([[key, text], ...Object.entries(others)].slice(0, MAX_REMEMBERED));
}

export function isFavorite({ favorites }: SavedData, food: Food): boolean {
  return favorites.some((other) => foodKey(other) === foodKey(food));
}

export function toggleFavorite(saved: SavedData, food: Food): SavedData {
  const others = saved.favorites.filter((other) => foodKey(other) !== foodKey(food));
  return { ...saved, favorites: isFavorite(saved, food) ? others : [food, ...others] };
}

/** Sets the daily goal for a nutrient, above 0. Without a goal, the daily value applies. */
export function setGoal(saved: SavedData, column: string, goal: number | undefined): SavedData {
  const { [column]: _, ...others } = saved.goals;
  return { ...saved, goals: goal === undefined ? others : { ...others, [column]: goal } };
}

/** Returns the key that a food is stored under. */
export function foodKey({ id, description }: Food): string {
  return id ?? description;
}

function newId(): string {
  // Browsers offer `randomUUID` only in secure contexts.
  return [...crypto.getRandomValues(new Uint32Array(2))].map((part) => part.toString(36)).join('');
}

/** Returns the day `count` days after another, or before it if `count` is negative. */
export function dayAfter(day: string, count: number): string {
  // In UTC, so that daylight saving time cannot shift the day.
  const date = new Date(`${day}T12:00Z`);
  date.setUTCDate(date.getUTCDate() + count);
  return date.toISOString().slice(0, 10);
}
