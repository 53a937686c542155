import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { delimiter, dirname } from 'node:path';
import { env, execPath, kill } from 'node:process';

let group = 0;

/** Runs a program in a folder for at most `maxMs`. Resolves with whether it exited with code 0. */
export async function run(
  program: string,
  args: readonly string[],
  cwd: string,
  maxMs: number,
): Promise<boolean> {
  const child = spawn(program, args, {
    cwd,
    stdio: 'ignore',
    env: { ...env, PATH: `${dirname(execPath)}${delimiter}${env.PATH}`, CI: 'true' },
    // Makes a process group, so that the program's child processes can be killed with it.
    detached: true,
  });
  group = child.pid ?? 0;
  const timer = setTimeout(endRun, maxMs);
  try {
    const [code]: unknown[] = await once(child, 'exit');
    return code === 0;
  } finally {
    clearTimeout(timer);
    group = 0;
  }
}

/** Kills the current run's process group, which gets no signals from the terminal. */
export function endRun(): void {
  try {
    if (group > 0) kill(-group, 'SIGKILL');
  } catch {
    // The group ended in the meantime.
  }
}
