import { areDifferent } from '../food/summary-rows.ts';
import { BASIS_NAME, IS_OF_100, isOtherBasis } from './amount-basis.ts';
import { ImportError } from './import-error.ts';
import { FindingCounts } from './import-report.ts';
import { RecordAmounts } from './record-amounts.ts';
import type { RawRecord, RecordSource } from './record-source.ts';
import type { ColumnDecimalMarks } from './table/column-marks.ts';
import { parseFieldName, prefer } from './table/column-names.ts';
import { type ColumnMap, isNutrient, listOf, type PlannedColumn } from './table/column-plan.ts';

// Examines the first records of a source: distinguishes food names from sentences, finds the basis
// of the amounts, and finds nutrients that have two different columns.

/** How many records are read in advance. */
const SAMPLE_RECORDS = 5_000;
/**
 * Records with more values than this count as several, since a value takes at least 40 bytes.
 */
const WIDE_COLUMNS = 50;
/** Records with more text than this, in UTF-16 units, count as several too. */
const LONG_RECORD = 4_096;

/**
 * Reads the first batches, until they have this many records.
 *
 * @param wide - records with more values than this count as several
 */
export async function firstBatches<T extends { readonly values: readonly unknown[] }>(
  batches: AsyncIterator<readonly T[]>,
  enough: number,
  wide = Number.POSITIVE_INFINITY,
): Promise<(readonly T[])[]> {
  const start: (readonly T[])[] = [];
  for (let records = 0; records < enough; ) {
    const { done, value } = await batches.next();
    if (done) break;
    start.push(value);
    for (const { values } of value)
      records += Math.max(1, values.length / wide, values.join('').length / LONG_RECORD);
  }
  return start;
}

/** Returns the first records as a sample, and all records as a stream. */
export async function sampled({ batches }: RecordSource) {
  const rest = (async function* (): AsyncGenerator<readonly RawRecord[], undefined> {
    yield* batches;
  })();
  const start = await firstBatches(rest, SAMPLE_RECORDS, WIDE_COLUMNS);
  return {
    sample: start.flat(),
    batches: (async function* () {
      // Releases the batches one by one, since they may be large.
      for (let batch = start.shift(); batch !== undefined; batch = start.shift()) yield batch;
      yield* rest;
    })(),
    /** Closes the source, even if it was not read to its end. */
    end: () => rest.return(undefined),
  };
}

/** Returns the fields that may hold food names; fields of sentences or few names come last. */
export function namesFirst(
  { header, descriptionFields, textFields }: RecordSource,
  sample: readonly RawRecord[],
): readonly string[] {
  // A format with its own text fields has its own order.
  if (textFields !== undefined) return descriptionFields;
  const fields = descriptionFields.map((field) => {
    const at = header.indexOf(field);
    const cells = sample.map(({ values }) => String(values[at] ?? '').trim());
    const texts = cells.filter((text) => /\p{L}/u.test(text));
    const areNames = new Set(texts).size * 2 > sample.length;
    const areSentences = texts.filter((text) => SENTENCE.test(text)).length * 2 > texts.length;
    return { field, areNames, areSentences, length: texts.join('').length };
  });
  const shortest = Math.min(...fields.flatMap((one) => (one.areNames ? one.length : [])));
  const rankOf = ({ areNames, areSentences, length }: (typeof fields)[number]) =>
    Number(!areNames) + Number(areSentences || length > PROSE_LENGTH * shortest);
  return fields.toSorted((a, b) => rankOf(a) - rankOf(b)).map(({ field }) => field);
}

/** Matches a sentence: five words without a comma between them, and a final punctuation mark. */
export const SENTENCE = /^(?:[^\s,]+\s+){4}.*[.!?。]$/s;
/**
 * A field whose text is this many times as long as that of the shortest field of names holds
 * descriptions.
 */
const PROSE_LENGTH = 3;

/** Returns the index of a column that has the amounts' basis, often 100 g; -1 if there is none. */
export function basisColumn(header: readonly string[], sample: readonly RawRecord[]): number {
  return header.findIndex((name, at) => {
    const texts = sample.map(({ values }) => String(values[at] ?? '')).filter(Boolean);
    const isOf100 = (text: string) =>
      IS_OF_100.test(text) &&
      (Number(text.replace(',', '.')) !== 100 ||
        parseFieldName(name).plain.some((one) => BASIS_NAME.test(one)));
    // A column that few records have may be that of an ingredient.
    const share = texts.filter(isOf100).length / Math.max(texts.length, sample.length / 2);
    // In columns with other names, a few such values may be servings of 100 g.
    return share > 0.5 || (share > 0 && /^(?:basis|per|unit|reference amount)$/i.test(name));
  });
}

/**
 * Returns texts that show what a table is about: the name and value of each column that is the same
 * in all records (`per: serving`), the columns of a diary, and columns of menus such as
 * `restaurant`.
 */
export function constants(header: readonly string[], sample: readonly RawRecord[]): string[] {
  const [first, ...others] = sample;
  const same = (first?.values ?? []).flatMap((value, at) => {
    const isSame = others.every(({ values }) => values[at] === value);
    const name = header[at] ?? '';
    // A column such as "Energy per serving" says nothing about the basis of other columns.
    return isSame && !isOtherBasis(name) ? `${name}: ${value}` : [];
  });
  const diary = header.filter((name) => DIARY.test(name));
  const texts = diary.length > 1 ? [...same, `diary: ${diary.join(', ')}`] : same;
  return [...texts, ...header.filter((name) => MENU.test(name))];
}

/** Matches columns of menus and meal plans. */
const MENU = /^(?:menu|restaurant|(?:flavou?r|meal[ _]?type)$)/i;

/** Matches columns of diaries. A table with two of them has what somebody ate. */
const DIARY =
  /^(?:date|fecha|datum|day|hora|horario|time|uhrzeit|heure|meal|person|(?:user|usuario)_?id)$/i;

/**
 * Matches names of columns of available carbohydrate (without fiber), which may be far less than
 * total carbohydrate.
 */
const WITHOUT_FIBER = /avl|avail|dispon|利用可能/i;

/**
 * Refuses two columns whose amounts of a nutrient differ in most foods, as in two tables side by
 * side.
 *
 * @param map - columns that the user has chosen
 */
export function refuseConflictingColumns(
  path: string,
  columns: readonly PlannedColumn[],
  map: ColumnMap = new Map(),
  sample: readonly RawRecord[],
  marks: ColumnDecimalMarks,
): void {
  const reader = new RecordAmounts(new FindingCounts(), marks, true);
  for (const column of columns.filter((one) => isNutrient(one) && !map.has(one.name))) {
    const fields = prefer(column.fields, ({ name }) => !WITHOUT_FIBER.test(name));
    const [first, ...others] = fields.map((field) => ({
      name: field.name,
      amounts: sample.map((record) => reader.of(record, { ...column, fields: [field] }) ?? 0),
    }));
    const twin = others.find(
      ({ name, amounts }) => !isOtherBasis(name) && areDifferent(amounts, first?.amounts ?? []),
    );
    if (first === undefined || twin === undefined) continue;
    throw new ImportError(
      path,
      `its columns ${listOf([first.name, twin.name])} have different amounts. If these are two tables side by ` +
        `side, put each in its own file. Otherwise, leave both out with --map ${column.name}=, or map the right ` +
        `one with --map ${column.name}="…".`,
    );
  }
}
