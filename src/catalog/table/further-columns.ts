import type { StoredValue } from '../../food/stored-value.ts';
import type { EntryRow, EntrySource } from '../entry-store.ts';
import { FieldValuesBuilder, type FieldValuesData } from './field-values.ts';
import { KeyIndexBuilder, type KeyIndexData } from './key-index.ts';
import { fatKnown, keyCandidates, offeredFields, serializeField } from './offered-fields.ts';

/** What is read of each row besides an entry: the offered fields and what may be the key. */
export class FurtherColumns {
  /** The columns to ask for. */
  readonly columns: readonly string[];
  readonly #namedKey: string | undefined;
  readonly #wanted: readonly string[];
  readonly #kept: readonly { readonly name: string; readonly place: number }[];
  /** What may be the key, and where its value is among the fields of a row. */
  readonly #keys: readonly { readonly builder: KeyIndexBuilder; readonly place: number }[];
  readonly #fields: FieldValuesBuilder;

  constructor(
    columns: readonly string[],
    { key, fields = [] }: Pick<EntrySource, 'key' | 'fields'>,
  ) {
    const candidates = keyCandidates(columns, key);
    this.#namedKey = key;
    this.#wanted = fields;
    const kept = offeredFields(columns, [...fields, ...candidates]);
    this.#fields = new FieldValuesBuilder(kept);
    const read = [...kept, ...candidates].filter((name) => columns.includes(name));
    this.columns = [...new Set(read)];
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

/** A value that was asked for. */
function valueAt(values: readonly StoredValue[], place: number): StoredValue {
  const value = values[place];
  if (value === undefined)
    throw new RangeError(`A row has ${values.length} values, none at ${place}`);
  return value;
}
