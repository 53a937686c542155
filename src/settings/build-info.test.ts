import { appendFileSync, cpSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { bundledSource } from '../data/bundled-catalog.ts';
import { buildOf, CODE, codeHashes, hashCode } from './build-info.ts';

const DATA = fileURLToPath(new URL('../../data/', import.meta.url));
const BUILT = fileURLToPath(new URL('../../dist/', import.meta.url));

test('the hash of answers changes with each code file, and with the data files that the code reads', () => {
  const folder = mkdtempSync(join(tmpdir(), 'food-lookup-hashes-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [code, data] = [join(folder, 'src'), join(folder, 'data')];
  cpSync(CODE, code, { recursive: true, filter: (path) => !path.endsWith('.bin') });
  cpSync(DATA, data, { recursive: true, filter: (path) => !path.includes('sr28') });
  let before = hashCode(code, data);
  expect(before).toEqual(hashCode(CODE));
  const names = globSync('*/**/*.ts', { cwd: code }).filter(
    (name) => !/\.(test|case)\./.test(name),
  );
  const oneOfEach = Map.groupBy(names, (name) => name.split(sep)[0]);
  // Every data file that code names, except the foods, whose revision is part of the tag.
  const read = names
    .flatMap((name) => readFileSync(join(code, name), 'utf8').match(/(?<=\/data\/)[\w-]+\.[ct]sv/g))
    .filter((name) => name !== null);
  expect(read).toContain('nutrients.csv');
  const changed = [...oneOfEach.values()].map(([name = '']) => join(code, name));
  for (const path of [...changed, ...read.map((name) => join(data, name))]) {
    appendFileSync(path, '\n');
    const after = hashCode(code, data);
    expect(after.answers, path).not.toBe(before.answers);
    before = after;
  }
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
});
