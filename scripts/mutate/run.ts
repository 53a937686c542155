import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { delimiter, dirname } from 'node:path';
import { env, execPath, kill } from 'node:process';

/** The process groups that run. */
const groups = new Set<number>();

/** Runs a program in a folder, for so long at most. Resolves with whether it ended with the code 0. */
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
    // A group of its own, so that the processes it starts can be ended with it.
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

/** Ends all that runs: a group of its own gets no signal of the terminal. */
export function endAll(): void {
  for (const pid of groups) endGroup(pid);
}

function endGroup(pid: number): void {
  try {
    kill(-pid, 'SIGKILL');
  } catch {
    // It has just ended.
  }
}
