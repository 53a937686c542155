import { cwd, env } from 'node:process';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { ACCEPTANCES, SOURCE_FORMATS } from '../../import/formats.ts';
import { withPasswordFile } from '../configuration/config-file.ts';

// The flags and help of `food-lookup import`: `--map`, `--encoding`, `--dry-run` and others.

/** Adds `import`, which loads what it needs only when called. */
export function addImportCommand(program: Command, onExit: (code: number) => void): void {
  const command = program
    .command('import <source> [more...]')
    .description('import foods from files, folders or https URLs into one table')
    .option('--to <database>', 'the SQLite file to write, or postgres://user@host/name')
    .option('--dry-run', 'write nothing; print how each column would be read, with three foods')
    .addOption(
      new Option('--format <name>', 'format of the source; detected if omitted').choices(
        SOURCE_FORMATS,
      ),
    )
    .option(
      '--map <column=field>',
      'fill a column from a field of the source, such as kcal=Energy:kJ; may be repeated',
      toMap,
      new Map(),
    )
    .option('--if-missing', 'import only if there is no table yet; otherwise do nothing')
    .option('--keep-old', 'keep the previous rows as table entries_old')
    .option('--sheet <name>', 'sheet of a workbook, by name or number, or table of a SQLite file')
    .option('--header-row <row>', 'row of the header; 0 if there is none', ROW)
    .option('--units-row <row>', 'row of the units; 0 if there is none', ROW)
    .option(
      '--encoding <name>',
      'encoding of a text file, such as utf-16be or shift_jis',
      toEncoding,
    )
    .addOption(
      new Option('--per <amount>', 'quantity the amounts are for').choices(['100g', 'serving']),
    )
    .addOption(
      new Option(
        '--accept <what...>',
        'import even if nutrients are missing, rows are left out, …',
      ).choices(ACCEPTANCES),
    )
    .option('--license <license>', 'record this license and the source with each food')
    .option('--strict', 'refuse the import if any data is probably wrong')
    .option('--max-expanded <bytes>', 'maximum expanded size of a compressed file', BYTES)
    .option('--json', 'print the report as JSON');
  addProductOptions(command).action(async (source: string, otherSources: string[], options) => {
    const { to, dryRun, strict, ifMissing, keepOld, maxExpanded, json, changes, ...reading } =
      options;
    if (to === undefined && dryRun !== true) {
      program.error(NO_TARGET, { code: 'commander.missingMandatoryOptionValue' });
    }
    const { runImport } = await import('./import.ts');
    onExit(
      await runImport({
        ...reading,
        source,
        otherSources,
        to: dryRun === true ? undefined : withPasswordFile(to, { env, folder: cwd() }),
        ifMissing: ifMissing === true,
        isStrict: strict === true,
        keepOld: keepOld === true,
        isChanges: changes === true,
        maxExpandedBytes: maxExpanded,
        isJson: json === true,
      }),
    );
  });
}

function addProductOptions(command: Command): Command {
  return command
    .option(
      '--countries <names>',
      'Open Food Facts: only products sold in these countries, such as germany,austria',
      toList,
    )
    .option(
      '--names-in <languages>',
      'Open Food Facts: names in these languages first, such as de,en',
      toList,
    )
    .option(
      '--changes',
      'Open Food Facts: replace only products newer than the latest change in the table',
    );
}

const NO_TARGET = "error: required option '--to <database>' not specified; --dry-run needs none";

function toMap(text: string, known: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const [column = '', ...field] = text.split('=');
  if (column === '' || field.length === 0) {
    throw new InvalidArgumentError('Use column=field, such as kcal="Energy (kcal)".');
  }
  // Columns without names are given by number: 1=description.
  const isNumber = /^\d+$/.test(column);
  const [to, from] = isNumber ? [field.join('='), column] : [column, field.join('=')];
  return new Map([...known, [to === 'key' ? 'code' : to, from]]);
}

function toList(text: string): readonly string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
}

/** Returns a function that reads a whole number from a flag. */
export function wholeNumber(min: number, max: number, hint: string) {
  return (text: string): number => {
    const number = Number(text);
    if (Number.isSafeInteger(number) && number >= min && number <= max) return number;
    throw new InvalidArgumentError(hint);
  };
}

const MAX_INTEGER = Number.MAX_SAFE_INTEGER;
const BYTES = wholeNumber(1, MAX_INTEGER, 'Use a whole number of bytes.');
const ROW = wholeNumber(0, MAX_INTEGER, 'Use the number of a row, from 1, or 0 for none.');

function toEncoding(text: string): string {
  // The Encoding Standard lacks these, which some food tables use.
  const [, page] = /^(?:cp|ibm)-?(737|85[027]|86[012])$/i.exec(text) ?? [];
  if (page !== undefined) return `cp${page}`;
  if (/^x-mac-(?:ce|icelandic|turkish)$/i.test(text)) return text.toLowerCase();
  try {
    return new TextDecoder(text).encoding;
  } catch {
    throw new InvalidArgumentError(
      'Use a name such as utf-8, utf-16be, windows-1252, gb18030 or shift_jis.',
    );
  }
}
