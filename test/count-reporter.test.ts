import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const VITEST = join(import.meta.dirname, '../node_modules/vitest/vitest.mjs');

/** Test files with no failed test, and how many failures each counts as. */
const FILES: readonly (readonly [name: string, code: string, failures: number])[] = [
  ['passes', `test('a', () => {});`, 0],
  ['does-not-load', `throw new Error('load');`, 1],
  ['has-no-tests', '', 1],
  ['before', `beforeAll(() => { throw new Error('before'); }); test('b', () => {});`, 1],
  [
    'after-a-suite',
    `describe('s', () => { afterAll(() => { throw new Error('after'); }); test('c', () => {}); });`,
    1,
  ],
  ['unhandled', `test('d', () => void Promise.reject(new Error('unhandled')));`, 1],
];

test('everything that fails a run is counted in its last line', () => {
  const root = mkdtempSync(join(tmpdir(), 'counted runs '));
  for (const [name, code] of FILES) writeFileSync(join(root, `${name}.test.mjs`), code);
  const reporter = new URL('count-reporter.ts', import.meta.url).href;
  writeFileSync(
    join(root, 'vitest.config.mjs'),
    `import { CountReporter } from ${JSON.stringify(reporter)};
export default { test: { globals: true, isolate: false, maxWorkers: 1, reporters: [new CountReporter()] } };\n`,
  );
  const { status, stdout } = spawnSync(process.execPath, [VITEST, 'run', '--root', root], {
    encoding: 'utf8',
  });
  const failures = FILES.reduce((sum, [, , failed]) => sum + failed, 0);
  expect(stdout.trimEnd().split('\n').at(-1)).toMatch(
    new RegExp(`^\\d passed, ${failures} failed`),
  );
  expect(status).toBe(1);
});
