import { globSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { removeStaleOutput } from '../../scripts/remove-stale-output.ts';

test('removeStaleOutput removes only the output of deleted sources', () => {
  const folder = mkdtempSync(join(tmpdir(), 'food-lookup-stale-'));
  const made = ['a.js', 'a.d.ts', 'in/b.js', 'in/b.d.ts', 'in/data.bin', 'web/page.js'];
  const stale = ['c.js', 'c.d.ts', 'in/old.js', 'gone/d.js', 'gone/deep/e.js'];
  const files = ['src/a.ts', 'src/in/b.ts', ...[...made, ...stale].map((name) => `dist/${name}`)];
  for (const file of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), '');
  }
  const dist = join(folder, 'dist');
  removeStaleOutput(join(folder, 'src'), dist, ['web']);
  const left = globSync('**/*.*', { cwd: dist });
  expect(left.sort()).toEqual(made.map((name) => join(name)).sort());
});

test('stale output is removed before the hash of the code is recorded', () => {
  const steps = manifest.scripts['build:code'].split(' && ').map((step) => step.split('/').at(-1));
  expect(steps).toEqual([
    'tsc -p tsconfig.build.json',
    'remove-stale-output.ts',
    'bundle-program.ts',
  ]);
});
