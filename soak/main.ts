import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { runSections } from '../bench/measure.ts';
import { runChanges } from './changes.ts';
import { runCost } from './cost.ts';
import { runFaults } from './faults.ts';
import { runFuzz } from './fuzz.ts';
import { runHostile } from './hostile.ts';
import { runLoad } from './load.ts';
import { runMcp } from './mcp.ts';
import type { SoakOptions } from './program.ts';
import { runStop } from './stop.ts';

// `npm run soak -- fuzz --count 2000 --seed 7` runs one long test; without a name, all.

const { values, positionals } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    seconds: { type: 'string' },
    count: { type: 'string' },
    threads: { type: 'string', default: '1' },
    database: { type: 'string' },
    only: { type: 'string', default: '' },
    // Writes the results into the document.
    write: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});

const { seed, seconds, count, threads, database, only } = values;
const numberOf = (text: string | undefined) => (text === undefined ? undefined : Number(text));
const options: SoakOptions = {
  ...{ seed: Number(seed), seconds: numberOf(seconds), count: numberOf(count) },
  ...{ threads: Number(threads), database: database && resolve(database), only },
};

const TRIALS = {
  hostile: runHostile,
  fuzz: runFuzz,
  cost: runCost,
  faults: runFaults,
  load: runLoad,
  mcp: runMcp,
  changes: runChanges,
  stop: runStop,
};

await runSections(
  TRIALS,
  options,
  positionals,
  values.write ? new URL('../docs/internals/reliability.md', import.meta.url) : undefined,
);
