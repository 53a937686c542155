import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { readConfiguration } from '../src/cli/configuration/configuration.ts';
import { SMALL_DATABASE } from './small-database.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const guide = readFileSync(join(root, 'docs/cors.md'), 'utf8');

// No example is about the foods, so a table of two foods is enough.
const ENVIRONMENT = { DATABASE_URL: SMALL_DATABASE };

/** A code block of the guide, and the text between it and the next one. */
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

/** Reads the rows of a table with code in the first column and yes or no in the second. */
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

test('the guide has an example of each form of the setting', () => {
  const titles = [...guide.matchAll(/^### (.*)$/gm)].map(([, title]) => title);
  expect(titles).toHaveLength(7);
  expect(examples.length).toBeGreaterThan(titles.length);
});

describe('examples of configurations', () => {
  test.each(examples)('work as the guide says: $code', async ({ code, table }) => {
    for (const row of table) {
      const sources = { flags: {}, folder: inNewFolder(code) };
      expect(await mayRead(sources, row.origin), row.origin).toBe(row.mayRead);
    }
  });

  const asText = examples.flatMap(({ after, table }) => {
    const [, quoted] = /^As text: `--origin (.+)`$/m.exec(after) ?? [];
    return quoted === undefined ? [] : [{ text: quoted.replace(/^'(.*)'$/, '$1'), table }];
  });

  test.each(asText)('mean the same as text: $text', async ({ text, table }) => {
    for (const row of table) {
      const sources = { flags: { origin: text }, folder: tmpdir() };
      expect(await mayRead(sources, row.origin), row.origin).toBe(row.mayRead);
    }
  });
});

test('the guide is right about which URLs have the same origin', () => {
  const rules = guide.slice(guide.indexOf('## Eight rules'), guide.indexOf('2. **'));
  const rows = verdicts(rules);
  expect(rows).toHaveLength(5);
  for (const { origin: page, mayRead: isSame } of rows) {
    expect(new URL(page).origin === 'https://app.example.com', page).toBe(isSame);
  }
});
