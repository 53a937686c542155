import { stdout } from 'node:process';
import type { EntrySnapshot } from '../catalog/entry-store.ts';
import { readNutrients } from '../catalog/nutrients.ts';
import { ExtraColumns, possibleFields } from '../catalog/table/extra-columns.ts';
import { plainValue } from '../food/decimal.ts';
import { ENTRY_COLUMNS, searchableText } from '../food/entry.ts';
import { FoodCleaner } from '../import/food-cleaner.ts';
import { columnSources, noteColumns } from '../import/import-foods.ts';
import { FindingCounts, type ImportReport, NOTES, SKIPS } from '../import/import-report.ts';
import { ColumnDecimalMarks } from '../import/table/column-marks.ts';
import { planColumns } from '../import/table/column-plan.ts';
import { namedFields } from '../import/table/table-source.ts';
import { readConfiguration } from './configuration/configuration.ts';
import type { ConfigurationSources } from './configuration/gather-options.ts';
import { findingLines } from './import/format-report.ts';
import { writeJson } from './output.ts';

// The command `food-lookup check`.

const CHECK_TITLES = { skipped: 'an import would skip', found: 'an import would note' };

/**
 * Prints how many columns a table has (with `--json`, their names), what can be served and looked
 * up, and unusual data.
 */
export async function checkDatabase(sources: ConfigurationSources, isJson: boolean): Promise<void> {
  const { settings, ...configured } = await readConfiguration(sources);
  await using database = configured.database;
  const { store, snapshot } = await database.open();
  const { key } = settings.source;
  const { report, ...served } = await checkEntries(store.name, snapshot, key);
  if (isJson) {
    writeJson({ database: store.name, ...served, ...report });
    return;
  }
  const { columns, fields, searchable } = served;
  const unnamed = report.read - searchable;
  const noKey =
    key === undefined ? 'no unique column was found; set --key' : `"${key}" is not unique`;
  stdout.write(
    [
      `${store.name}: ${report.read.toLocaleString('en')} foods, ${columns.length} columns`,
      `search: ${searchable.toLocaleString('en')} of them by name${unnamed > 0 ? `; without a usable name: ${unnamed.toLocaleString('en')}` : ''}`,
      report.key === undefined ? `lookup: none, because ${noKey}` : `lookup: by ${report.key}`,
      `fields: ${fields.join(', ')}; offer some with --fields`,
      ...findingLines(report, CHECK_TITLES),
      '',
    ].join('\n'),
  );
}

/**
 * Reads a whole table and applies the import's rules to it, without changing anything. Findings
 * name row numbers.
 *
 * @returns the columns, the fields that `--fields` can offer, how many entries can be found by
 * description, and a report that includes the key column
 *
 * @param namedKey the column to look up by; by default, the usual names are tried
 */
export async function checkEntries(
  name: string,
  snapshot: Pick<EntrySnapshot, 'columns' | 'read'>,
  namedKey?: string,
) {
  const isEntryColumn = (column: string) =>
    ENTRY_COLUMNS.some((needed) => needed === column.toLowerCase());
  const others = snapshot.columns.filter((column) => !isEntryColumn(column));
  const header = [...ENTRY_COLUMNS, ...others];
  const findings = new FindingCounts();
  const source = { ...namedFields(header), descriptionFields: ['description'], batches: [] };
  const columns = planColumns(name, source, readNutrients());
  noteColumns(columns, findings);
  const marks = new ColumnDecimalMarks(name, header, columns, []);
  const cleaner = new FoodCleaner(columns, undefined, findings, marks);
  // The key is chosen by the same code as when serving.
  const extra = new ExtraColumns(snapshot.columns, { key: namedKey });
  const keyFields = extra.columns.filter((column) => !others.includes(column));
  const asked = [...others, ...keyFields];
  const keyIndexes = extra.columns.map((column) => asked.indexOf(column));
  let place = 0;
  let kept = 0;
  let searchable = 0;
  const onInvalid = (row: number) => findings.add('invalid-text', () => '', row);
  for await (const batch of snapshot.read({ fields: asked, onInvalid })) {
    const records = batch.map(({ entry, fields }) => {
      place += 1;
      if (searchableText(entry.description)) searchable += 1;
      extra.add({ entry, fields: keyIndexes.map((at) => fields[at] ?? null) });
      const values = [...ENTRY_COLUMNS.map((column) => entry[column]), ...fields];
      return { place, values: values.map(plainValue) };
    });
    kept += cleaner.clean(records).length;
  }
  const report: ImportReport = {
    format: 'entries',
    read: cleaner.read + findings.countOf(['invalid-text']),
    kept,
    columns: columnSources(columns),
    skipped: findings.of(SKIPS),
    findings: findings.of(NOTES),
    nulls: cleaner.nulls,
    key: extra.build().key?.column,
  };
  const fields = possibleFields(snapshot.columns);
  return { columns: snapshot.columns, fields, searchable, report };
}
