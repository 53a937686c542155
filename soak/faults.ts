import { markdownTable } from '../bench/measure.ts';
import { CALLERS } from './faults/callers.ts';
import type { Fault } from './faults/fault.ts';
import { search } from './faults/honest-searches.ts';
import { SURROUNDINGS } from './faults/surroundings.ts';
import { mebibytes, startProgram } from './program.ts';

/** Enough to fill the caches, so that memory before and after can be compared. */
const SEARCHES = 20_000;

/** Each fault on a service of its own, and whether it serves as before afterwards, as a table. */
export async function runFaults(only: string): Promise<string> {
  const rows: string[][] = [];
  for (const fault of [...CALLERS, ...SURROUNDINGS]) {
    if (!fault.name.includes(only)) continue;
    rows.push([fault.name, ...(await consequencesOf(fault))]);
    console.error(rows.at(-1)?.join(' | '));
  }
  const head = ['fault', 'meanwhile', 'failed after', 'memory', 'after', 'errors logged', 'exit'];
  return markdownTable(head, rows);
}

async function consequencesOf({ flags = [], options, missing, cause }: Fault): Promise<string[]> {
  if (missing !== undefined) return [`not run: ${missing}`, '', '', '', '', ''];
  const program = await startProgram(flags, options);
  await search(program.port, SEARCHES);
  const before = await program.settledBytes();
  const seen = await cause(program);
  const failed = await search(program.port, SEARCHES);
  if (!program.isRunning()) return [seen, String(failed), '', '', program.faults(), 'crashed'];
  const after = await program.settledBytes();
  const errors = program.faults().split('\n').length - 1;
  const code = await program.stop();
  const change = ((after / before - 1) * 100).toFixed(0);
  return [
    seen,
    String(failed),
    mebibytes(before),
    `${mebibytes(after)} (${change} %)`,
    String(errors),
    String(code),
  ];
}
