import { execFile } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { build, hashOutput } from '../../scripts/build.ts';
import { codeHashes, hashCode } from '../../src/settings/build-info.ts';

test('hashOutput removes only the output of deleted sources, before it hashes the rest', () => {
  const folder = mkdtempSync(join(tmpdir(), 'food-lookup-stale-'));
  const sources = ['a', 'amount/b', 'catalog/c', 'food/d', 'search/e'];
  const built = sources.flatMap((name) => [`${name}.js`, `${name}.d.ts`]);
  const made = [...built, 'amount/data.bin', 'web/page.js'];
  const stale = ['c.js', 'c.d.ts', 'amount/old.js', 'gone/d.js', 'gone/deep/e.js'];
  const files = [
    ...sources.map((name) => `src/${name}.ts`),
    ...[...made, ...stale].map((name) => `dist/${name}`),
  ];
  for (const file of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), '');
  }
  const dist = join(folder, 'dist');
  hashOutput(join(folder, 'src'), dist, ['web']);
  const left = globSync('**/*.*', { cwd: dist });
  expect(left.sort()).toEqual(made.map((name) => join(name)).sort());
  expect(codeHashes(dist)).toEqual(hashCode(dist));
});

const WRITE_NAME = "require('node:fs').appendFileSync('steps.txt', process.argv[2] + ' ')";

/** Makes a project whose steps write their names, at the beginning and the end, into a file. */
function project(): string {
  const folder = mkdtempSync(join(tmpdir(), 'food-lookup-build-'));
  const steps = ['database', 'code', 'catalog', 'page'].map((step) => [
    `build:${step}`,
    `node step.js ${step} && node step.js ${step}`,
  ]);
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ scripts: Object.fromEntries(steps) }),
  );
  writeFileSync(join(folder, 'step.js'), WRITE_NAME);
  mkdirSync(join(folder, 'web'));
  writeFileSync(join(folder, 'web/page.html'), 'one');
  return folder;
}

const stepsIn = (folder: string) => readFileSync(join(folder, 'steps.txt'), 'utf8').split(' ');
const ALL = ['code', 'code', 'catalog', 'catalog', 'page', 'page'];

test('of two builds at once, the second waits and finds nothing to do', async () => {
  const folder = project();
  const script = new URL('../../scripts/build.ts', import.meta.url).href;
  const code = `import { build } from '${script}'; process.exitCode = build(${JSON.stringify(folder)});`;
  const run = () => promisify(execFile)(process.execPath, ['--input-type=module', '-e', code]);
  await Promise.all([run(), run()]);
  expect(stepsIn(folder)).toEqual(['database', 'database', ...ALL, '']);
});

test('a build repeats the steps that a changed file affects, and those that failed', () => {
  const folder = project();
  expect(build(folder)).toBe(0);
  writeFileSync(join(folder, 'steps.txt'), '');
  writeFileSync(join(folder, 'web/page.html'), 'two');
  expect(build(folder)).toBe(0);
  expect(stepsIn(folder)).toEqual([...ALL, '']);
  writeFileSync(join(folder, 'web/page.test.ts'), 'A test is not built.');
  expect(build(folder)).toBe(0);
  expect(stepsIn(folder)).toEqual([...ALL, '']);

  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ scripts: { 'build:code': 'exit 3' } }),
  );
  expect([build(folder), build(folder)]).toEqual([3, 3]);
});

test.each([
  ['killed', "process.kill(process.pid, 'SIGKILL')", true],
  [
    'so slow that a source changed',
    "require('node:fs').appendFileSync('web/page.html', '2')",
    false,
  ],
])('after a step that was %s, the next build runs it again', (_, step, fails) => {
  const folder = project();
  writeFileSync(join(folder, 'step.js'), step);
  expect(build(folder) !== 0).toBe(fails);
  writeFileSync(join(folder, 'step.js'), WRITE_NAME);
  expect(build(folder)).toBe(0);
  expect(stepsIn(folder)).toEqual(expect.arrayContaining(ALL));
});
