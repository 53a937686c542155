import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { writeSection } from '../bench/measure.ts';
import { runChanges } from './changes.ts';
import { runCost } from './cost.ts';
import { runFaults } from './faults.ts';
import { runFuzz } from './fuzz.ts';
import { runHostile } from './hostile.ts';
import { runLoad } from './load.ts';
import { walkPage } from './page.ts';
import { runProperties } from './properties.ts';
import { runReloads } from './reloads.ts';
import { runStop } from './stop.ts';

// `npm run soak`: the options of the long trials, and which of them run.

const { values, positionals } = parseArgs({
  options: {
    seconds: { type: 'string' },
    connections: { type: 'string' },
    seed: { type: 'string', default: '1' },
    // A SQLite file to serve instead of the bundled foods.
    database: { type: 'string' },
    only: { type: 'string', default: '' },
    requests: { type: 'string', default: '1000000' },
    // Per second; 0: as many as are answered.
    rate: { type: 'string', default: '500' },
    threads: { type: 'string', default: '1' },
    times: { type: 'string', default: '20' },
    // Of a table that is served.
    changes: { type: 'string', default: '200' },
    // Of the table in PostgreSQL that changes.
    rows: { type: 'string', default: '2000000' },
    // Of the random walk of the page.
    steps: { type: 'string', default: '500' },
    tries: { type: 'string', default: '60' },
    // Puts the figures into the document.
    write: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});

// For bench/http/servers/food-lookup.ts.
if (values.database !== undefined) process.env.DATABASE = resolve(values.database);
process.env.THREADS = values.threads;

const DOCUMENT = new URL('../docs/internals/reliability.md', import.meta.url);

/** Long trials, by name; most over the loopback interface. */
const SOAKS: Readonly<Record<string, () => Promise<string>>> = {
  hostile: () =>
    runHostile({
      seconds: Number(values.seconds ?? 30),
      connections: Number(values.connections ?? 20),
      seed: Number(values.seed),
      only: values.only,
    }),
  fuzz: () =>
    runFuzz({
      requests: Number(values.requests),
      connections: Number(values.connections ?? 8),
      seed: Number(values.seed),
    }),
  cost: () =>
    runCost({ tries: Number(values.tries), seed: Number(values.seed), only: values.only }),
  faults: () => runFaults(values.only),
  load: () =>
    runLoad({
      seconds: Number(values.seconds ?? 600),
      connections: Number(values.connections ?? 25),
      rate: Number(values.rate),
      threads: Number(values.threads),
      seed: Number(values.seed),
    }),
  changes: () => runChanges({ seconds: Number(values.seconds ?? 300), rows: Number(values.rows) }),
  reloads: () =>
    runReloads({ changes: Number(values.changes), rows: 60_000, seed: Number(values.seed) }),
  properties: () => runProperties(Number(values.times)),
  page: () => walkPage(Number(values.steps), Number(values.seed)),
  stop: () =>
    runStop({
      times: Number(values.times),
      connections: Number(values.connections ?? 50),
      seed: Number(values.seed),
    }),
};

for (const name of positionals.length > 0 ? positionals : Object.keys(SOAKS)) {
  const soak = SOAKS[name];
  if (soak === undefined) {
    throw new Error(`There is no soak "${name}". Use ${Object.keys(SOAKS).join(', ')}.`);
  }
  const figures = await soak();
  console.log(`## ${name}\n\n${figures}\n`);
  if (values.write) writeSection(DOCUMENT, name, figures);
}
