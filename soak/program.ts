import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

export const PROGRAM = fileURLToPath(new URL('../bin/food-lookup.cjs', import.meta.url));

/** Collects garbage on SIGUSR2, so that what is left is in use. */
const COLLECT_GARBAGE =
  "data:text/javascript,process.on('SIGUSR2',()=>{for(let i=0;i<3;i++)globalThis.gc?.()})";
/** Freed memory is given back to the system a little later. */
const SETTLE_MS = 3_000;

/** Linux's C library keeps freed memory in up to eight arenas per core. With one, a leak shows. */
const MALLOC_ARENA_MAX = '1';

/** How many characters of the program's log are kept. */
const MAX_LOG_LENGTH = 100_000;

/** The options that `npm run soak` passes to a trial. Each has its own default for what is undefined. */
export interface SoakOptions {
  readonly seed: number;
  readonly seconds: number | undefined;
  /** Of requests, tries, stops, steps, changes or rows. */
  readonly count: number | undefined;
  readonly threads: number;
  /** A SQLite file to serve instead of the bundled foods. */
  readonly database: string | undefined;
  /** Only attacks, faults or kinds whose name contains this. */
  readonly only: string;
}

/** The built program, started as an operator would. */
export interface Program {
  readonly child: ChildProcess;
  readonly port: number;
  /** Of the page; NaN without `--page`. */
  readonly pagePort: number;
  /** Memory of the process without garbage, a few seconds later. */
  readonly settledBytes: () => Promise<number>;
  /** Its logged errors, and output that is not a log line, such as a crash. */
  readonly faults: () => string;
  readonly isRunning: () => boolean;
  /** Ends it with SIGTERM. Resolves with the exit code; `null` if a signal ended it. */
  readonly stop: () => Promise<number | null>;
}

export interface ProgramOptions {
  /** Commands that start the program, such as `['prlimit', '--nofile=64']`. */
  readonly through?: readonly string[];
  /** Where standard error goes. Default: it is read, for `faults`. */
  readonly stderr?: number;
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts `food-lookup serve` on a free port of this machine, and waits until it listens. */
export async function startProgram(
  flags: readonly string[],
  { through = [], stderr, env = {} }: ProgramOptions = {},
): Promise<Program> {
  const node = [process.execPath, '--max-semi-space-size=2', '--expose-gc'];
  const serve = [PROGRAM, 'serve', '--port', '0', '--host', '127.0.0.1'];
  const all = [...through, ...node, `--import=${COLLECT_GARBAGE}`, ...serve, ...flags];
  const [command = '', ...args] = all;
  const stdio: StdioOptions = ['ignore', 'pipe', stderr ?? 'pipe'];
  const child = spawn(command, args, {
    cwd: tmpdir(),
    env: { PATH: process.env.PATH, NO_COLOR: '1', MALLOC_ARENA_MAX, ...env },
    stdio,
  });
  // A soak that fails must not leave it running.
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));
  const faults = faultsIn(child);
  const exit = once(child, 'exit');
  const started = await firstLines(child, faults);
  const portOf = (name: string) =>
    Number(new RegExp(`"${name}":"[^"]+:(\\d+)"`).exec(started)?.[1]);
  return {
    child,
    port: portOf('url'),
    pagePort: portOf('pageUrl'),
    settledBytes: async () => {
      child.kill('SIGUSR2');
      await setTimeout(SETTLE_MS);
      return residentBytes(child);
    },
    faults,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    stop: async () => {
      child.kill('SIGTERM');
      const [code] = await exit;
      return code;
    },
  };
}

/** What it prints until it is ready. */
async function firstLines(child: ChildProcess, faults: () => string): Promise<string> {
  let text = '';
  for await (const chunk of child.stdout?.iterator({ destroyOnReturn: false }) ?? []) {
    text += chunk;
    if (text.includes('"event":"listening"')) {
      child.stdout?.resume();
      return text;
    }
  }
  throw new Error(`The program ended (${child.exitCode}) before it listened: ${faults()}`);
}

/** Keeps the lines of standard error that tell of a fault: they may be few among many. */
function faultsIn({ stderr }: ChildProcess): () => string {
  let [faults, rest] = ['', ''];
  stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const isHarmless = /^\{"level":[1-4]0,/.test(line);
      if (!isHarmless && faults.length < MAX_LOG_LENGTH) faults += `${line}\n`;
    }
  });
  return () => faults;
}

/** Memory of a process now (resident set), in bytes. Linux only. */
export function residentBytes({ pid }: ChildProcess): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1_024;
}

/** CPU time of all threads of a process so far. Linux only. */
export function cpuSeconds({ pid }: ChildProcess): number {
  return globSync(`/proc/${pid}/task/*/schedstat`).reduce(
    (sum, path) => sum + Number(readFileSync(path, 'utf8').split(' ', 1)[0]) / 1e9,
    0,
  );
}

export function mebibytes(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(0)} MiB`;
}
