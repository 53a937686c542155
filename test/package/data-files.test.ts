import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { COPIES } from '../deploy/image.ts';

const project = fileURLToPath(new URL('../..', import.meta.url));

/** Returns the files of `data/` that the service reads at run time. */
async function dataFiles(): Promise<string[]> {
  const found = new Set<string>();
  for await (const path of glob('src/**/!(*.test|*.case).ts', { cwd: project })) {
    const source = readFileSync(`${project}/${path}`, 'utf8');
    for (const [, file = ''] of source.matchAll(/new URL\(\s*'(?:\.\.\/)+(data\/[^']+)'/g))
      found.add(file);
    for (const [, file] of source.matchAll(/dataRows\('([^']+)'\)/g)) found.add(`data/${file}`);
  }
  return [...found].sort();
}

test('the package has every data file that src reads', async () => {
  const files = await dataFiles();
  expect(files.length).toBeGreaterThan(1);
  expect(manifest.files).toEqual(expect.arrayContaining(files));
});

test('the container image has the data files of the package', () => {
  const published = manifest.files.filter((name) => name.startsWith('data/'));
  const copied = COPIES.filter(({ to }) => to === 'data/').flatMap(({ from }) => from);
  expect(copied.sort()).toEqual(published.sort());
});
