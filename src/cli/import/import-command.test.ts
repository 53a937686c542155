import { Command } from 'commander';
import { expect, test } from 'vitest';
import { dataRows } from '../../import/data-rows.ts';
import { addImportCommand } from './import-command.ts';

test('--encoding accepts every encoding that the import detects', () => {
  const program = new Command();
  addImportCommand(program, () => undefined);
  const options = program.commands.flatMap((command) => command.options);
  const encoding = options.find(({ long }) => long === '--encoding');
  const names = dataRows('encodings.tsv').map(([name = '']) => name);
  expect(names.map((name) => encoding?.parseArg?.(name.toUpperCase(), undefined))).toEqual(names);
});
