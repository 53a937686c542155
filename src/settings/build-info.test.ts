import { appendFileSync, cpSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { bundledSource } from '../data/bundled-catalog.ts';
import { buildOf, CODE, codeHashes, hashCode, readVersion } from './build-info.ts';

const DATA = fileURLToPath(new URL('../../data/', import.meta.url));
const BUILT = fileURLToPath(new URL('../../dist/', import.meta.url));

test('the hashes change with code and data files, not with their folder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'food-lookup-hashes-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [code, data] = [join(folder, 'src'), join(folder, 'data')];
  const names = globSync('*/**/*.ts', { cwd: CODE }).filter(
    (name) => !/\.(test|case)\./.test(name),
  );
  // Every data file that code names, except the foods, whose revision is part of the ETag.
  const read = names
    .flatMap((name) => readFileSync(join(CODE, name), 'utf8').match(/(?<=\/data\/)[\w-]+\.[ct]sv/g))
    .filter((name) => name !== null);
  expect(read).toContain('nutrients.csv');
  // One file of each folder is enough, since each change hashes all of them again.
  const changed = Map.groupBy(names, (name) => name.split(sep)[0]);
  const paths = [...changed.values()].map(([name = '']) => {
    cpSync(join(CODE, name), join(code, name));
    return join(code, name);
  });
  for (const name of read) {
    cpSync(join(DATA, name), join(data, name));
    paths.push(join(data, name));
  }
  let before = hashCode(code, data);
  const indexing: string[] = [];
  for (const path of paths) {
    appendFileSync(path, '\n');
    const after = hashCode(code, data);
    expect(after.answers, path).not.toBe(before.answers);
    if (after.index !== before.index)
      indexing.push(path.slice(code.length + 1).split(sep)[0] ?? '');
    before = after;
  }
  // An index records which foods have words such as "light", which `amount` lists.
  expect(indexing.sort()).toEqual(['amount', 'catalog', 'food', 'search']);
  const copy = join(folder, 'copy');
  cpSync(code, copy, { recursive: true });
  expect(hashCode(copy, data)).toEqual(before);
  expect(hashCode(copy)).toEqual(hashCode(copy, DATA));
});

test('the build has recorded the hashes of its output', () => {
  expect(codeHashes(BUILT)).toEqual(hashCode(BUILT));
});

test('the ETag changes with the settings of the table', () => {
  const builds = [
    {},
    { key: 'ndb_no' },
    { fields: ['sodium_mg'] },
    { names: 'other' },
    { table: 't' },
  ];
  const tags = builds.map((settings) => buildOf({ ...bundledSource('sr28'), ...settings }));
  expect(new Set(tags).size).toBe(builds.length);
  for (const tag of tags) expect(tag).toMatch(/^[\da-f]{16}$/);
});

test('the version is that of the package', () => {
  expect(readVersion()).toMatch(/^\d+\.\d+\.\d+(-|$)/);
});
