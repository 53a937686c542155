import { execFile } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

// Runs wrk (Debian's package), a load generator that costs little: its threads and script.

/** A load generator that costs little (Debian's package wrk). */
export const WRK = '/usr/bin/wrk';

/** What wrk did, and what it took of the machine itself. */
export interface WrkRun {
  readonly requests: number;
  readonly seconds: number;
  /** Answers other than 2xx and 3xx, and broken connections. */
  readonly failed: number;
  readonly cpuSeconds: number;
}

export const hasWrk = existsSync(WRK);

/** Writes the script that asks for these paths in turn; returns its path. */
export function writeScript(folder: string, paths: readonly string[]): string {
  const script = join(folder, 'paths.lua');
  const list = paths.map((path) => `  ${JSON.stringify(path)},`).join('\n');
  writeFileSync(
    script,
    `local paths = {\n${list}\n}\nlocal next = 0\nfunction request()\n  next = next % #paths + 1\n  return wrk.format("GET", paths[next])\nend\n`,
  );
  return script;
}

export async function runWrk(
  port: number,
  script: string,
  { connections, seconds }: { readonly connections: number; readonly seconds: number },
): Promise<WrkRun> {
  const command = `${WRK} -t1 -c${connections} -d${seconds}s -s "$0" "$1"; times`;
  const args = ['-c', command, script, `http://127.0.0.1:${port}/`];
  const { stdout } = await promisify(execFile)('/bin/sh', args);
  const [, requests, time] = /(\d+) requests in ([\d.]+)s/.exec(stdout) ?? [];
  if (requests === undefined || time === undefined) throw new Error(`wrk says: ${stdout}`);
  const broken = /connect (\d+), read (\d+), write (\d+), timeout (\d+)/.exec(stdout)?.slice(1);
  const refused = /Non-2xx or 3xx responses: (\d+)/.exec(stdout)?.[1] ?? '0';
  // The shell's own times come first, then those of what it ran.
  const [children = ''] = stdout.trim().split('\n').slice(-1);
  const spent = [...children.matchAll(/(\d+)m([\d.]+)s/g)];
  return {
    requests: Number(requests),
    seconds: Number(time),
    failed: [...(broken ?? []), refused].reduce((sum, count) => sum + Number(count), 0),
    cpuSeconds: spent.reduce(
      (sum, [, minutes, rest]) => sum + Number(minutes) * 60 + Number(rest),
      0,
    ),
  };
}
