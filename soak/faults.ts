import { markdownTable } from '../bench/measure.ts';
import { FAULTS, type Fault, search } from './faults/all-faults.ts';
import { mebibytes, type SoakOptions, startProgram } from './program.ts';

/** Enough to fill the caches, so that memory before and after can be compared. */
const SEARCHES = 20_000;

/** Each fault twice on a service of its own, and whether it serves as before afterwards, as a table. */
export async function runFaults({ only }: SoakOptions): Promise<string> {
  const rows: string[][] = [];
  for (const fault of FAULTS) {
    if (!fault.name.includes(only)) continue;
    rows.push([fault.name, ...(await consequencesOf(fault))]);
    console.error(rows.at(-1)?.join(' | '));
  }
  const memory = ['memory before', 'after', 'after again'];
  const head = ['fault', 'meanwhile', 'failed after', ...memory, 'errors logged', 'exit'];
  return markdownTable(head, rows);
}

async function consequencesOf({ flags = [], options, missing, cause }: Fault): Promise<string[]> {
  if (missing !== undefined) return [`not run: ${missing}`, '', '', '', '', '', ''];
  const program = await startProgram(flags, options);
  await search(program.port, SEARCHES);
  const before = await program.settledBytes();
  const seen: string[] = [];
  const memory: string[] = [mebibytes(before)];
  let failed = 0;
  let last = before;
  // The first time, the process takes memory that it keeps for the next time. A leak grows again.
  for (let times = 0; times < 2 && program.isRunning(); times++) {
    seen.push(await cause(program));
    failed += await search(program.port, SEARCHES);
    const after = program.isRunning() ? await program.settledBytes() : Number.NaN;
    memory.push(`${mebibytes(after)} (${((after / last - 1) * 100).toFixed(0)} %)`);
    last = after;
  }
  const errors = program.faults().split('\n').length - 1;
  const end = program.isRunning() ? String(await program.stop()) : `crashed: ${program.faults()}`;
  return [[...new Set(seen)].join('; '), String(failed), ...memory, String(errors), end];
}
