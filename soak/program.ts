import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

export const PROGRAM = fileURLToPath(new URL('../bin/food-lookup.cjs', import.meta.url));

/** Collects garbage on SIGUSR2, so that only memory in use remains. */
const COLLECT_GARBAGE =
  "data:text/javascript,process.on('SIGUSR2',()=>{for(let i=0;i<3;i++)globalThis.gc?.()})";
/** How long to wait until freed memory is returned to the system. */
const SETTLE_MS = 3_000;

/** Linux's C library keeps freed memory in up to eight arenas per core. With one, leaks show. */
const MALLOC_ARENA_MAX = '1';

/** The number of characters of the program's log that are kept. */
const MAX_LOG_LENGTH = 100_000;

/** The options of `npm run soak`; each test has its own defaults. */
export interface SoakOptions {
  readonly seed: number;
  readonly seconds: number | undefined;
  /** How many requests, tries, stops, or rows, depending on the test. */
  readonly count: number | undefined;
  readonly threads: number;
  /** A SQLite file to serve instead of the bundled foods. */
  readonly database: string | undefined;
  /** Runs only attacks, faults, kinds, or scenarios whose name contains this text. */
  readonly only: string;
}

/** The built program, started as an operator would. */
export interface Program {
  readonly child: ChildProcess;
  readonly port: number;
  /** The port of the page; NaN without `--page`. */
  readonly pagePort: number;
  /** Returns the memory of the process a few seconds after garbage collection. */
  readonly settledBytes: () => Promise<number>;
  /** Returns the logged errors, and output that is not a log line, such as a crash. */
  readonly faults: () => string;
  readonly isRunning: () => boolean;
  /** Stops the program with SIGTERM. Resolves with the exit code; `null` if a signal ended it. */
  readonly stop: () => Promise<number | null>;
}

export interface ProgramOptions {
  /** Commands to start the program through, such as `['prlimit', '--nofile=64']`. */
  readonly through?: readonly string[];
  /** The file descriptor for standard error. Default: a pipe that `faults` reads. */
  readonly stderr?: number;
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts `food-lookup serve` on a free local port, and waits until it listens. */
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
  // A failing soak must not leave the program running.
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

/** Keeps only the lines of standard error that report a fault, since they may be few among many. */
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

/** Returns the current memory of a process (resident set) in bytes. Linux only. */
export function residentBytes({ pid }: ChildProcess): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1_024;
}

/** Returns the CPU time of all threads of a process so far. Linux only. */
export function cpuSeconds({ pid }: ChildProcess): number {
  return globSync(`/proc/${pid}/task/*/schedstat`).reduce(
    (sum, path) => sum + Number(readFileSync(path, 'utf8').split(' ', 1)[0]) / 1e9,
    0,
  );
}

export function mebibytes(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(0)} MiB`;
}
