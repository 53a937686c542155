import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { readConfiguration } from '../src/cli/configuration/configuration.ts';
import { SMALL_DATABASE } from './small-database.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const guide = readFileSync(join(root, 'docs/cors.md'), 'utf8');

// No example is about the foods.
const ENVIRONMENT = { DATABASE_URL: SMALL_DATABASE };

/** A code block of the guide, and the text from it to the next one. */
interface Block {
  readonly language: string;
  readonly code: string;
  readonly after: string;
}

const blocks: readonly Block[] = guide
  .split(/^```(?=\w)/m)
  .slice(1)
  .map((piece) => {
    const [, language = '', code = '', after = ''] = /^(\w+)\n(.*?)^```$(.*)/ms.exec(piece) ?? [];
    return { language, code, after };
  });

/** The rows of a table with code in the first column and yes or no in the second. */
function verdicts(text: string): { origin: string; mayRead: boolean }[] {
  return [...text.matchAll(/^ *\| `([^`]+)` *\| (yes|no)\b/gm)].map(([, origin = '', answer]) => ({
    origin,
    mayRead: answer === 'yes',
  }));
}

function inNewFolder(config: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'food-lookup-docs-'));
  writeFileSync(join(folder, 'food-lookup.config.mjs'), config);
  return folder;
}

async function mayRead(
  sources: { flags: Record<string, string>; folder: string },
  origin: string,
): Promise<boolean> {
  const { settings, database } = await readConfiguration({ ...sources, env: ENVIRONMENT });
  await database.close();
  const { kind } = await settings.corsPolicy.decide(origin);
  return kind === 'any' || kind === 'allowed';
}

const configurations = blocks
  .filter(({ language }) => language === 'js')
  .map((block) => ({ ...block, table: verdicts(block.after) }));
const examples = configurations.filter(({ table }) => table.length > 0);
const wrong = configurations.filter(({ table }) => table.length === 0);

test('the guide has an example of each form of the setting', () => {
  const titles = [...guide.matchAll(/^### (.*)$/gm)].map(([, title]) => title);
  expect(titles).toHaveLength(7);
  expect(examples.length).toBeGreaterThan(titles.length);
});

describe('examples of configurations', () => {
  test.each(examples)('do what the guide says: $code', async ({ code, table }) => {
    for (const row of table) {
      const sources = { flags: {}, folder: inNewFolder(code) };
      expect(await mayRead(sources, row.origin), row.origin).toBe(row.mayRead);
    }
  });

  const asText = examples.flatMap(({ after, table }) => {
    const [, quoted] = /^As text: `--origin (.+)`$/m.exec(after) ?? [];
    return quoted === undefined ? [] : [{ text: quoted.replace(/^'(.*)'$/, '$1'), table }];
  });

  test.each(asText)('are the same as text: $text', async ({ text, table }) => {
    for (const row of table) {
      const sources = { flags: { origin: text }, folder: tmpdir() };
      expect(await mayRead(sources, row.origin), row.origin).toBe(row.mayRead);
    }
  });
});

test('what is one origin, and what is another', () => {
  const rules = guide.slice(guide.indexOf('## Eight rules'), guide.indexOf('2. **'));
  const rows = verdicts(rules);
  expect(rows).toHaveLength(5);
  for (const { origin: page, mayRead: isSame } of rows) {
    expect(new URL(page).origin === 'https://app.example.com', page).toBe(isSame);
  }
});

/** What a command line of the guide prints, in a folder with this configuration. */
function run(command: string, config: string): Promise<string> {
  const words = [...command.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)];
  const [npx, program, ...args] = words.map(([, ...groups]) => groups.find((group) => group) ?? '');
  expect([npx, program]).toEqual(['npx', 'food-lookup']);
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [join(root, 'src/cli/main.ts'), ...args],
      { cwd: inNewFolder(config), env: { ...process.env, ...ENVIRONMENT, NO_COLOR: '1' } },
      (_error, stdout, stderr) => resolve(stdout + stderr),
    );
  });
}

describe('commands', () => {
  const commands = blocks.flatMap(({ language, code }, place) => {
    const next = blocks[place + 1];
    const output = next?.language === 'text' ? next.code : undefined;
    return language === 'sh' ? [{ command: code.trim(), output }] : [];
  });

  test.each(commands.filter(({ output }) => output !== undefined))(
    'print what the guide shows: $command',
    async ({ command, output }) => {
      expect(wrong).toHaveLength(1);
      expect(await run(command, wrong[0]?.code ?? '')).toBe(output);
    },
  );

  test.each(commands.filter(({ output }) => output === undefined))(
    'have the flags that the guide uses: $command',
    async ({ command }) => {
      const [name = ''] = /^npx food-lookup( [a-z]+(?= |$))+/.exec(command) ?? [];
      const help = await run(`${name} --help`, '');
      expect(help).toContain(`Usage: ${name.replace('npx ', '')}`);
      for (const [flag] of command.matchAll(/--[a-z-]+/g)) expect(help).toContain(flag);
    },
  );
});
