import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { CONFIG_FILE, SETTINGS } from '../src/cli/settings.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const readme = read('README.md');

describe('README.md', () => {
  test.each(SETTINGS)(
    'tells of $path: flag, variable, place in the file',
    ({ flag, variable, path }) => {
      const row = readme.split('\n').find((line) => line.includes(`\`--${flag}\``)) ?? '';
      expect(row).toContain(`\`${variable}\``);
      expect(row).toContain(`\`${path}\``);
    },
  );

  test('tells of the configuration file', () => {
    expect(readme).toContain(`\`--${CONFIG_FILE.flag}\``);
    expect(readme).toContain(`\`${CONFIG_FILE.variable}\``);
  });

  test('names no flag and no variable that is not there', () => {
    const known = new Set(['--from', ...[...SETTINGS, CONFIG_FILE].map(({ flag }) => `--${flag}`)]);
    const flags = readme.match(/(?<=[\s`])--[a-z][a-z-]+/g) ?? [];
    expect(flags.filter((flag) => !known.has(flag))).toEqual([]);
    const variables = readme.match(/(?<=`)[A-Z]+_[A-Z_]+(?=`)/g) ?? [];
    const names = [...SETTINGS, CONFIG_FILE].map(({ variable }) => variable);
    expect(variables.filter((variable) => !names.includes(variable))).toEqual([]);
  });

  test('shows the two commands', () => {
    expect(readme).toContain('npm ci && npm start');
    expect(readme).toContain('npm ci && npm test');
  });
});

describe('links in the documents', () => {
  const documents = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.md') && !path.includes('node_modules'),
  );

  test.each(documents)('%s: point to files that are there', (path) => {
    const targets = [...read(path).matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(
      ([, target = '']) => target,
    );
    const missing = targets.filter((target) => !existsSync(join(root, dirname(path), target)));
    expect(missing).toEqual([]);
  });
});

describe('ARCHITECTURE.md', () => {
  const architecture = read('ARCHITECTURE.md');

  test('says why each dependency is there', () => {
    const manifest: { dependencies: object; devDependencies: object } = JSON.parse(
      read('package.json'),
    );
    const names = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies });
    const unexplained = names.filter(
      (name) => !name.startsWith('@types/') && !architecture.includes(`\`${name}\``),
    );
    expect(unexplained).toEqual([]);
  });

  test('maps every folder of src', () => {
    const folders = readdirSync(join(root, 'src'), { withFileTypes: true }).filter((entry) =>
      entry.isDirectory(),
    );
    expect(
      folders.map(({ name }) => name).filter((name) => !architecture.includes(`src/${name}/`)),
    ).toEqual([]);
  });
});
