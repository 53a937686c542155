import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { platform } from 'node:process';
import { describe, expect, onTestFinished, test } from 'vitest';
import { SMALL_DATABASE } from '../small-database.ts';
import { ended, firstMatch, runProgram, start } from './run.ts';

const SERVE = ['serve', '--port', '0', '--database', SMALL_DATABASE];

/** Opens a device that is always full; only Linux has one. */
function fullDisk(): number {
  const full = openSync('/dev/full', 'w');
  onTestFinished(() => closeSync(full));
  return full;
}

type Ask = () => Promise<number | undefined>;

/** Requests a search at this URL and returns its status. */
function askAt(url = ''): Ask {
  return async () => (await fetch(`${url}/api/food?q=egg`)).status;
}

/** Requests a search over a Unix socket. Its status is `undefined` while nothing listens. */
function askOver(socketPath: string): Ask {
  return async () => {
    const sent = request({ socketPath, path: '/api/food?q=egg', headers: { host: 'localhost' } });
    sent.end();
    const [response]: IncomingMessage[] = await once(sent, 'response').catch(() => []);
    response?.resume();
    return response?.statusCode;
  };
}

async function answersAndStops(child: ChildProcess, ask: Ask): Promise<void> {
  const end = ended(child);
  for (let count = 0; count < 20; count++) expect(await ask()).toBe(200);
  child.kill('SIGTERM');
  expect((await end).code).toBe(0);
}

describe.runIf(platform === 'linux')('food-lookup', () => {
  test('serves even if nobody reads its output anymore', async () => {
    const child = start([...SERVE, '--access-log']);
    const [, url] = await firstMatch(child, /listens at ([^\s"]+)/);
    const read = firstMatch(child, /"msg":"request"/, child.stderr);
    child.stdout?.destroy();
    child.kill('SIGHUP');
    expect((await fetch(`${url}/api/food?q=egg`)).status).toBe(200);
    await read;
    child.stderr?.destroy();
    await answersAndStops(child, askAt(url));
  });

  test('serves on 2 threads even if they can print neither their address nor their log', async () => {
    const path = join(mkdtempSync(join(tmpdir(), 'food-lookup-output-')), 'food.sock');
    const flags = ['--access-log', '--socket', path, '--threads', '2'];
    const child = start([...SERVE, ...flags], {
      stdio: ['ignore', fullDisk(), fullDisk()],
    });
    const ask = askOver(path);
    await expect.poll(ask).toBe(200);
    await answersAndStops(child, ask);
  });

  test('ends a command whose output cannot be written, and says so in one line', async () => {
    const stdio = ['ignore', fullDisk(), 'pipe'] as const;
    const args = ['search', 'egg', '--database', SMALL_DATABASE];
    expect(await runProgram(args, { stdio: [...stdio] })).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^Cannot write the output: ENOSPC.*\n$/),
    });
  });
});
