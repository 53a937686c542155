import { type Command, InvalidArgumentError, Option } from 'commander';
import { FORMATS } from '../import/formats.ts';

/** Adds `import`, which loads what it needs when it is called. */
export function addImportCommand(program: Command, onExit: (code: number) => void): void {
  program
    .command('import <source>')
    .description('import foods from a file, a folder or an https address')
    .requiredOption('--to <database>', 'the SQLite file to write, or postgres://user@host/name')
    .addOption(
      new Option('--format <name>', 'format of the source; detected if omitted').choices(FORMATS),
    )
    .option(
      '--map <column=field>',
      'fill a column from a field of the source; may be repeated',
      toMap,
      new Map(),
    )
    .option('--keep-old', 'keep the rows before as table entries_old')
    .option('--strict', 'reject data with anything unusual in it')
    .option('--max-expanded <bytes>', 'maximum expanded size of a compressed file', toBytes)
    .option('--json', 'print the report as JSON')
    .action(async (source: string, { to, format, map, strict, keepOld, maxExpanded, json }) => {
      const { runImport } = await import('./import.ts');
      onExit(
        await runImport({
          source,
          to,
          format,
          map,
          isStrict: strict === true,
          keepOld: keepOld === true,
          maxExpandedBytes: maxExpanded,
          isJson: json === true,
        }),
      );
    });
}

function toMap(text: string, known: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const [column = '', ...field] = text.split('=');
  if (column === '' || field.length === 0) {
    throw new InvalidArgumentError('Use column=field, such as kcal="Energy (kcal)".');
  }
  return new Map([...known, [column, field.join('=')]]);
}

function toBytes(text: string): number {
  const bytes = Number(text);
  if (Number.isSafeInteger(bytes) && bytes > 0) return bytes;
  throw new InvalidArgumentError('Use a whole number of bytes.');
}
