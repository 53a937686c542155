import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { delimiter, dirname } from 'node:path';
import { env, execPath, kill } from 'node:process';

/** The running process groups. */
const groups = new Set<number>();

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
  const { pid = 0 } = child;
  if (pid > 0) groups.add(pid);
  const timer = setTimeout(endGroup, maxMs, pid);
  try {
    const [code]: unknown[] = await once(child, 'exit');
    return code === 0;
  } finally {
    clearTimeout(timer);
    groups.delete(pid);
  }
}

/** Kills everything that runs: separate process groups get no signals from the terminal. */
export function endAll(): void {
  for (const pid of groups) endGroup(pid);
}

function endGroup(pid: number): void {
  try {
    kill(-pid, 'SIGKILL');
  } catch {
    // The group has just ended.
  }
}
