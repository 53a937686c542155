import { spawn } from 'node:child_process';
import { platform } from 'node:process';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { firstMatch } from '../../test/cli/run.ts';
import { SMALL_DATABASE } from '../../test/small-database.ts';
import { fewFiles } from './open-files.ts';

const limits = (most: string) =>
  `Limit                     Soft Limit           Hard Limit           Units     \nMax open files            ${most}                 1048576              files     \n`;

test.each([
  ['2600', undefined],
  ['2599', 'This process may open 2599 files, fewer than the 2500 connections'],
  ['unlimited', undefined],
])('fewFiles of a limit of %s', (most, warning) => {
  expect(fewFiles(2_500, limits(most))).toEqual(warning && expect.stringContaining(warning));
});

test('fewFiles says nothing where the limits are not told', () => {
  expect(fewFiles(2_500, '')).toBeUndefined();
});

test.runIf(platform === 'linux')('a start with few file descriptors is logged', async () => {
  const program = fileURLToPath(new URL('../../bin/food-lookup.cjs', import.meta.url));
  const serve = [program, 'serve', '--port', '0', '--database', SMALL_DATABASE];
  const limited = ['-c', 'ulimit -n 200 && exec "$@"', 'sh', process.execPath, ...serve];
  const child = spawn('sh', limited, { env: { PATH: process.env.PATH } });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [line] = await firstMatch(child, /\{"level":40.*may open.*\}/, child.stderr);
  expect(line).toContain('This process may open 200 files');
});
