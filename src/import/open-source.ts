import type { Nutrient } from '../catalog/nutrients.ts';
import { readTable } from '../catalog/sqlite/read-table.ts';
import type { DetectedFormat } from './detect-format.ts';
import { openFdcCsv } from './fdc-csv.ts';
import { openFdcJson } from './fdc-json.ts';
import { ImportError } from './import-error.ts';
import type { FindingCounts } from './import-report.ts';
import { readJsonArray, readJsonLines } from './json-objects.ts';
import { openJsonTable } from './json-table.ts';
import { openProducts, openProductTable } from './open-food-facts.ts';
import type { RecordSource } from './record-source.ts';
import type { SourceFile } from './source-files.ts';
import { namedFields, openTable } from './table-source.ts';
import { decodeText, withoutMark } from './text-decoding.ts';

/** Opens what was detected with the reader of its format. */
export async function openSource(
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
      // Only its own export, separated by tabs, has quotes as text.
      const dialect = { delimiter: detected.delimiter, isQuoted: detected.delimiter !== '\t' };
      const table = await openTable(path, text(file), dialect, findings);
      return openProductTable(table);
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
      return openJsonTable(() => readJsonArray(path, withoutMark(file.read())), findings);
    case 'jsonl':
      return openJsonTable(() => readJsonLines(path, withoutMark(file.read())), findings);
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
