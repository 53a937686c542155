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
import { runProperties, walkPage } from './properties.ts';
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

const { only } = values;
const seed = Number(values.seed);
const threads = Number(values.threads);
const times = Number(values.times);
const database = values.database === undefined ? undefined : resolve(values.database);
const seconds = (usual: number) => Number(values.seconds ?? usual);
const connections = (usual: number) => Number(values.connections ?? usual);

await runSections(
  {
    hostile: () =>
      runHostile({
        seconds: seconds(30),
        connections: connections(20),
        seed,
        only,
        database,
        threads,
      }),
    fuzz: () => runFuzz({ requests: Number(values.requests), connections: connections(8), seed }),
    cost: () => runCost({ tries: Number(values.tries), seed, only, database }),
    faults: () => runFaults(only),
    load: () =>
      runLoad({
        ...{ seconds: seconds(600), connections: connections(25), seed },
        ...{ rate: Number(values.rate), threads },
      }),
    mcp: () => runMcp(only),
    changes: () => runChanges({ seconds: seconds(300), rows: Number(values.rows) }),
    reloads: () => runReloads({ changes: Number(values.changes), rows: 60_000, seed }),
    properties: () => runProperties(times),
    page: () => walkPage(Number(values.steps), seed),
    stop: () => runStop({ times, connections: connections(50), seed }),
  },
  positionals,
  values.write ? new URL('../docs/internals/reliability.md', import.meta.url) : undefined,
);
