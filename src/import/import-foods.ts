import type { EntryTable } from '../catalog/entry-table.ts';
import { type Nutrient, readNutrients } from '../catalog/nutrients.ts';
import { readTable } from '../catalog/sqlite/read-table.ts';
import { type ColumnMap, type PlannedColumn, planColumns } from './column-plan.ts';
import { type DetectedFormat, detectFormat } from './detect-format.ts';
import { openFdcCsv } from './fdc-csv.ts';
import { openFdcJson } from './fdc-json.ts';
import { FoodCleaner } from './food-cleaner.ts';
import { FORMAT_TITLES, type Format } from './formats.ts';
import { ImportError } from './import-error.ts';
import { FindingCounts, type ImportReport, NOTES, type Rule, SKIPS } from './import-report.ts';
import { readJsonArray, readJsonLines } from './json-objects.ts';
import { openJsonTable } from './json-table.ts';
import { openFoodFactsFields, openProducts } from './open-food-facts.ts';
import type { RecordSource } from './record-source.ts';
import { listSourceFiles, type SourceFile } from './source-files.ts';
import { namedFields, openTable } from './table-source.ts';
import { decodeText, withoutMark } from './text-decoding.ts';

/** What a compressed file may expand to, unless more is allowed: 64 GiB. */
export const DEFAULT_MAX_EXPANDED_BYTES = 2 ** 36;

export interface ImportOptions {
  /** Default: recognized by the contents. */
  readonly format?: Format | undefined;
  /** Columns to fill from fields of other names: `kcal` from `Energy (kcal)`. */
  readonly map?: ColumnMap | undefined;
  /** Refuses data with anything odd in them, where otherwise it is only reported. */
  readonly isStrict?: boolean | undefined;
  readonly maxExpandedBytes?: number | undefined;
  /** Told now and then how many foods have been read. */
  readonly onProgress?: ((read: number) => void) | undefined;
}

/** What was read is not to be served. Nothing was written. */
export class ImportRefusedError extends ImportError {
  /** Says why. */
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
 * @throws ImportError where the source cannot be read; ImportRefusedError where no food can be kept,
 * and in strict mode where anything is odd
 */
export async function importFoods(
  path: string,
  write: (table: EntryTable) => Promise<number>,
  options: ImportOptions = {},
): Promise<ImportReport> {
  const { files, close } = await listSourceFiles(
    path,
    options.maxExpandedBytes ?? DEFAULT_MAX_EXPANDED_BYTES,
  );
  try {
    const detected = await detectFormat(path, files, options.format);
    const nutrients = readNutrients();
    const findings = new FindingCounts();
    const source = await openSource(path, files, detected, nutrients, findings);
    const columns = planColumns(path, source, nutrients, options.map);
    noteColumns(columns, findings);
    noteRepeated(source.header, columns, findings);
    const key = source.keyFields.find((field) => columns.some(({ name }) => name === field));
    // In tables that separate their fields by semicolons or tabs, commas are decimal.
    const isCommaDecimal = 'delimiter' in detected && detected.delimiter !== ',';
    const cleaner = new FoodCleaner(columns, key, findings, isCommaDecimal);
    const reportOf = (kept: number): ImportReport => ({
      format: FORMAT_TITLES[detected.format],
      read: cleaner.read + findings.countOf(SKIPPED_BY_READERS),
      kept,
      skipped: findings.of(SKIPS),
      findings: findings.of(NOTES),
      nulls: Object.fromEntries(columns.map(({ name }, i) => [name, cleaner.nulls[i] ?? 0])),
      key,
    });
    const kept = await write({
      columns,
      batches: (async function* () {
        let count = 0;
        for await (const records of source.batches) {
          const rows = cleaner.clean(records);
          options.onProgress?.(cleaner.read);
          count += rows.length;
          yield rows;
        }
        if (cleaner.read === 0) throw new ImportError(path, 'it has no foods.');
        // Thrown where the writer still waits for rows, so that it gives the table up.
        if (count === 0) {
          const reason = 'none of its foods can be kept. Name other columns with --map.';
          throw new ImportRefusedError(path, reason, reportOf(count));
        }
        if (options.isStrict && !findings.isClean) {
          const reason = 'it contains unusual data, which --strict rejects.';
          throw new ImportRefusedError(path, reason, reportOf(count));
        }
      })(),
    });
    return reportOf(kept);
  } finally {
    close();
  }
}

async function openSource(
  path: string,
  files: readonly SourceFile[],
  detected: DetectedFormat,
  nutrients: readonly Nutrient[],
  findings: FindingCounts,
): Promise<RecordSource> {
  const { file } = detected;
  const text = (from: SourceFile) =>
    decodeText(from.read(), (line) => findings.add('not-utf-8', 0, () => line.trim()));
  switch (detected.format) {
    case 'fdc-csv': {
      const open = (name: string) => {
        const found = files.find((one) => one.name === `${name}.csv`);
        return found === undefined ? undefined : text(found);
      };
      return openFdcCsv(path, open, nutrients, findings);
    }
    case 'fdc-json':
      return openFdcJson(readJsonArray(path, withoutMark(file.read())), nutrients, findings);
    case 'off-csv': {
      const dialect = { delimiter: detected.delimiter, isQuoted: false };
      const table = await openTable(path, text(file), dialect, findings);
      return { ...openFoodFactsFields(table.header), batches: table.batches };
    }
    case 'off-jsonl':
      return openProducts(readJsonLines(path, withoutMark(file.read())), nutrients, findings);
    case 'csv':
      return openTable(
        path,
        text(file),
        { delimiter: detected.delimiter, isQuoted: true },
        findings,
      );
    case 'json':
      return openJsonTable(readJsonArray(path, withoutMark(file.read())), findings);
    case 'jsonl':
      return openJsonTable(readJsonLines(path, withoutMark(file.read())), findings);
    case 'sqlite': {
      if (file.isPacked) {
        throw new ImportError(path, 'a SQLite file is read in place. Unpack it first.');
      }
      const { header, batches } = readTable(file.path);
      let place = 0;
      return {
        ...namedFields(header),
        batches: (function* () {
          for (const rows of batches) {
            yield rows.map((values) => {
              place += 1;
              return { place, values };
            });
          }
        })(),
      };
    }
  }
}

/** Notes what the columns themselves show: missing ones, and amounts per serving. */
export function noteColumns(columns: readonly PlannedColumn[], findings: FindingCounts): void {
  for (const { name, type, fields } of columns) {
    if (fields.length === 0) findings.add('no-column', 0, () => name);
    const [field] = fields;
    if (type === 'number' && field !== undefined && PER_SERVING.test(field.name)) {
      findings.add('per-serving', 0, () => `${name} from ${field.name}`);
    }
  }
}

/** Notes the names of fields that are read and occur more than once. */
function noteRepeated(
  header: readonly string[],
  columns: readonly PlannedColumn[],
  findings: FindingCounts,
): void {
  const names = new Set(columns.flatMap(({ fields }) => fields.map(({ name }) => name)));
  for (const name of names) {
    if (header.indexOf(name) === header.lastIndexOf(name)) continue;
    findings.add('repeated-column', 0, () => name);
  }
}

/** These records never reach the cleaner, which counts the others. */
const SKIPPED_BY_READERS: readonly Rule[] = ['not-a-food', 'not-an-object'];

const PER_SERVING = /per[ _-]?(serving|portion)|[_/ ]serving$/i;
