import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { platform } from 'node:process';
import { fileURLToPath } from 'node:url';
import { onTestFinished, vi } from 'vitest';
import { run as runCommand } from '../../src/cli/program.ts';

/** Whether a process can be asked to end. Windows kills it at once. */
export const HAS_SIGNALS = platform !== 'win32';

export const PROGRAM = fileURLToPath(new URL('../../bin/food-lookup.cjs', import.meta.url));

/** An empty folder, so that no configuration file is found by chance. */
export const EMPTY_FOLDER = mkdtempSync(join(tmpdir(), 'food-lookup-cli-'));

export interface RunOptions {
  /** Environment variables, in addition to those of every process. */
  readonly env?: Readonly<Record<string, string>>;
  readonly folder?: string;
}

export interface StartOptions extends RunOptions {
  /** The standard streams. Default: no input, and pipes for the output. */
  readonly stdio?: StdioOptions;
  /** Flags for Node.js itself. */
  readonly nodeFlags?: readonly string[];
  /** A program that starts the process, with its arguments, such as `prlimit`. */
  readonly starter?: readonly string[];
}

export interface RunResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Starts the built program as a user would, with only these settings in its environment. */
export function start(
  args: readonly string[],
  {
    env = {},
    folder = EMPTY_FOLDER,
    stdio = ['ignore', 'pipe', 'pipe'],
    nodeFlags = [],
    starter = [],
  }: StartOptions = {},
): ChildProcess {
  const [command = '', ...rest] = [...starter, process.execPath, ...nodeFlags, PROGRAM, ...args];
  const child = spawn(command, rest, {
    cwd: folder,
    env: { PATH: process.env.PATH, NO_COLOR: '1', ...env },
    stdio,
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  return child;
}

/** Runs the built program to completion, for tests that need a process of its own. */
export function runProgram(args: readonly string[], options?: StartOptions): Promise<RunResult> {
  return ended(start(args, options));
}

/**
 * Runs a command line to completion in this process, where the code is already loaded: a tenth of
 * the time of a new process. Run only one at a time, since a process has one environment and one
 * working directory.
 */
export async function run(
  args: readonly string[],
  { env = {}, folder = EMPTY_FOLDER }: RunOptions = {},
): Promise<RunResult> {
  const before = { env: { ...process.env }, folder: process.cwd() };
  const { PATH, TMPDIR, TEMP } = before.env;
  const written = { stdout: '', stderr: '' };
  const spies = (['stdout', 'stderr'] as const).map((name) =>
    vi.spyOn(process[name], 'write').mockImplementation((text, ...more) => {
      written[name] += text;
      more.findLast((each) => typeof each === 'function')?.();
      return true;
    }),
  );
  setEnvironment({ PATH, TMPDIR, TEMP, NO_COLOR: '1', ...env });
  process.chdir(folder);
  try {
    const code = await runCommand([process.execPath, PROGRAM, ...args]);
    return { code, ...written };
  } finally {
    process.chdir(before.folder);
    setEnvironment(before.env);
    for (const spy of spies) spy.mockRestore();
  }
}

/** Lets the commands of a test wait for a service as long as a busy machine needs. */
export function waitLong(): void {
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(new AbortController().signal);
}

/** Modules hold a reference to the environment object, so change it in place. */
function setEnvironment(variables: Readonly<NodeJS.ProcessEnv>): void {
  for (const name of Object.keys(process.env)) delete process.env[name];
  for (const [name, value] of Object.entries(variables)) {
    if (value !== undefined) process.env[name] = value;
  }
}

/** Collects everything a program writes, and its exit code. */
export function ended(child: ChildProcess): Promise<RunResult> {
  const written = { stdout: '', stderr: '' };
  child.stdout?.on('data', (chunk) => {
    written.stdout += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    written.stderr += chunk;
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, ...written }));
  });
}

/**
 * Returns the first match in what a program writes from now on, by default to its standard output.
 */
export function firstMatch(
  child: ChildProcess,
  form: RegExp,
  output = child.stdout,
): Promise<RegExpExecArray> {
  let written = '';
  return new Promise((resolve, reject) => {
    output?.on('data', (chunk) => {
      written += chunk;
      const match = form.exec(written);
      if (match !== null) resolve(match);
    });
    child.on('close', () => reject(new Error(`ended without ${form}: ${written}`)));
  });
}
