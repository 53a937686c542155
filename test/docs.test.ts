import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { OPTIONS_FILE, optionsSource, withSettings } from '../scripts/configuration-docs.ts';
import { MAX_FOODS } from '../src/search/limits.ts';
import { CONFIG_FILE, SETTINGS } from '../src/settings/settings.ts';
import { DOCUMENTS } from './documents.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const readme = read('README.md');

describe('README.md', () => {
  test('names no unknown flag or variable', () => {
    const known = new Set([
      '--from',
      '--to',
      '--json',
      ...[...SETTINGS, CONFIG_FILE].map(({ flag }) => `--${flag}`),
    ]);
    const flags = readme.match(/(?<=[\s`])--[a-z][a-z-]+/g) ?? [];
    expect(flags.filter((flag) => !known.has(flag))).toEqual([]);
    const variables = readme.match(/(?<=`)[A-Z]+_[A-Z_]+(?=`)/g) ?? [];
    const names = [...SETTINGS, CONFIG_FILE].map(({ variable }) => variable);
    expect(variables.filter((variable) => !names.includes(variable))).toEqual([]);
  });

  test('names the archive of this version', () => {
    const { version }: { version: string } = JSON.parse(read('package.json'));
    const archives = readme.match(/food-lookup-\d[\w.-]*?\.tgz/g) ?? [];
    expect(new Set(archives)).toEqual(new Set([`food-lookup-${version}.tgz`]));
  });

  test('shows the two commands', () => {
    expect(readme).toContain('npm ci && npm start');
    expect(readme).toContain('npm ci && npm test');
  });
});

test('the options of the library match the settings: npm run docs writes them', () => {
  expect(readFileSync(OPTIONS_FILE, 'utf8')).toBe(optionsSource());
});

test.each([
  ['README.md', `up to ${MAX_FOODS} foods`],
  ['README.md', `1 to ${MAX_FOODS} (default: ${MAX_FOODS})`],
  ['docs/search.md', `at most ${MAX_FOODS} foods`],
  ['src/client/request-options.ts', `1 to ${MAX_FOODS}. Default: ${MAX_FOODS}.`],
])('%s says how many foods an answer has: %s', (path, words) => {
  expect(read(path)).toContain(words);
});

describe('docs/configuration.md', () => {
  const document = read('docs/configuration.md');

  test('lists the current settings: npm run docs writes them', () => {
    expect(document).toBe(withSettings(document));
    for (const { path } of SETTINGS) expect(document).toContain(`\`${path}\``);
  });

  test('names the configuration file', () => {
    expect(document).toContain(`\`--${CONFIG_FILE.flag}\``);
    expect(document).toContain(`\`${CONFIG_FILE.variable}\``);
    for (const name of CONFIG_FILE.defaultNames) expect(document).toContain(`\`${name}\``);
  });
});

/** Returns a document without its code, since brackets and bars in code mean something else. */
const withoutCode = (text: string): string =>
  text.replace(/^(`{3,})[\s\S]*?^\1/gm, '').replace(/(?<!`)(`+)(?!`)[^\n]*?[^`\n]\1(?!`)/g, 'code');

/** The anchors that GitHub gives to the headings of a document. */
const anchorsOf = (text: string): string[] =>
  [...text.replace(/^(`{3,})[\s\S]*?^\1/gm, '').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );

describe.each(DOCUMENTS)('%s', (path) => {
  test('links only to files and headings that exist', () => {
    const links = [...withoutCode(read(path)).matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g)];
    const missing = links.filter(([, link = '']) => {
      const [file = '', anchor] = link.split('#');
      const target = file === '' ? path : join(dirname(path), file);
      if (!existsSync(join(root, target))) return true;
      return anchor !== undefined && !anchorsOf(read(target)).includes(anchor);
    });
    expect(missing.map(([, link]) => link)).toEqual([]);
  });

  test('has complete tables: each starts with a header, and all rows have as many cells as the header', () => {
    const cells = (line: string) =>
      line
        .trim()
        .replace(/^\||\|$/g, '')
        .split(/(?<!\\)\|/).length;
    const broken: string[] = [];
    for (const block of withoutCode(read(path)).split(/\n\s*\n/)) {
      const lines = block
        .trim()
        .split('\n')
        .filter((line) => !line.startsWith('<!--'));
      if (!lines.some((line) => line.trim().startsWith('|'))) continue;
      const [head = '', rule = '', ...rows] = lines.map((line) => line.trim());
      const isTable =
        /^\|([ :]*-+[ :]*\|)+$/.test(rule) &&
        rows.length > 0 &&
        [head, rule, ...rows].every((row) => row.startsWith('|') && cells(row) === cells(rule));
      if (!isTable) broken.push(head);
    }
    expect(broken).toEqual([]);
  });

  test('closes its code blocks', () => {
    expect(withoutCode(read(path))).not.toMatch(/```/);
  });

  test('repeats nothing', () => {
    const paragraphs = withoutCode(read(path))
      .split(/\n\s*\n/)
      .map((text) => text.replace(/\s+/g, ' ').trim())
      .filter((text) => text.length > 80 && !text.startsWith('|'));
    expect(paragraphs.filter((text, index) => paragraphs.indexOf(text) !== index)).toEqual([]);
  });
});

describe('files named in the documents', () => {
  test.each(['ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md'])('%s', (path) => {
    const named =
      read(path).match(/(?<=`)(?:src|test|web|soak|scripts|bin|data)\/[^`<*]+(?=`)/g) ?? [];
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((target) => !existsSync(join(root, target)))).toEqual([]);
    // Paths may be short for files in src or web.
    const short = read(path).match(/(?<=`)[\w-]+(?:\/[\w-]+)+\.tsx?(?=`)/g) ?? [];
    const folders = ['', 'src', 'web'].map((folder) => join(root, folder));
    const isThere = (name: string) => folders.some((folder) => existsSync(join(folder, name)));
    expect(short.filter((name) => !isThere(name))).toEqual([]);
  });
});

test.each([
  ['dependencies', 'ARCHITECTURE.md'],
  ['devDependencies', 'CONTRIBUTING.md'],
] as const)('each of the %s has a reason in %s', (kind, path) => {
  const manifest: { dependencies: object; devDependencies: object } = JSON.parse(
    read('package.json'),
  );
  const text = read(path);
  const unexplained = Object.keys(manifest[kind]).filter(
    (name) => !name.startsWith('@types/') && !text.includes(`\`${name}\``),
  );
  expect(unexplained).toEqual([]);
});

describe('ARCHITECTURE.md', () => {
  const architecture = read('ARCHITECTURE.md');

  test('maps every folder of src', () => {
    const folders = readdirSync(join(root, 'src'), { withFileTypes: true }).filter((entry) =>
      entry.isDirectory(),
    );
    expect(
      folders.map(({ name }) => name).filter((name) => !architecture.includes(`src/${name}/`)),
    ).toEqual([]);
  });
});
