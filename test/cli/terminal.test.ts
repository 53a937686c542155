import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execPath, platform } from 'node:process';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';

// Closes the terminal of a service. `script` creates the terminals.

const PROGRAM = fileURLToPath(new URL('../../bin/food-lookup.cjs', import.meta.url));

function hasScript(): boolean {
  try {
    execFileSync('script', ['--version']);
    return platform === 'linux';
  } catch {
    return false;
  }
}

/**
 * Starts the program in a terminal, by a shell command that begins with these words. Its output
 * goes to a file.
 */
async function startInTerminal(words: string) {
  const folder = mkdtempSync(join(tmpdir(), 'food-lookup-terminal-'));
  const command = `${words} "$NODE" "$PROGRAM" serve --port 0 --log-format json > log 2>&1`;
  const terminal = spawn('script', ['-qec', command, '/dev/null'], {
    cwd: folder,
    env: { PATH: process.env.PATH, SHELL: '/bin/sh', NODE: execPath, PROGRAM },
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  onTestFinished(() => void terminal.kill('SIGKILL'));
  const events = () =>
    [...readFileSync(join(folder, 'log'), 'utf8').matchAll(/"event":"([^"]+)"/g)].map(
      ([, event]) => event,
    );
  await expect.poll(events).toContain('listening');
  const [, pid = ''] = /"pid":(\d+)/.exec(readFileSync(join(folder, 'log'), 'utf8')) ?? [];
  onTestFinished(() => {
    if (isRunning(Number(pid))) process.kill(Number(pid), 'SIGKILL');
  });
  return { close: () => terminal.kill('SIGKILL'), events, pid: Number(pid) };
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe.runIf(hasScript())('the terminal of food-lookup serve (needs script)', () => {
  test('ends the program when it is closed, and not before', async () => {
    const { close, events, pid } = await startInTerminal('');
    process.kill(pid, 'SIGHUP');
    await expect.poll(events).toContain('foods-unchanged');
    close();
    await expect.poll(events).toContain('stopped');
    expect(events()).toEqual([
      'starting',
      'listening',
      'reloading',
      'foods-unchanged',
      'stopping',
      'stopped',
    ]);
    await expect.poll(() => isRunning(pid)).toBe(false);
  });

  test.each(['nohup', 'setsid --wait'])('does not end a program under %s', async (words) => {
    const { close, events, pid } = await startInTerminal(words);
    close();
    process.kill(pid, 'SIGHUP');
    await expect.poll(events).toContain('foods-unchanged');
    expect(events()).not.toContain('stopping');
    process.kill(pid, 'SIGTERM');
    await expect.poll(events).toContain('stopped');
  });
});
