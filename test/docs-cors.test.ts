import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readConfiguration } from '../src/cli/configuration.ts';
import { SMALL_DATABASE } from './small-database.ts';

const root = new URL('..', import.meta.url).pathname;
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
  const { corsPolicy } = await readConfiguration({ ...sources, env: ENVIRONMENT });
  const { kind } = await corsPolicy.decide(origin);
  return kind === 'any' || kind === 'allowed';
}

const examples = blocks.flatMap((block, place) =>
  block.language === 'js' && blocks[place + 1]?.language !== 'text'
    ? [{ ...block, table: verdicts(block.after) }]
    : [],
);

test('the guide has an example of each form of the setting', () => {
  const titles = [...guide.matchAll(/^### (.*)$/gm)].map(([, title]) => title);
  expect(titles).toHaveLength(6);
  expect(examples.length).toBeGreaterThan(titles.length);
});

describe('examples of configurations', () => {
  test.each(examples)('do what the guide says: $code', async ({ code, table }) => {
    expect(table).not.toEqual([]);
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
  const [program = '', ...args] = command.trim().split(' ');
  expect(program).toBe('food-lookup');
  const loader = import.meta.resolve('tsx');
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['--import', loader, join(root, 'src/cli/main.ts'), ...args],
      { cwd: inNewFolder(config), env: { ...process.env, ...ENVIRONMENT, NO_COLOR: '1' } },
      (_error, stdout, stderr) => resolve(stdout + stderr),
    );
  });
}

test('a wrong configuration is told what is wrong, as the guide shows it', async () => {
  const [wrong, output] = blocks.flatMap((block, place) =>
    blocks[place + 1]?.language === 'text' ? [block, blocks[place + 1]] : [],
  );
  expect(wrong?.language).toBe('js');
  expect(output?.code).toBe(await run('food-lookup serve', wrong?.code ?? ''));
});

test('commands of the guide have the flags that they use', async () => {
  const lines = blocks.filter(({ language }) => language === 'sh').map(({ code }) => code);
  expect(lines).not.toEqual([]);
  for (const line of lines) {
    const [command = ''] = /^food-lookup( [a-z]+)+/.exec(line) ?? [];
    const help = await run(`${command} --help`, 'export default {};');
    for (const [flag] of line.matchAll(/--[a-z-]+/g)) expect(help).toContain(flag);
  }
});
