import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { createServer } from 'node:net';
import { platform } from 'node:process';
import { describe, expect, onTestFinished, test } from 'vitest';
import { SMALL_DATABASE } from '../small-database.ts';
import { ended, firstMatch, run, start } from './run.ts';

const SERVE = ['serve', '--port', '0', '--database', SMALL_DATABASE];

/** A device that never has room, as on Linux. */
function fullDisk(): number {
  const full = openSync('/dev/full', 'w');
  onTestFinished(() => closeSync(full));
  return full;
}

/** Free a moment ago: where the program cannot say which one it took. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, 'localhost');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}

async function answersAndStops(child: ChildProcess, url = ''): Promise<void> {
  const end = ended(child);
  for (let count = 0; count < 20; count++) {
    expect((await fetch(`${url}/api/food?q=egg`)).status).toBe(200);
  }
  child.kill('SIGTERM');
  expect((await end).code).toBe(0);
}

describe.runIf(platform === 'linux')('food-lookup', () => {
  test.each(['1', '2'])(
    'serves on %s threads though its log cannot be written',
    async (threads) => {
      const flags = ['--access-log', '--threads', threads];
      const child = start([...SERVE, ...flags], { stdio: ['ignore', 'pipe', fullDisk()] });
      const [, url] = await firstMatch(child, /listens at (\S+)/);
      await answersAndStops(child, url);
    },
  );

  test('serves though nobody reads what it prints any more', async () => {
    const child = start([...SERVE, '--access-log']);
    const [, url] = await firstMatch(child, /listens at (\S+)/);
    const read = firstMatch(child, /"msg":"request"/, child.stderr);
    child.stdout?.destroy();
    child.kill('SIGHUP');
    expect((await fetch(`${url}/api/food?q=egg`)).status).toBe(200);
    await read;
    child.stderr?.destroy();
    await answersAndStops(child, url);
  });

  test('serves though it cannot print where', async () => {
    const port = await freePort();
    const flags = ['--access-log', '--port', String(port)];
    const child = start([...SERVE, ...flags], { stdio: ['ignore', fullDisk(), 'pipe'] });
    const url = `http://localhost:${port}`;
    const isServing = () => fetch(`${url}/health/ready`).then(({ status }) => status, String);
    await expect.poll(isServing, { timeout: 20_000 }).toBe(200);
    await answersAndStops(child, url);
  });

  test('ends a command whose output cannot be written, with one line that says so', async () => {
    const stdio = ['ignore', fullDisk(), 'pipe'] as const;
    const args = ['search', 'egg', '--database', SMALL_DATABASE];
    expect(await run(args, { stdio: [...stdio] })).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^Cannot write the output: ENOSPC.*\n$/),
    });
  });
});
