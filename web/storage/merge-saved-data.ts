import { isSameRow, limited, type Portion } from '../foods/plate.ts';
import {
  currentPlate,
  foodKey,
  MAX_RECENT,
  type NamedPlate,
  type SavedData,
} from './saved-data.ts';

// Merges two tabs' changes with their common base. Undo merges the same way.

/**
 * Merges the changes that both sides made to `base`. If both changed the same value, ours wins, but
 * the amounts that both added to a row are summed. List items that one side deleted and the other
 * changed stay. All additions stay, except recent foods over the maximum.
 *
 * To undo a change, `base` is the state after it and `ours` the state before.
 */
export function mergeSavedData(base: SavedData, ours: SavedData, theirs: SavedData): SavedData {
  const merged = mergeLists(base.plates, ours.plates, theirs.plates, hasSameId, mergePlates);
  const plates = merged.length > 0 ? merged : [{ ...currentPlate(ours), portions: [] }];
  const exists = (current: string) => plates.some(({ id }) => id === current);
  const foods = (name: 'recent' | 'favorites') =>
    mergeLists(base[name], ours[name], theirs[name], isSameKey, (_, food) => food);
  return {
    plates,
    current: [ours.current, theirs.current].find(exists) ?? plates[0]?.id ?? '',
    recent: foods('recent').slice(0, MAX_RECENT),
    favorites: foods('favorites'),
    basis: chosen(base.basis, ours.basis, theirs.basis),
    units: mergeRecords(base.units, ours.units, theirs.units),
    choices: mergeRecords(base.choices, ours.choices, theirs.choices),
    goals: mergeRecords(base.goals, ours.goals, theirs.goals),
  };
}

const hasSameId = (a: NamedPlate, b: NamedPlate) => a.id === b.id;
const isSameKey = (a: SavedData['recent'][number], b: typeof a) => foodKey(a) === foodKey(b);

function mergePlates(
  base: NamedPlate | undefined,
  ours: NamedPlate,
  theirs: NamedPlate,
): NamedPlate {
  const { isGuest: _, ...plate } = ours;
  const isGuest = chosen(base?.isGuest, ours.isGuest, theirs.isGuest);
  return {
    ...plate,
    name: chosen(base?.name, ours.name, theirs.name),
    day: chosen(base?.day, ours.day, theirs.day),
    portions: mergeLists(
      base?.portions ?? [],
      ours.portions,
      theirs.portions,
      isSameRow,
      mergeRows,
    ),
    ...(isGuest === true && { isGuest }),
  };
}

/** Adds up what both sides added to a row. */
function mergeRows(base: Portion | undefined, ours: Portion, theirs: Portion): Portion {
  const count = ours.count + theirs.count - (base?.count ?? 0);
  return (count >= 0 && limited({ ...ours, count })) || ours;
}

function mergeLists<One>(
  base: readonly One[],
  ours: readonly One[],
  theirs: readonly One[],
  isSame: (a: One, b: One) => boolean,
  merge: (base: One | undefined, ours: One, theirs: One) => One,
): readonly One[] {
  if (isEqual(ours, base)) return theirs;
  if (isEqual(theirs, base)) return ours;
  const find = (list: readonly One[], one: One) => list.find((other) => isSame(other, one));
  const outcome = (one: One): One | undefined => {
    const [was, our, their] = [base, ours, theirs].map((list) => find(list, one));
    if (our !== undefined && their !== undefined) {
      if (isEqual(our, was)) return their;
      return isEqual(their, was) ? our : merge(was, our, their);
    }
    const left = our ?? their;
    return was !== undefined && isEqual(left, was) ? undefined : left;
  };
  const merged: One[] = theirs.flatMap((one) => outcome(one) ?? []);
  let at = 0;
  for (const one of ours) {
    const index = merged.findIndex((other) => isSame(other, one));
    const kept = index < 0 && find(theirs, one) === undefined ? outcome(one) : undefined;
    if (kept !== undefined) merged.splice(at, 0, kept);
    if (index >= 0) at = index + 1;
    else if (kept !== undefined) at += 1;
  }
  return merged;
}

function mergeRecords<Value>(
  base: Readonly<Record<string, Value>>,
  ours: Readonly<Record<string, Value>>,
  theirs: Readonly<Record<string, Value>>,
): Readonly<Record<string, Value>> {
  if (isEqual(ours, base)) return theirs;
  const names = new Set([...Object.keys(ours), ...Object.keys(theirs)]);
  return Object.fromEntries(
    [...names].flatMap((name) => {
      const value = chosen(base[name], ours[name], theirs[name]);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** Returns our value if we changed it, or else theirs. */
function chosen<Value>(base: Value | undefined, ours: Value, theirs: Value): Value {
  return isEqual(ours, base) ? theirs : ours;
}

function isEqual(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}
