import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execPath, kill, platform } from 'node:process';
import { expect, test, vi } from 'vitest';
import { endRun, run } from '../../scripts/mutate/run.ts';

const folder = mkdtempSync(join(tmpdir(), 'food-lookup-run-'));
const runCode = (code: string, maxMs = 100_000) => run(execPath, ['-e', code], folder, maxMs);

/** An endless program. It starts an endless child, and writes the pid of the child to a file. */
const ENDLESS = `
  const { spawn } = require('node:child_process');
  const { pid } = spawn(process.execPath, ['-e', 'for (;;);']);
  require('node:fs').writeFileSync('pid', String(pid));
  for (;;);`;

const hasEnded = (pid: number) => {
  try {
    kill(pid, 0);
    // The process may be a zombie.
    return / Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return true;
  }
};

test('a command succeeds or fails', async () => {
  expect(await runCode('')).toBe(true);
  expect(await runCode('process.exit(3)')).toBe(false);
  await expect(run(join(folder, 'none'), [], folder, 1_000)).rejects.toThrow('ENOENT');
});

test('a command that hangs is killed, and counts as failed', async () => {
  expect(await runCode('for (;;);', 100)).toBe(false);
});

// Only Linux has /proc.
test.runIf(platform === 'linux')(
  'all running commands can be ended, with their child processes',
  async () => {
    const ending = runCode(ENDLESS);
    const pid = await vi.waitFor(
      () => {
        const text = readFileSync(join(folder, 'pid'), 'utf8');
        expect(text).not.toBe('');
        return Number(text);
      },
      { timeout: 200_000 },
    );
    endRun();
    expect(await ending).toBe(false);
    await vi.waitUntil(() => hasEnded(pid), { timeout: 200_000 });
  },
);
