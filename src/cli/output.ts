import { stdout } from 'node:process';
import type { SingleBar } from 'cli-progress';

// How commands print and exit. If output cannot be written, `serve` continues, but all other
// commands end.

const STREAMS = [process.stdout, process.stderr];

/** Makes a command end if its output cannot be written. */
export function exitOnOutputError(): void {
  for (const stream of STREAMS) stream.on('error', end);
}

/** Lets a service continue if nobody reads its output anymore, or the disk is full. */
export function ignoreOutputErrors(): void {
  for (const stream of STREAMS) stream.off('error', end).off('error', ignore).on('error', ignore);
}

function ignore(): void {}

/**
 * Ends the process. A reader such as `head` closes the pipe once it has read enough, which is not
 * an error.
 */
function end({ code, message }: NodeJS.ErrnoException): void {
  if (code === 'EPIPE') process.exit();
  process.stderr.write(`Cannot write the output: ${message}\n`);
  process.exit(ExitCode.failure);
}

/** Creates a progress bar for a terminal, which disappears at the end. */
export async function createBar(format: string): Promise<SingleBar> {
  // This package is imported here, since it is needed only on a terminal.
  const { Presets, SingleBar } = await import('cli-progress');
  const formatValue = (value: number) => value.toLocaleString('en');
  const options = { stream: process.stderr, format, clearOnComplete: true, formatValue };
  return new SingleBar(options, Presets.shades_classic);
}

/** The exit codes of the commands. */
export const ExitCode = {
  success: 0,
  /** The command failed, or the answer is no. */
  failure: 1,
  /** The command line or a setting is wrong, so trying again does not help. */
  usage: 2,
} as const;

/** Replaces control characters, such as line breaks, with spaces. A terminal would obey them. */
export function printable(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ');
}

/** Prints a value for scripts. */
export function writeJson(value: unknown): void {
  stdout.write(`${JSON.stringify(value, undefined, 2)}\n`);
}
