import type { Food } from '../food.ts';
import { EMPTY_PLATE, type Plate, type Portion } from '../plate/plate.ts';

/** A plate with a name, such as a day. */
export interface NamedPlate {
  readonly id: string;
  readonly name: string;
  readonly portions: readonly Portion[];
}

/** What results and new portions are shown for. */
export type Basis = '100g' | 'portion';

/** Everything that the browser keeps from one visit to the next. */
export interface Kept {
  /** One at least; the one that is in use is `current`. */
  readonly plates: readonly NamedPlate[];
  readonly current: string;
  /** Foods added lately, the last one first. */
  readonly recent: readonly Food[];
  readonly favorites: readonly Food[];
  readonly basis: Basis;
  /** The name of the unit chosen last for a food, by {@link foodKey}. */
  readonly units: Readonly<Record<string, string>>;
}

/** As many as one looks through. */
const MAX_RECENT = 12;
/** A year of days. */
export const MAX_PLATES = 366;
/** More foods than one person eats regularly. */
const MAX_UNITS = 200;

export function newKept(plateName: string): Kept {
  const plate = { id: newId(), name: plateName, portions: [] };
  return {
    plates: [plate],
    current: plate.id,
    recent: [],
    favorites: [],
    basis: '100g',
    units: {},
  };
}

export function currentPlate({ plates, current }: Kept): NamedPlate {
  return (
    plates.find(({ id }) => id === current) ?? plates[0] ?? { id: '', name: '', ...EMPTY_PLATE }
  );
}

export function setPortions(kept: Kept, portions: readonly Portion[]): Kept {
  return changeCurrent(kept, (plate) => ({ ...plate, portions }));
}

export function renamePlate(kept: Kept, name: string): Kept {
  return name.trim() === ''
    ? kept
    : changeCurrent(kept, (plate) => ({ ...plate, name: name.trim() }));
}

/** Puts a new plate in front of the others and takes it in use; the oldest go beyond the limit. */
export function addPlate(kept: Kept, name: string, portions: Plate['portions'] = []): Kept {
  const plate = { id: newId(), name, portions };
  return { ...kept, plates: [plate, ...kept.plates].slice(0, MAX_PLATES), current: plate.id };
}

/** Deletes the plate in use and takes the next one; the last one only becomes empty. */
export function deletePlate(kept: Kept): Kept {
  const rest = kept.plates.filter(({ id }) => id !== kept.current);
  const [next] = rest;
  return next === undefined ? setPortions(kept, []) : { ...kept, plates: rest, current: next.id };
}

/** Notes that a food was added in a unit. */
export function noteAdded(kept: Kept, food: Food, unitName: string): Kept {
  const key = foodKey(food);
  const recent = [food, ...kept.recent.filter((other) => foodKey(other) !== key)];
  const { [key]: _, ...others } = kept.units;
  const units = [[key, unitName] as const, ...Object.entries(others)].slice(0, MAX_UNITS);
  return { ...kept, recent: recent.slice(0, MAX_RECENT), units: Object.fromEntries(units) };
}

export function isFavorite({ favorites }: Kept, food: Food): boolean {
  return favorites.some((other) => foodKey(other) === foodKey(food));
}

export function toggleFavorite(kept: Kept, food: Food): Kept {
  const favorites = isFavorite(kept, food)
    ? kept.favorites.filter((other) => foodKey(other) !== foodKey(food))
    : [food, ...kept.favorites];
  return { ...kept, favorites };
}

/** What a food is remembered by. */
export function foodKey({ id, description }: Food): string {
  return id ?? description;
}

function changeCurrent(kept: Kept, change: (plate: NamedPlate) => NamedPlate): Kept {
  const { id } = currentPlate(kept);
  return { ...kept, plates: kept.plates.map((plate) => (plate.id === id ? change(plate) : plate)) };
}

function newId(): string {
  // Not randomUUID, which browsers have on secure pages only.
  return [...crypto.getRandomValues(new Uint32Array(2))].map((part) => part.toString(36)).join('');
}
