import { ExitCode } from './exit-code.ts';

// What happens where output cannot be written: commands end, quietly for a closed pipe, and `serve`
// goes on.

const STREAMS = [process.stdout, process.stderr];

/** Ends a command whose output cannot be written. */
export function endWithOutput(): void {
  for (const stream of STREAMS) stream.on('error', end);
}

/** Lets a service go on, though nobody reads what it prints any more, or the disk is full. */
export function outliveOutput(): void {
  for (const stream of STREAMS) stream.off('error', end).off('error', goOn).on('error', goOn);
}

function goOn(): void {}

/** A reader such as `head` closes the pipe when it has read enough: that is not an error. */
function end({ code, message }: NodeJS.ErrnoException): void {
  if (code === 'EPIPE') process.exit();
  process.stderr.write(`Cannot write the output: ${message}\n`);
  process.exit(ExitCode.failure);
}
