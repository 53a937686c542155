import { Command, InvalidArgumentError } from 'commander';
import { expect, test } from 'vitest';
import { addCorsCommands } from './cors-commands.ts';

test('--timeout takes seconds, down to a millisecond', () => {
  const program = new Command();
  addCorsCommands(program, () => undefined);
  const commands = program.commands.flatMap((command) => command.commands);
  const options = commands.flatMap((command) => command.options);
  const timeout = options.find(({ long }) => long === '--timeout');
  const parse = (text: string) => timeout?.parseArg?.(text, undefined);
  expect([parse('10'), parse('0.25'), parse('0.001')]).toEqual([10_000, 250, 1]);
  for (const text of ['0.0004', '-1', '', ' ', 'x'])
    expect(() => parse(text), text).toThrow(InvalidArgumentError);
});
