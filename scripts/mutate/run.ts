import { spawn } from 'node:child_process';
import { delimiter, dirname } from 'node:path';
import { env, execPath, kill } from 'node:process';

// Runs a command for so long at most, and ends it with all that it has started.

/** How a command ended: with the code 0, with another, or because its time was up. */
export type Ending = 'well' | 'badly' | 'late';

/** The process groups that run. */
const groups = new Set<number>();

/** Runs a program in a folder, without output. @param maxMs how long it may take */
export async function run(
  program: string,
  args: readonly string[],
  cwd: string,
  maxMs: number,
): Promise<Ending> {
  const child = spawn(program, args, {
    cwd,
    stdio: 'ignore',
    env: { ...env, PATH: `${dirname(execPath)}${delimiter}${env.PATH}`, CI: 'true' },
    // A group of its own, so that the processes it starts can be ended with it.
    detached: true,
  });
  const { pid = 0 } = child;
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    endGroup(pid);
  }, maxMs);
  if (pid > 0) groups.add(pid);
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', resolve);
    });
    if (isLate) return 'late';
    return code === 0 ? 'well' : 'badly';
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
