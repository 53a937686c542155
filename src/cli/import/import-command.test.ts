import { Command, InvalidArgumentError } from 'commander';
import { expect, test } from 'vitest';
import { dataRows } from '../../import/data-rows.ts';
import { addImportCommand } from './import-command.ts';

/** Returns a flag of the command. */
function optionOf(flag: string) {
  const program = new Command();
  addImportCommand(program, () => undefined);
  const options = program.commands.flatMap((command) => command.options);
  return options.find(({ long }) => long === flag);
}

test.each([
  ['--header-row', 0],
  ['--units-row', 0],
  ['--max-expanded', 1],
])('%s is at least %d', (flag, least) => {
  const parse = (value: number) => optionOf(flag)?.parseArg?.(String(value), undefined);
  expect(parse(least)).toBe(least);
  expect(() => parse(least - 1)).toThrow(InvalidArgumentError);
});

test('--encoding accepts every encoding that the import detects', () => {
  const encoding = optionOf('--encoding');
  const names = dataRows('encodings.tsv').map(([name = '']) => name);
  expect(names.map((name) => encoding?.parseArg?.(name.toUpperCase(), undefined))).toEqual(names);
});
