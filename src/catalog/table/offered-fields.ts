import { type Entry, FATTY_ACID_COLUMNS, serializeValue } from '../../food/entry.ts';
import type { StoredValue } from '../../food/stored-value.ts';
import { DEFAULT_NAMES } from '../entry-store.ts';
import { isInEveryAnswer } from './columns.ts';

// Which fields a table offers, usual names of its key (`id`, `ndb_no`, …), `fat_known`, the form of
// `portions`.

/** In a list of fields, all that there are. */
export const ALL_FIELDS = '*';

/**
 * A field that is not a column: how many of the three fatty acids are known, 0 to 3. Where it is less
 * than 3, `fat_g` is too small by what is not known.
 */
export const FAT_KNOWN = 'fat_known';

/** A column of household measures: `[{"amount":1,"unit":"cup","grams":150}, …]` as text. */
export const PORTIONS = 'portions';

/** The column with other names of the foods: the one that was named, or that of the usual name. */
export function namesColumn(columns: readonly string[], named = DEFAULT_NAMES): string | undefined {
  return columnNamed(possibleFields(columns), named);
}

/** The column of this name; where none has it letter by letter, the first that differs in case alone. */
function columnNamed(columns: readonly string[], name: string): string | undefined {
  const same = (column: string) => column.toLowerCase() === name.toLowerCase();
  return columns.includes(name) ? name : columns.find(same);
}

/** Names under which tables have the key of a food, best first: one that is unique is taken. */
export const KEY_NAMES = ['id', 'ndb_no', 'fdc_id', 'code'];

/** The fields that a table can offer, in the order of its columns. */
export function possibleFields(columns: readonly string[]): string[] {
  const further = columns.filter((column) => !isInEveryAnswer(column));
  return columns.includes(FAT_KNOWN) ? further : [...further, FAT_KNOWN];
}

/** The fields that are offered of a table, where these are wanted. Unknown ones are left out. */
export function offeredFields(columns: readonly string[], wanted: readonly string[]): string[] {
  const possible = possibleFields(columns);
  return wanted.includes(ALL_FIELDS)
    ? possible
    : possible.filter((field) => wanted.includes(field));
}

/** The wanted fields that a table does not have. */
export function unknownFields(columns: readonly string[], wanted: readonly string[]): string[] {
  const possible = possibleFields(columns);
  return wanted.filter((field) => field !== ALL_FIELDS && !possible.includes(field));
}

/** The columns that may be the key, best first: the one that was named, or those of usual names. */
export function keyCandidates(columns: readonly string[], named: string | undefined): string[] {
  const names = named === undefined ? KEY_NAMES : [named];
  return names.flatMap((name) => columnNamed(columns, name) ?? []);
}

export function fatKnown(entry: Entry): number {
  return FATTY_ACID_COLUMNS.filter((column) => entry[column] !== null).length;
}

/** A value of a field as JSON: as stored, but for portions, which are a list and not its text. */
export function serializeField(name: string, value: StoredValue): string {
  const isList = name === PORTIONS && typeof value === 'string' && isPortions(value);
  return isList ? value : serializeValue(value);
}

/** Whether a text is a JSON array of portions, and can be part of an answer as it is. */
function isPortions(text: string): boolean {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) && list.every(isPortion);
  } catch {
    return false;
  }
}

function isPortion(item: unknown): boolean {
  const { amount, unit, grams }: { amount?: unknown; unit?: unknown; grams?: unknown } =
    Object(item);
  return typeof amount === 'number' && typeof unit === 'string' && typeof grams === 'number';
}
