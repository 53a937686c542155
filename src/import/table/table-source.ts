import type { Nutrient, SourceField } from '../../catalog/nutrients.ts';
import { KEY_NAMES } from '../../catalog/table/extra-columns.ts';
import { unitFactor } from '../../food/nutrient-units.ts';
import { FRACTION, isAmountText } from '../cell-amount.ts';
import type { CsvRecord } from '../files/csv-records.ts';
import { ImportError } from '../import-error.ts';
import type { FindingCounts } from '../import-report.ts';
import { checkWidth, isFilled, nameLike, onlyText, type RecordSource } from '../record-source.ts';
import { firstBatches } from '../sample.ts';
import { isPer100, namesOf, parseFieldName, prefer, unitIn } from './column-names.ts';
import { listOf } from './column-plan.ts';
import { MIN_FOODS } from './odd-foods.ts';
import { findLayout, LAYOUT_ROWS, type LayoutOptions, unitOf } from './table-layout.ts';

// Reads any table of rows by its column names. Refuses tables without a header, or with a wrong
// `--units-row`.

interface OpenTableOptions extends LayoutOptions {
  readonly isMapped?: boolean;
  /** Whether values are always in their own columns, even in short rows, as in a workbook. */
  readonly isAligned?: boolean;
}

/**
 * Opens any table of rows. Its columns are recognized by the names in `data/nutrients.csv` (column
 * name, title, INFOODS tagname) and in `data/column-names.tsv`, ignoring case, with or without a
 * unit.
 *
 * @param name - the file, for errors
 * @throws ImportError if it has no header and no columns are mapped
 */
export async function openTable(
  name: string,
  batches: AsyncGenerator<readonly CsvRecord[]>,
  findings: FindingCounts,
  options: OpenTableOptions = {},
): Promise<RecordSource> {
  const start = (await firstBatches(batches, LAYOUT_ROWS)).flat();
  const first = start.slice(0, LAYOUT_ROWS);
  refuseRows(name, first, options);
  for (const { values } of first) checkWidth(name, values.length);
  const layout = findLayout(first, options);
  // Distinguishes columns with the same name.
  const header = layout.header.map((one, i, all) => (all.indexOf(one) === i ? one : `${one} (2)`));
  if (!layout.hasHeader && options.isMapped !== true && header.length > 0) {
    throw new ImportError(
      name,
      `it has no header. Map its columns by number, as in --map description=1 ` +
        `--map kcal=…. Its first row is ${listOf(start[0]?.values.slice(0, 6) ?? [])}.`,
    );
  }
  const isFood = ({ values }: CsvRecord) => values.filter((one) => FRACTION.test(one)).length > 1;
  if (options.headerRow === undefined && first.slice(0, layout.rowsBefore).some(isFood))
    throw new ImportError(name, 'it has foods above its header. Move the header to the first row.');
  const foods = start.slice(layout.rowsBefore);
  return {
    ...namedFields(header, foods),
    titles: layout.titles,
    batches: (async function* () {
      const { fitting, refuseCut } = fieldCheck(name, header.length, foods, findings);
      const rowsOf = options.isAligned ? (batch: Rows) => batch : fitting;
      yield rowsOf(foods);
      let last = foods.at(-1);
      for await (const batch of batches) {
        last = batch.at(-1) ?? last;
        yield rowsOf(batch);
      }
      if (last !== undefined) refuseCut(last);
    })(),
  };
}

/** Refuses row numbers beyond the end, and a units row without units, which may be a food. */
function refuseRows(
  name: string,
  rows: readonly CsvRecord[],
  { headerRow = 0, unitsRow = 0 }: LayoutOptions,
): void {
  const [row, flag] = [Math.max(headerRow, unitsRow), headerRow < unitsRow ? 'units' : 'header'];
  if (row > rows.length) {
    throw new ImportError(name, `--${flag}-row ${row} is not among its first ${rows.length} rows.`);
  }
  const units = rows[unitsRow - 1]?.values;
  if (units === undefined || units.some((cell) => unitOf(cell.trim()) !== undefined)) return;
  throw new ImportError(
    name,
    `its row ${unitsRow}, which --units-row names, has no units. It has ${units.map((cell) => JSON.stringify(cell)).join(', ')}.`,
  );
}

/**
 * Returns how the columns of a table are recognized by name.
 *
 * @param foods - some rows, in which to find food names if their column is unnamed
 */
export function namedFields(
  header: readonly string[],
  foods: readonly CsvRecord[] = [],
): Omit<RecordSource, 'batches'> {
  const parsed = header.map((name) => ({ name, ...parseFieldName(name) }));
  // `P, F, C` mean protein, fat and carbohydrate, unless there are common tagnames such as `NA`.
  const hasTags = header.some((name) => /\b(?:na|ca|fe|mg|zn)\b/i.test(name));
  const fieldsNamed = (column: string): readonly SourceField[] => {
    // A percentage of water always refers to the food, and g/ml means g or ml of a serving.
    const isWhole = /^(?:water_g|gmwt_\d)$/.test(column);
    return namesOf(column)
      .flatMap((one) =>
        parsed
          .filter(({ name, plain }) => plain.includes(one) && isTag(one, name, hasTags))
          // `Protein (g)` is better than `Protein (g) (old)`.
          .toSorted((a, b) => a.plain.indexOf(one) - b.plain.indexOf(one)),
      )
      .map(({ name, unit = '' }) => ({ name, unit: isWhole ? unit.replace('%', 'g') : unit }));
  };
  const keys = KEY_NAMES.flatMap((key) => header.filter((name) => name.toLowerCase() === key));
  const described = [...new Set(fieldsNamed('description').map(({ name }) => name))];
  return {
    header,
    descriptionFields:
      described.length > 0
        ? described
        : nameLike(header, foods).filter((name) => /^column \d+$/.test(name)),
    // A field with a unit is not a key: `ID` in µg is iodine.
    keyFields: [...keys, ...fieldsNamed('code').flatMap((f) => (f.unit ? [] : f.name))],
    fieldsOf: ({ column, unit: own = '' }: Nutrient) => {
      const all = fieldsNamed(column).map(({ name, unit }) => ({ name, unit: unit || own }));
      const fitting = all
        .filter(({ name }, i) => all.findIndex((one) => one.name === name) === i)
        .filter(({ unit }) => own === '' || unitFactor(unit, own) !== undefined)
        .toSorted((a, b) => Number(a.unit !== own) - Number(b.unit !== own));
      // Amounts per serving, and energy that may be in kJ, must not fill gaps in other fields. In
      // some tables, energy without a unit is in kJ, unless its name mentions calories.
      const isCertain = ({ name }: SourceField) =>
        own !== 'kcal' || /cal|кал|卡/i.test(name) || unitIn(name) !== undefined;
      const certain = fitting.some((one) => one.unit === own && isCertain(one));
      return prefer(certain ? fitting.filter(isCertain) : fitting, ({ name }) => isPer100(name));
    },
  };
}

/**
 * Checks whether a field name such as `K` or `MG` is a tagname: `k` may stand for kcal, and
 * `mg/100g` is a unit.
 */
function isTag(name: string, field: string, hasTags: boolean): boolean {
  if (!/^(?:[a-z]|mg)$/.test(name)) return true;
  return field.includes(name.toUpperCase()) && (hasTags || name === 'mg');
}

/**
 * Short records usually lack fields at their end. But if fewer than one record in this many is
 * short, or other records end in an empty field, a short record probably lacks a field in the
 * middle, which shifts its values.
 */
const SHORT_ONE_IN = 3;

/** Matches the text of a note: `* estimated`, `Source: …`. */
const NOTE = /^[^\p{L}].*\p{L}|:|\.$/u;

/** Matches a row with different separators, which is then a single field. */
const WHOLE_ROW = /(?:[\t;|,] *"?[\d.]+){3}/;

type Rows = readonly CsvRecord[];

/**
 * Returns a filter that leaves out records whose values may be shifted (with more fields than the
 * header, or fewer than nearly all other records), and a check that refuses a cut-off file.
 *
 * @param width - how many fields the header has
 */
function fieldCheck(name: string, width: number, start: Rows, findings: FindingCounts) {
  const short = start.filter(({ values }) => values.length > 1 && values.length < width);
  const hasAmounts = start.some(({ values }) => isAmountText(values[width - 1] ?? ''));
  const areWhole =
    short.length * SHORT_ONE_IN < start.length ||
    start.some(({ values }) => values.length === width && values[width - 1] === '');
  const longer = start.filter(({ values }) => values.length > width);
  // Rows may have an empty field after a final separator.
  const usual = longer.length * 2 > start.length ? (longer[0]?.values.length ?? width) : width;
  // A row that begins with a fraction continues the row above.
  const isCutShort = ([first = '', ...others]: readonly string[]): boolean =>
    others.length > 0 ? areWhole || FRACTION.test(first) : WHOLE_ROW.test(first);
  /** How many rows have an empty last field. */
  let empty = 0;
  const isFitting = ({ place, values }: CsvRecord): boolean => {
    if (values[width - 1] === '') empty += 1;
    if (values.length === width) return true;
    const isShort = values.length < width;
    const isShifted = isShort
      ? isCutShort(values)
      : values.length > usual || values.slice(width).some(isFilled);
    if (isShifted || isShort) {
      const text = () => `${values.length} of ${width} fields: ${values.slice(0, 3).join(' | ')}`;
      findings.add(isShifted ? 'shifted' : 'field-count', text, place);
    }
    return !isShifted;
  };
  const refuseCut = ({ place, values, isUnended = false }: CsvRecord): void => {
    const lone = onlyText(values);
    const isNote = lone !== undefined && (!isUnended || NOTE.test(lone));
    const isOnly = findings.countOf(['field-count', 'shifted']) === 1 && values.length < width;
    // The row ends in a separator, so its last amount is empty, unlike in all other rows.
    const isEmpty = isUnended && empty === 1 && values[width - 1] === '';
    const isCut = isOnly && !isNote && (isUnended || place > MIN_FOODS);
    const isLost = isEmpty && hasAmounts && isFilled(values[width - 2]) && place > 3 * MIN_FOODS;
    if (!isLost && !isCut) return;
    throw new ImportError(name, 'its last row is cut off. Get the file again, or remove the row.');
  };
  return { fitting: (batch: Rows) => batch.filter(isFitting), refuseCut };
}
