import type { EntryTable } from '../catalog/entry-store.ts';
import { type Nutrient, readNutrients } from '../catalog/nutrients.ts';
import { FATTY_ACID_COLUMNS } from '../food/entry.ts';
import { acceptableFault } from './acceptable-faults.ts';
import { type DetectOptions, detectFormat } from './detect-format.ts';
import { listSourceFiles } from './files/source-files.ts';
import { FoodCleaner } from './food-cleaner.ts';
import { openSource, type TableOptions } from './format-readers.ts';
import { type Acceptance, FORMAT_TITLES, SOURCE_FORMATS } from './formats.ts';
import { ImportError } from './import-error.ts';
import type { ColumnSource, ImportReport, Rule } from './import-report.ts';
import { DECISIONS, FindingCounts, NOTES, SKIPS } from './import-report.ts';
import { SERVING_WEIGHT, servingWeight, WEIGHT_IN_TEXT } from './record-amounts.ts';
import type { RawRecord, RecordSource } from './record-source.ts';
import { basisColumn, constants, namesFirst, refuseConflictingColumns, sampled } from './sample.ts';
import { ColumnDecimalMarks } from './table/column-marks.ts';
import { isPer100 } from './table/column-names.ts';
import { isNutrient, keyColumn, type PlannedColumn, planColumns } from './table/column-plan.ts';
import { MIN_FOODS } from './table/odd-foods.ts';
import { TableCheck } from './table/table-check.ts';

// Runs the steps of an import, and decides when all of it is refused (`--strict`, no foods).

export interface ImportOptions extends TableOptions, DetectOptions {
  /**
   * Whether to refuse odd data instead of only reporting it. Data that may be correct is only
   * reported.
   */
  readonly isStrict?: boolean | undefined;
  /**
   * The quantity that the amounts are for, if known. Amounts per serving are converted to 100 g if
   * a column has the serving weight, and otherwise kept unchanged.
   */
  readonly per?: '100g' | 'serving' | undefined;
  readonly maxExpandedBytes?: number | undefined;
  /** Faults to accept, for which the import would otherwise be refused. */
  readonly accept?: readonly Acceptance[] | undefined;
  /** Returns how many foods the existing table has; called at the end. */
  readonly countExisting?: (() => Promise<number>) | undefined;
  /** Called occasionally with the number of records read. */
  readonly onProgress?: ((read: number) => void) | undefined;
}

/** Thrown if the data could be read but must not be served. Nothing was written. */
export class ImportRefusedError extends ImportError {
  /** Details of what was found. */
  readonly report: ImportReport;

  constructor(path: string, reason: string, report: ImportReport) {
    super(path, `${reason} Nothing was written.`);
    this.report = report;
  }
}

/**
 * Imports foods from a file, folder or archive.
 *
 * @param write - writes the table, such as `writeEntries` of a store
 * @throws ImportError if the source cannot be read; ImportRefusedError if no food can be kept or
 *   the table is faulty, and in strict mode if anything is odd
 */
export async function importFoods(
  path: string,
  write: (table: EntryTable, format: string) => Promise<number>,
  options: ImportOptions = {},
): Promise<ImportReport> {
  const { files, close } = await listSourceFiles(path, options.maxExpandedBytes);
  let onEnd: () => Promise<unknown> = async () => {};
  try {
    const detected = await detectFormat(path, files, options);
    const [nutrients, findings] = [readNutrients(), new FindingCounts()];
    const source = await openSource(path, files, detected, nutrients, findings, options);
    const { sample, batches, end } = await sampled(source);
    onEnd = end;
    const named = { ...source, descriptionFields: namesFirst(source, sample) };
    const columns = plannedColumns(path, named, nutrients, options, sample);
    noteColumns(columns, findings);
    const key = keyColumn(columns, source);
    const marks = new ColumnDecimalMarks(path, source.header, columns, sample, detected.delimiter);
    const evidence = PER_100_G.includes(detected.format) ? 'format' : basisOf(options.per, columns);
    if (evidence !== 'format') refuseConflictingColumns(path, columns, options.map, sample, marks);
    const basis = evidence === undefined ? basisColumn(source.header, sample) : -1;
    const cleaner = new FoodCleaner(columns, key, findings, marks, options.per, basis);
    cleaner.noteBasis(...(source.titles ?? []), ...constants(source.header, sample));
    const check = new TableCheck(columns, basis < 0 ? evidence : 'names', findings, options.accept);
    const reportOf = (kept: number): ImportReport => ({
      format: FORMAT_TITLES[detected.format],
      read: cleaner.read + findings.countOf(SKIPPED_BY_READERS),
      kept,
      columns: columnSources(columns),
      skipped: findings.of(SKIPS),
      findings: findings.of({ ...NOTES, ...DECISIONS }),
      nulls: check.nulls,
      // Only a column without repeated values can serve as the key.
      key: findings.countOf(['repeated-key']) === 0 ? key : undefined,
      language: cleaner.language.setting,
    });
    async function* rowsOf() {
      let count = 0;
      for await (const records of batches) {
        const rows = cleaner.clean(records);
        options.onProgress?.(cleaner.read);
        count += rows.length;
        yield check.fitting(rows);
      }
      // Thrown before the writer has all rows, so that it discards the table.
      const refuse = (reason: string) => new ImportRefusedError(path, reason, reportOf(count));
      if (reportOf(count).read === 0)
        throw new ImportError(path, 'it has no foods. Use a file that has some.');
      if (count === 0) throw refuse('none of its foods can be kept. Map other columns with --map.');
      noteFat(cleaner.nulls, count, findings);
      const fault =
        cleaner.fault ??
        acceptableFault(options.accept ?? [], {
          kept: count,
          lost: cleaner.lost + findings.countOf(LOST_BY_READERS),
          columns,
          map: options.map ?? new Map(),
          header: source.header,
          nulls: cleaner.nulls,
          unreadable: cleaner.amounts.unreadable,
          existing: (await options.countExisting?.()) ?? 0,
        }) ??
        check.fault(cleaner);
      if (fault !== undefined) throw refuse(fault);
      if (options.isStrict && findings.of({ ...SKIPS, ...NOTES }).length > 0)
        throw refuse('it contains unusual data, which --strict rejects.');
    }
    return reportOf(await write({ columns, batches: rowsOf() }, FORMAT_TITLES[detected.format]));
  } finally {
    await onEnd();
    close();
  }
}

/** Plans the columns. With `per: 'serving'`, the weights may be in the descriptions of servings. */
function plannedColumns(
  path: string,
  source: RecordSource,
  nutrients: readonly Nutrient[],
  { map = new Map(), per }: ImportOptions,
  sample: readonly RawRecord[],
): readonly PlannedColumn[] {
  const plan = (all = map) => planColumns(path, source, nutrients, all, sample);
  const columns = plan();
  const isKnown = map.has(SERVING_WEIGHT) || servingWeight(columns) >= 0;
  if (per !== 'serving' || isKnown) return columns;
  const text = columns.find(({ name }) => name === 'gmwt_desc1')?.fields[0];
  const texts = sample.map(({ values }) => String(values[text?.index ?? -1]));
  if (text === undefined || !texts.every((one) => WEIGHT_IN_TEXT.test(one))) return columns;
  return plan(new Map([...map, [SERVING_WEIGHT, text.name]]));
}

/**
 * Returns how the basis of the amounts is known: from an option, or from column names or a
 * conversion (`names`); `undefined` if it is unknown.
 */
function basisOf(per: ImportOptions['per'], columns: readonly PlannedColumn[]) {
  const isConverted = per === 'serving' && servingWeight(columns) >= 0;
  if (!isConverted && per !== undefined) return per;
  const named = columns.filter((one) => isNutrient(one) || one.name === 'description');
  const isStated = named.some(({ fields }) => fields.some(({ name }) => isPer100(name)));
  return isConverted || isStated ? 'names' : undefined;
}

/** Formats whose amounts are per 100 g, apart from errors in the data. */
const PER_100_G = SOURCE_FORMATS.filter((format) => /^(?:fdc|off)-|^long$/.test(format));

/** Lists where each column of a table comes from. */
export function columnSources(columns: readonly PlannedColumn[]): ColumnSource[] {
  return columns.map(({ name, unit, fields }) => ({
    column: name,
    unit,
    from: fields.map(({ name: field, factor }) => ({ field, factor })),
  }));
}

/**
 * Reports that no food has fatty acids. The table may be right, but responses will say that `fat_g`
 * is 0.
 */
function noteFat(nulls: ImportReport['nulls'], count: number, findings: FindingCounts): void {
  if (count >= MIN_FOODS && FATTY_ACID_COLUMNS.every((column) => nulls[column] === count))
    findings.add('no-fatty-acids', () => FATTY_ACID_COLUMNS.join(', '));
}

/** Reports which columns are missing. */
export function noteColumns(columns: readonly PlannedColumn[], findings: FindingCounts): void {
  for (const { name } of columns.filter(({ fields }) => fields.length === 0))
    findings.add('no-column', () => name);
}

/** The rules by which readers drop foods, so that the cleaner never sees or counts them. */
const LOST_BY_READERS: readonly Rule[] = ['not-an-object', 'shifted'];
/** All rules by which readers skip records, including records that are not foods. */
const SKIPPED_BY_READERS: readonly Rule[] = ['not-a-food', 'other-country', ...LOST_BY_READERS];
