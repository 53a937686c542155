import type { StoredValue } from '../../food/stored-value.ts';
import type { EntryRow, EntrySource } from '../entry-store.ts';
import { FieldValuesBuilder, type FieldValuesData } from './field-values.ts';
import { KeyIndexBuilder, type KeyIndexData } from './key-index.ts';
import {
  fatKnown,
  keyCandidates,
  namesColumn,
  offeredFields,
  serializeField,
} from './offered-fields.ts';

// Which columns are kept besides those of an answer: fields, key, other names; the warning about a
// key that repeats.

/** What is read of each row besides an entry: the offered fields, what may be the key, other names. */
export class FurtherColumns {
  /** The column with other names of the foods. */
  readonly namesColumn: string | undefined;
  /** The columns to ask for. */
  readonly columns: readonly string[];
  readonly #namedKey: string | undefined;
  readonly #wanted: readonly string[];
  readonly #kept: readonly { readonly name: string; readonly place: number }[];
  /** What may be the key, and where its value is among the fields of a row. */
  readonly #keys: readonly { readonly builder: KeyIndexBuilder; readonly place: number }[];
  readonly #fields: FieldValuesBuilder;
  /** Where other names are among the fields of a row; -1 where the table has none. */
  readonly #namesPlace: number;

  constructor(
    columns: readonly string[],
    { key, fields = [], names }: Pick<EntrySource, 'key' | 'fields' | 'names'>,
  ) {
    const candidates = keyCandidates(columns, key);
    this.#namedKey = key;
    this.#wanted = fields;
    const otherNames = namesColumn(columns, names);
    this.namesColumn = otherNames;
    // All that an index is made of is kept, so that later data can be compared with it.
    const kept = offeredFields(columns, [...fields, ...candidates, ...listOf(otherNames)]);
    this.#fields = new FieldValuesBuilder(kept);
    const read = [...kept, ...candidates].filter((name) => columns.includes(name));
    this.columns = [...new Set(read)];
    this.#namesPlace = otherNames === undefined ? -1 : this.columns.indexOf(otherNames);
    this.#kept = kept.map((name) => ({ name, place: this.columns.indexOf(name) }));
    this.#keys = candidates.map((name) => ({
      builder: new KeyIndexBuilder(name),
      place: this.columns.indexOf(name),
    }));
  }

  /** Adds the next row, and returns its values of {@link names}. */
  add({ entry, fields }: EntryRow): readonly StoredValue[] {
    for (const { builder, place } of this.#keys) builder.add(valueAt(fields, place));
    // Only the field that is not a column has no place.
    const values = this.#kept.map(({ place }) =>
      place === -1 ? fatKnown(entry) : valueAt(fields, place),
    );
    this.#fields.add(this.#kept.map(({ name }, i) => serializeField(name, valueAt(values, i))));
    return values;
  }

  /** Other names of the food of a row. */
  otherNames({ fields }: EntryRow): StoredValue {
    return this.#namesPlace === -1 ? null : valueAt(fields, this.#namesPlace);
  }

  /** What is kept of each row, all that may be offered. */
  get names(): readonly string[] {
    return this.#kept.map(({ name }) => name);
  }

  build(): { fields: FieldValuesData; key: KeyIndexData | undefined; warnings: string[] } {
    let key: KeyIndexData | undefined;
    for (const { builder } of this.#keys) key ??= builder.build();
    const warnings =
      key === undefined && this.#namedKey !== undefined
        ? [`foods cannot be looked up, because column "${this.#namedKey}" is not unique`]
        : [];
    // A key is what a caller has to know of a food, so it is offered wherever there is one.
    const offered = offeredFields(this.names, [
      ...this.#wanted,
      ...(key === undefined ? [] : [key.column]),
    ]);
    return { fields: this.#fields.build(offered), key, warnings };
  }
}

function listOf(name: string | undefined): readonly string[] {
  return name === undefined ? [] : [name];
}

/** A value that was asked for. */
function valueAt(values: readonly StoredValue[], place: number): StoredValue {
  const value = values[place];
  if (value === undefined)
    throw new RangeError(`A row has ${values.length} values, none at ${place}`);
  return value;
}
