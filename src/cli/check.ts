import { stdout } from 'node:process';
import { checkEntries } from '../import/check-entries.ts';
import { type ConfigurationSources, readConfiguration } from './configuration.ts';
import { findingLines } from './import-report-text.ts';
import { writeJson } from './json-output.ts';

/** Prints what a table has, what of it can be served and looked up, and what is odd in it. */
export async function checkDatabase(sources: ConfigurationSources, isJson: boolean): Promise<void> {
  const { settings, database } = await readConfiguration(sources);
  try {
    const { store, snapshot } = await database.open();
    const { columns, fields, report } = await checkEntries(
      store.name,
      snapshot,
      settings.source.key,
    );
    if (isJson) {
      writeJson({ database: store.name, columns, fields, ...report });
      return;
    }
    const unnamed = report.read - report.kept;
    stdout.write(
      [
        `${store.name}: ${report.read.toLocaleString('en')} foods, ${columns.length} columns`,
        `search: ${report.kept.toLocaleString('en')} of them by name${unnamed > 0 ? `, ${unnamed} have none that can be used` : ''}`,
        report.key === undefined
          ? 'look-up: none, since no key is unique; name one with --key'
          : `look-up: by ${report.key}`,
        `fields: ${fields.join(', ')}; offer some with --fields`,
        ...findingLines(report),
        '',
      ].join('\n'),
    );
  } finally {
    await database.close();
  }
}
