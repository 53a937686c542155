import { isExactDouble, type StoredValue } from '../../food/decimal.ts';
import { serializeValues, UnreadableFats } from '../../food/entry.ts';
import { elementAt, numberAt, sharedBytes, sharedNumbers } from '../../search/flat-arrays.ts';
import { MAX_BYTES, TOO_MANY } from '../../search/growing-array.ts';
import { ENCODER } from '../../search/utf8.ts';
import { type EntryRow, type EntrySource, MAX_CHANGED_SHARE } from '../entry-store.ts';
import type { AnswerRows, AnswerRowsData } from './answer-format.ts';
import { AnswerRowsBuilder, answerRows, BLOCK_ROWS, rowsOfValues, rowText } from './answer-rows.ts';
import type { CatalogData } from './catalog-file.ts';
import { ANSWER_COLUMNS, answerValues, numbersIn, withNumbers } from './columns.ts';
import { ExtraColumns, serializeField } from './extra-columns.ts';
import { fieldReader, revisionWith } from './field-values.ts';
import type { Texts } from './text-bytes.ts';

// Applies changed amounts to served foods, without reading and indexing everything else again.

/** Changed amounts of a table. */
export interface AmountChanges {
  /** The column with foods' other names, if any; the revision depends on it. */
  readonly names: string | undefined;
  /** The values of changed rows as JSON. */
  readonly values: ReadonlyMap<number, readonly string[]>;
  /** Changed values as JSON, by their index among all field values. */
  readonly fields: ReadonlyMap<number, string>;
  /** Changed numbers by column and row; `null` is an unknown number. */
  readonly numbers: ReadonlyMap<string, ReadonlyMap<number, number | null>>;
}

/**
 * Returns the foods with these changes. The result is byte for byte the same as after reading the
 * whole table.
 */
export function applyChanges(served: CatalogData, changes: AmountChanges): CatalogData {
  if (changes.values.size + changes.fields.size === 0) return served;
  const rows = changedRows(served.rows, changes.values);
  const fields = { ...served.fields, ...withTexts(served.fields, changes.fields) };
  const columns = served.columns.map((column) => {
    const changed = changes.numbers.get(column.name);
    return changed === undefined ? column : withNumbers(column, changed);
  });
  const settings = { key: served.key?.column, names: changes.names };
  const revision = revisionWith(rows.revision, fields, settings);
  return { ...served, rows: { ...rows, revision }, fields, columns };
}

/** Collects the changed amounts of served foods. */
export class ChangedAmounts {
  /** The columns to read from each row besides those of an entry. */
  readonly extra: ExtraColumns;
  readonly rows: AnswerRows;
  readonly #served: CatalogData;
  readonly #readField: ReturnType<typeof fieldReader>;
  readonly #fats = new UnreadableFats();
  /** The columns of indexed texts and keys, which must not change. */
  readonly #fixed: readonly string[];
  readonly #changed = new Set<number>();
  readonly #values = new Map<number, readonly string[]>();
  /** Changed values as JSON, by their index among all field values. */
  readonly #fields = new Map<number, string>();
  /** Changed numbers, by column name and row. */
  readonly #numbers = new Map<string, Map<number, number | null>>();

  /** @param columns the columns of the table */
  constructor(
    served: CatalogData,
    columns: readonly string[],
    source: Pick<EntrySource, 'key' | 'fields' | 'names'>,
  ) {
    this.#served = served;
    this.#readField = fieldReader(served.fields);
    this.rows = answerRows(served.rows);
    this.extra = new ExtraColumns(columns, source);
    this.#fixed = ['description', ...this.extra.fixed];
  }

  /** Whether the table still has the served columns. */
  get fits(): boolean {
    return this.extra.names.join('\n') === this.#served.fields.names.join('\n');
  }

  /**
   * Records the changed amounts of a food. Returns `false` if the whole table must be read:
   * something else changed, a fat is unreadable, or too many rows changed.
   */
  add(row: number, read: EntryRow): boolean {
    const { entry } = read;
    this.#fats.note(entry);
    // The warning about fats needs counts over all rows, but often only changed rows are read here.
    if (this.#fats.count > 0) return false;
    const values = serializeValues(entry);
    const before = this.rows.valuesOf(row);
    for (const [index, name] of ANSWER_COLUMNS.entries()) {
      if (values[index] === before[index]) continue;
      if (!this.#note(name, row, elementAt(answerValues(entry, values), index))) return false;
      this.#values.set(row, values);
    }
    const { fields } = this.#served;
    for (const [index, value] of this.extra.valuesOf(read).entries()) {
      const name = elementAt(fields.names, index);
      const json = serializeField(name, value);
      if (json === this.#readField(row, index)) continue;
      if (!this.#note(name, row, value)) return false;
      this.#fields.set(row * fields.names.length + index, json);
    }
    return this.#changed.size <= Math.ceil(this.rows.size * MAX_CHANGED_SHARE);
  }

  build(): AmountChanges {
    const [values, fields, numbers] = [this.#values, this.#fields, this.#numbers];
    return { names: this.extra.namesColumn, values, fields, numbers };
  }

  /**
   * Records a changed amount. Returns `false` if the value is not an amount, or if the column does
   * not hold amounts.
   */
  #note(name: string, row: number, value: StoredValue): boolean {
    const column = this.#served.columns.find((one) => one.name === name);
    const number = toNumber(value);
    if (this.#fixed.includes(name) || column === undefined || number === undefined) return false;
    if (numbersIn(column) === undefined) return false;
    this.#changed.add(row);
    const changed = this.#numbers.get(name) ?? new Map<number, number | null>();
    this.#numbers.set(name, changed.set(row, number));
    return true;
  }
}

/**
 * Returns `null` for an unknown number; `undefined` for text, or for a number that no double
 * represents exactly.
 */
function toNumber(value: StoredValue): number | null | undefined {
  if (value === null) return null;
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  return typeof value !== 'string' && isExactDouble(String(value)) ? Number(value) : undefined;
}

function changedRows(data: AnswerRowsData, changed: ReadonlyMap<number, readonly string[]>) {
  if (!data.isWhole) {
    const starts = sharedNumbers(data.starts.length);
    let shift = 0;
    const changedIn = Map.groupBy(changed, ([row]) => Math.floor(row / BLOCK_ROWS));
    const blocks = data.blocks.map((bytes, i) => {
      const first = i * BLOCK_ROWS;
      const own = (changedIn.get(i) ?? []).map(
        ([row, values]) => [row - first, rowText(values)] as const,
      );
      const start = numberAt(data.starts, first);
      const read = data.starts.subarray(first, first + BLOCK_ROWS + 1).map((at) => at - start);
      const block = withTexts({ bytes, starts: read }, new Map(own));
      starts.set(
        block.starts.map((at) => at + start + shift),
        first,
      );
      shift += block.bytes.length - bytes.length;
      return block.bytes;
    });
    if (blocks.reduce((sum, { length }) => sum + length, 0) > MAX_BYTES) {
      throw new RangeError(TOO_MANY);
    }
    return rowsOfValues(blocks, starts);
  }
  const rows = answerRows(data);
  const builder = new AnswerRowsBuilder();
  for (let row = 0; row < rows.size; row++) {
    builder.add(changed.get(row) ?? rows.valuesOf(row));
  }
  return builder.build();
}

/** Returns these strings with some of them replaced. */
function withTexts(texts: Texts, changed: ReadonlyMap<number, string>): Texts {
  if (changed.size === 0) return { bytes: texts.bytes, starts: texts.starts };
  const others = Array.from(changed, ([index, text]) => ({ index, bytes: ENCODER.encode(text) }));
  others.sort((a, b) => a.index - b.index);
  const startOf = (index: number) => numberAt(texts.starts, index);
  const lengthOf = (index: number) => startOf(index + 1) - startOf(index);
  const gain = others.reduce((sum, { index, bytes }) => sum + bytes.length - lengthOf(index), 0);
  if (texts.bytes.length + gain > MAX_BYTES) throw new RangeError(TOO_MANY);
  const bytes = sharedBytes(texts.bytes.length + gain);
  const starts = sharedNumbers(texts.starts.length);
  let next = 0;
  let shift = 0;
  const copyUntil = (end: number) => {
    bytes.set(texts.bytes.subarray(startOf(next), startOf(end)), startOf(next) + shift);
    if (shift === 0) starts.set(texts.starts.subarray(next, end), next);
    else for (let index = next; index < end; index++) starts[index] = startOf(index) + shift;
  };
  for (const other of others) {
    copyUntil(other.index);
    const start = startOf(other.index) + shift;
    starts[other.index] = start;
    bytes.set(other.bytes, start);
    shift += other.bytes.length - lengthOf(other.index);
    next = other.index + 1;
  }
  const last = texts.starts.length - 1;
  copyUntil(last);
  starts[last] = startOf(last) + shift;
  return { bytes, starts };
}
