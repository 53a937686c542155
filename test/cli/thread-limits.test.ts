import { type ChildProcess, execFileSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { chmodSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getuid, platform } from 'node:process';
import { describe, expect, test } from 'vitest';
import { asUser } from '../as-user.ts';
import { headerOf, send } from '../http/send.ts';
import { ended, firstMatch, start } from './run.ts';

// A service on a system that has no room for another thread.

/**
 * Thread limits do not apply to root, and count all processes of a user. So each run needs a user of
 * its own.
 */
const isRoot = getuid?.() === 0;
const USER = 20_000 + randomInt(40_000);
const AS_USER = isRoot ? asUser(USER, USER) : [];

const LONG_SEARCH = `/api/food?match=words&q=${[...'eiaorntslcmup'].join('+')}`;

function hasPrlimit(): boolean {
  try {
    execFileSync('prlimit', ['--version']);
    return platform === 'linux' && AS_USER !== undefined;
  } catch {
    return false;
  }
}

function startProgram(args: readonly string[], limits: readonly string[] = []): ChildProcess {
  const folder = mkdtempSync(join(tmpdir(), 'food-lookup-limits-'));
  chmodSync(folder, 0o755);
  return start(args, { folder, starter: [...(AS_USER ?? []), 'prlimit', ...limits] });
}

type Limit = 'nproc' | 'nofile';

/** Sets the soft limit of a process and returns the previous one. */
function setLimit({ pid }: ChildProcess, name: Limit, soft: string): string {
  const [command = '', ...rest] = [...(AS_USER ?? []), 'prlimit', `--pid=${pid}`];
  const before = execFileSync(command, [...rest, `--${name}`, '-o', 'SOFT', '--noheadings']);
  execFileSync(command, [...rest, `--${name}=${soft}:`]);
  return before.toString().trim();
}

/**
 * Returns a file limit that leaves room for one more file: enough for a connection, not for a
 * thread.
 */
function oneMoreFile({ pid }: ChildProcess): string {
  const open = readdirSync(`/proc/${pid}/fd`).map(Number);
  let limit = 1;
  while (limit - open.filter((file) => file < limit).length < 1) limit++;
  return String(limit);
}

describe.runIf(hasPrlimit())('a service without room for another thread (needs prlimit)', () => {
  test.each<[Limit, (child: ChildProcess) => string]>([
    ['nproc', () => '1'],
    ['nofile', oneMoreFile],
  ])('refuses long searches with 503 under %s, and answers them later', async (name, limitFor) => {
    const child = startProgram(['serve', '--port', '0', '--log-format', 'json']);
    const result = ended(child);
    const [, url = ''] = await firstMatch(child, /"url":"([^"]+)"/);
    // Opens the files that the first response needs.
    expect((await send(url, { path: '/api/food?q=egg' })).status).toBe(200);
    const before = setLimit(child, name, limitFor(child));
    for (let i = 0; i < 2; i++) {
      const refused = await send(url, { path: LONG_SEARCH });
      expect([refused.status, headerOf(refused, 'retry-after')]).toEqual([503, '5']);
    }
    expect((await send(url, { path: '/api/food?q=milk' })).status).toBe(200);
    setLimit(child, name, before);
    const ask = async () => (await send(url, { path: LONG_SEARCH })).status;
    await expect.poll(ask, { interval: 200 }).toBe(200);
    child.kill('SIGTERM');
    const { code, stderr } = await result;
    expect(code).toBe(0);
    // The reason is logged once, however often the service refuses.
    expect(stderr.match(/A thread cannot start \(/g)).toHaveLength(1);
  });

  test.runIf(isRoot)('reports the lack of room in one line at startup (needs root)', async () => {
    const { code, stderr } = await ended(
      startProgram(['serve', '--port', '0', '--threads', '12'], ['--nproc=18']),
    );
    expect(stderr).toMatch(/^A thread cannot start \(EAGAIN\): raise the limit .*--threads\.\n$/);
    expect(code).toBe(1);
  });
});
