import { stdout } from 'node:process';
import { checkEntries } from './check-entries.ts';
import { readConfiguration } from './configuration/configuration.ts';
import type { ConfigurationSources } from './configuration/gather-options.ts';
import { findingLines } from './import/import-report-text.ts';
import { writeJson } from './output.ts';

// `food-lookup check`: prints what a table has, what can be served and looked up, and what is odd.

const CHECK_TITLES = { skipped: 'an import would skip', found: 'an import would note' };

/** Prints what a table has, which part can be served and looked up, and what is odd. */
export async function checkDatabase(sources: ConfigurationSources, isJson: boolean): Promise<void> {
  const { settings, database } = await readConfiguration(sources);
  try {
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
      key === undefined ? 'no key column is unique; name one with --key' : `"${key}" is not unique`;
    stdout.write(
      [
        `${store.name}: ${report.read.toLocaleString('en')} foods, ${columns.length} columns`,
        `search: ${searchable.toLocaleString('en')} of them by name${unnamed > 0 ? `; ${unnamed.toLocaleString('en')} have no usable name` : ''}`,
        report.key === undefined ? `lookup: none, because ${noKey}` : `lookup: by ${report.key}`,
        `fields: ${fields.join(', ')}; offer some with --fields`,
        ...findingLines(report, CHECK_TITLES),
        '',
      ].join('\n'),
    );
  } finally {
    await database.close();
  }
}
