import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

// Starts the built program for the soaks, and judges its log and its memory.

const PROGRAM = fileURLToPath(new URL('../bin/food-lookup.cjs', import.meta.url));

const COLLECT_GARBAGE = new URL('./collect-garbage.ts', import.meta.url);
/** Freed memory is given back to the system a little later. */
const SETTLE_MS = 3_000;

/**
 * The C library of Linux keeps freed memory in as many as eight arenas per core. With one, what the
 * process holds is what it uses, and a leak can be told from that.
 */
const MALLOC_ARENA_MAX = '1';

/** Of what the program logs, this many characters are kept. */
const MAX_LOG_LENGTH = 100_000;

/** The built program, started as an operator would. */
export interface Program {
  readonly child: ChildProcess;
  readonly port: number;
  /** With `--page`: the port of the page. */
  readonly pagePort: number | undefined;
  /** Memory of the process now (resident set), in bytes. Linux only. */
  readonly memoryBytes: () => number;
  /** The same without garbage, a few seconds later. */
  readonly settledBytes: () => Promise<number>;
  /** What it has logged as an error, and what is no log line at all, such as a crash. */
  readonly faults: () => string;
  /** Whether the process still runs. */
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
  const [command = '', ...args] = [
    ...through,
    process.execPath,
    '--max-semi-space-size=2',
    '--expose-gc',
    `--import=${COLLECT_GARBAGE}`,
    PROGRAM,
    'serve',
    ...['--port', '0', '--host', '127.0.0.1'],
    ...flags,
  ];
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
  const log = new FaultLog(child);
  const exit = once(child, 'exit');
  const started = await firstLines(child, log);
  const portOf = (name: string) => {
    const port = new RegExp(`"${name}":"[^"]+:(\\d+)"`).exec(started)?.[1];
    return port === undefined ? undefined : Number(port);
  };
  return {
    child,
    port: portOf('url') ?? 0,
    pagePort: portOf('pageUrl'),
    memoryBytes: () => residentBytes(child.pid ?? 0),
    settledBytes: async () => {
      child.kill('SIGUSR2');
      await setTimeout(SETTLE_MS);
      return residentBytes(child.pid ?? 0);
    },
    faults: () => log.text,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    stop: async () => {
      child.kill('SIGTERM');
      const [code] = await exit;
      return code;
    },
  };
}

/** What it prints until it is ready. */
async function firstLines({ stdout, exitCode }: ChildProcess, log: FaultLog): Promise<string> {
  let text = '';
  for await (const chunk of stdout?.iterator({ destroyOnReturn: false }) ?? []) {
    text += chunk;
    if (text.includes('"event":"listening"')) {
      stdout?.resume();
      return text;
    }
  }
  throw new Error(`The program ended (${exitCode}) before it listened: ${log.text}`);
}

/** Keeps the lines of standard error that tell of a fault: they may be few among many. */
class FaultLog {
  text = '';
  #rest = '';

  constructor({ stderr }: ChildProcess) {
    stderr?.setEncoding('utf8').on('data', (chunk: string) => {
      const lines = (this.#rest + chunk).split('\n');
      this.#rest = lines.pop() ?? '';
      for (const line of lines) {
        const isHarmless = /^\{"level":[1-4]0,/.test(line);
        if (!isHarmless && this.text.length < MAX_LOG_LENGTH) this.text += `${line}\n`;
      }
    });
  }
}

function residentBytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1_024;
}

export function mebibytes(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(0)} MiB`;
}
