import { parseJson } from '../../errors/shown-value.ts';
import type { StoredValue } from '../../food/decimal.ts';
import {
  type Entry,
  FATTY_ACID_COLUMNS,
  searchableText,
  serializeValue,
} from '../../food/entry.ts';
import { isFatValue } from '../../food/fat.ts';
import { elementAt } from '../../search/flat-arrays.ts';
import { DEFAULT_NAMES, type EntryRow, type EntrySource } from '../entry-store.ts';
import { isInEveryAnswer } from './columns.ts';
import type { FieldValuesData } from './field-values.ts';
import { KeyIndexBuilder, type KeyIndexData } from './key-index.ts';
import { TextBytes } from './text-bytes.ts';

// Chooses the columns to store besides the columns of every answer: fields, the key (`id`,
// `ndb_no`, …), other names, `fat_known` and `portions`. Warns if a named key is not unique.

/** The columns read from each row besides an entry: offered fields, possible keys, other names. */
export class ExtraColumns {
  /** The column with other names of the foods. */
  readonly namesColumn: string | undefined;
  /** The columns to query. */
  readonly columns: readonly string[];
  readonly #namedKey: string | undefined;
  readonly #wanted: readonly string[];
  readonly #stored: readonly { readonly name: string; readonly index: number }[];
  /** The possible keys, each with its index in a row's fields. */
  readonly #keys: readonly { readonly builder: KeyIndexBuilder; readonly index: number }[];
  /** The values of all rows as JSON. */
  readonly #texts = new TextBytes();
  /** The index of the other names in a row's fields; -1 if the table has none. */
  readonly #namesIndex: number;
  readonly #brandIndexes: readonly number[];

  constructor(
    columns: readonly string[],
    { key, fields = [], names }: Pick<EntrySource, 'key' | 'fields' | 'names'>,
  ) {
    const candidates = keyCandidates(columns, key);
    this.#namedKey = key;
    const otherNames = namesColumn(columns, names);
    this.namesColumn = otherNames;
    const brand = brandColumns(columns);
    this.#wanted = [...fields, ...termColumns(columns)];
    // Everything that is indexed is stored too, so that later data can be compared with it.
    const stored = offeredFields(columns, [
      ...this.#wanted,
      ...candidates,
      ...[otherNames ?? []].flat(),
      ...brand,
    ]);
    const read = [...stored, ...candidates].filter((name) => columns.includes(name));
    this.columns = [...new Set(read)];
    this.#namesIndex = otherNames === undefined ? -1 : this.columns.indexOf(otherNames);
    this.#brandIndexes = brand.map((column) => this.columns.indexOf(column));
    this.#stored = stored.map((name) => ({ name, index: this.columns.indexOf(name) }));
    this.#keys = candidates.map((name) => ({
      builder: new KeyIndexBuilder(name),
      index: this.columns.indexOf(name),
    }));
  }

  /** Returns the values of a row, in the order of {@link names}. */
  valuesOf({ entry, fields }: EntryRow): readonly StoredValue[] {
    // Only `fat_known` has no index, since it is not a column.
    return this.#stored.map(({ index }) =>
      index === -1 ? fatKnown(entry) : elementAt(fields, index),
    );
  }

  /** Adds the next row, and returns its {@link valuesOf}. */
  add(row: EntryRow): readonly StoredValue[] {
    for (const { builder, index } of this.#keys) builder.add(elementAt(row.fields, index));
    const values = this.valuesOf(row);
    for (const [i, { name }] of this.#stored.entries()) {
      this.#texts.add(serializeField(name, elementAt(values, i)));
    }
    return values;
  }

  /** The columns that are indexed, or that may be the key. */
  get fixed(): readonly string[] {
    const keys = this.#keys.map(({ builder }) => builder.column);
    return [...[this.namesColumn ?? []].flat(), ...brandColumns(this.columns), ...keys];
  }

  /** Returns other names of a row's food, with its brand. */
  otherNames({ fields }: EntryRow): string | null {
    const at = (index: number) => (index === -1 ? null : searchableText(elementAt(fields, index)));
    return withBrand(at(this.#namesIndex), this.#brandIndexes.map(at));
  }

  /** The fields stored for each row, all of which may be offered. */
  get names(): readonly string[] {
    return this.#stored.map(({ name }) => name);
  }

  build(): { fields: FieldValuesData; key: KeyIndexData | undefined; warnings: string[] } {
    let key: KeyIndexData | undefined;
    for (const { builder } of this.#keys) key ??= builder.build();
    const warnings =
      key === undefined && this.#namedKey !== undefined
        ? [`foods cannot be looked up, because column "${this.#namedKey}" is not unique`]
        : [];
    // Callers need the key to refer to a food, so it is offered whenever there is one.
    const offered = offeredFields(this.names, [
      ...this.#wanted,
      ...(key === undefined ? [] : [key.column]),
    ]);
    return { fields: { names: this.names, offered, ...this.#texts.build() }, key, warnings };
  }
}

/** Stands for all fields in a list of fields. */
export const ALL_FIELDS = '*';
/** In a list of fields, means that fields missing from the table are ignored. */
export const FIELDS_IF_ANY = '?';

/**
 * A computed field: how many of the three fatty acids are known, 0 to 3. `fat_g` is the sum of the
 * known ones.
 */
export const FAT_KNOWN = 'fat_known';
export const ALL_FATS = FATTY_ACID_COLUMNS.length;

/** A column of household measures: `[{"amount":1,"unit":"cup","grams":150}, …]` as text. */
export const PORTIONS = 'portions';

/**
 * Returns the column with other names of the foods: the named one or, by default, one named
 * {@link DEFAULT_NAMES}.
 */
function namesColumn(columns: readonly string[], named = DEFAULT_NAMES): string | undefined {
  return columnNamed(possibleFields(columns), named);
}

/**
 * Returns the column with this name. If there is none, returns the first whose name differs only in
 * case.
 */
function columnNamed(columns: readonly string[], name: string): string | undefined {
  const same = (column: string) => column.toLowerCase() === name.toLowerCase();
  return columns.includes(name) ? name : columns.find(same);
}

/**
 * Returns the columns that distinguish packaged products from whole foods: the barcode, then the
 * brand.
 */
export function brandColumns(columns: readonly string[]): readonly string[] {
  const found = ['gtin', 'manufacturer'].filter((column) => columns.includes(column));
  return found[0] === 'gtin' ? found : [];
}

/**
 * Returns the columns with each food's license and source, which anyone who uses the data must
 * know.
 */
export function termColumns(columns: readonly string[]): readonly string[] {
  return columns.includes('license') ? ['license', 'source'] : [];
}

/**
 * Returns the texts indexed besides a description: other names of the food and, if it has a
 * barcode, its brand on a separate line.
 */
export function withBrand(
  names: string | null,
  [gtin = null, brand]: readonly (string | null)[],
): string | null {
  const line = names?.replaceAll('\n', ' ') ?? null;
  return gtin === null ? line : `${line ?? ''},\n${brand ?? ''}`;
}

/** Common names of key columns, best first. The first column whose values are unique is used. */
export const KEY_NAMES = ['id', 'ndb_no', 'fdc_id', 'code'];

/** Returns the fields that a table can offer, in the order of its columns. */
export function possibleFields(columns: readonly string[]): string[] {
  const extra = columns.filter((column) => !isInEveryAnswer(column));
  return columns.includes(FAT_KNOWN) ? extra : [...extra, FAT_KNOWN];
}

/** Returns the requested fields that a table offers. Unknown ones are left out. */
function offeredFields(columns: readonly string[], wanted: readonly string[]): string[] {
  const possible = possibleFields(columns);
  return wanted.includes(ALL_FIELDS)
    ? possible
    : possible.filter((field) => wanted.includes(field));
}

/** Returns the requested fields that a table lacks; none if missing fields are to be ignored. */
export function unknownFields(columns: readonly string[], wanted: readonly string[]): string[] {
  if (wanted.includes(FIELDS_IF_ANY)) return [];
  const possible = possibleFields(columns);
  return wanted.filter((field) => field !== ALL_FIELDS && !possible.includes(field));
}

/**
 * Returns the columns that may be the key, best first: the named one, or those with common names.
 */
function keyCandidates(columns: readonly string[], named: string | undefined): string[] {
  const names = named === undefined ? KEY_NAMES : [named];
  return names.flatMap((name) => columnNamed(columns, name) ?? []);
}

/** Counts the fatty acids with numeric values. Other values count as 0 in `fat_g`. */
export function fatKnown(entry: Entry): number {
  const values = FATTY_ACID_COLUMNS.map((column) => entry[column]);
  return values.filter((value) => value !== null && isFatValue(value)).length;
}

/** Returns a field value as JSON, as stored, except that the text of portions becomes a list. */
export function serializeField(name: string, value: StoredValue): string {
  const isList = name === PORTIONS && typeof value === 'string' && isPortions(value);
  return isList ? value : serializeValue(value);
}

/** Checks whether text is a JSON array of portions, and so can be part of an answer unchanged. */
function isPortions(text: string): boolean {
  const list = parseJson(text);
  return Array.isArray(list) && list.every(isPortion);
}

function isPortion(item: unknown): boolean {
  const { amount, unit, grams }: { amount?: unknown; unit?: unknown; grams?: unknown } =
    Object(item);
  return typeof amount === 'number' && typeof unit === 'string' && typeof grams === 'number';
}
