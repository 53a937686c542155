import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test, vi } from 'vitest';
import { run } from '../src/cli/program.ts';

// Checks that each command and flag in the documents exists, including those in sentences.
// docs-blocks runs the blocks.

const root = fileURLToPath(new URL('..', import.meta.url));
const paths = ['README.md', ...readdirSync(`${root}docs`).map((name) => `docs/${name}`)].filter(
  (path) => path.endsWith('.md'),
);

/** Returns every command line of the program in a document, from blocks and sentences. */
function commandsIn(path: string): string[] {
  const text = readFileSync(`${root}${path}`, 'utf8').replaceAll(/ \\\n\s*/g, ' ');
  const lines = text.match(/(?:npx )?food-lookup (?:[a-z]+)[^\n`]*(?=`|$)/gm) ?? [];
  return [...new Set(lines.map((line) => line.replace(/\s+#.*| [>|] .*/, '').trim()))].filter(
    (line) => COMMANDS.includes(line.replace(/^npx /, '').split(' ')[1] ?? ''),
  );
}

const COMMANDS = [
  'serve',
  'config',
  'search',
  'check',
  'index',
  'health',
  'stats',
  'meal',
  'import',
  'cors',
];

const helps = new Map<string, Promise<string>>();

/** Returns what `--help` prints for a command. */
async function printHelp(words: readonly string[]): Promise<string> {
  let printed = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += text;
    return true;
  });
  await run(['node', 'food-lookup', ...words, '--help']);
  vi.restoreAllMocks();
  return printed;
}

function helpOf(words: readonly string[]): Promise<string> {
  const name = words.join(' ');
  const help = helps.get(name) ?? printHelp(words);
  helps.set(name, help);
  return help;
}

afterEach(() => vi.restoreAllMocks());

test('the documents name only commands that exist', () => {
  expect(paths.flatMap(commandsIn).length).toBeGreaterThan(40);
});

test.each(paths.filter((path) => commandsIn(path).length > 0))(
  '%s: each command has the flags that are used with it',
  async (path) => {
    const unknown: string[] = [];
    for (const line of commandsIn(path)) {
      const [, command = '', second = ''] = line.replace(/^npx /, '').split(' ');
      const isCors = command === 'cors' && /^[a-z]+$/.test(second);
      const help = await helpOf(isCors ? [command, second] : [command]);
      const flags = line.replaceAll(/'[^']*'|"[^"]*"/g, '').match(/(?<= )--[a-z-]+/g) ?? [];
      unknown.push(
        ...flags.filter((flag) => !help.includes(` ${flag}`)).map((flag) => `${line}: ${flag}`),
      );
    }
    expect(unknown).toEqual([]);
  },
);
