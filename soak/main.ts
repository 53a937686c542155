import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { runFuzz } from './fuzz.ts';
import { runHostile } from './hostile.ts';

const { values, positionals } = parseArgs({
  options: {
    seconds: { type: 'string', default: '30' },
    connections: { type: 'string' },
    seed: { type: 'string', default: '1' },
    // A SQLite file to serve instead of the bundled foods.
    database: { type: 'string' },
    only: { type: 'string', default: '' },
    requests: { type: 'string', default: '1000000' },
  },
  allowPositionals: true,
});

// For bench/http/servers/food-lookup.ts.
if (values.database !== undefined) process.env.DATABASE = resolve(values.database);

/** Long trials over the loopback interface, by name. */
const SOAKS: Readonly<Record<string, () => Promise<string>>> = {
  hostile: () =>
    runHostile({
      seconds: Number(values.seconds),
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
};

for (const name of positionals.length > 0 ? positionals : Object.keys(SOAKS)) {
  const soak = SOAKS[name];
  if (soak === undefined) {
    throw new Error(`There is no soak "${name}". Use ${Object.keys(SOAKS).join(', ')}.`);
  }
  console.log(`## ${name}\n\n${await soak()}\n`);
}
