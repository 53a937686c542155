import { parseArgs } from 'node:util';
import { benchCors } from './cors.ts';
import { benchFleet } from './fleet.ts';
import { benchHttp } from './http.ts';
import { benchMeal } from './meal.ts';
import { runSections } from './measure.ts';
import { benchRelevance } from './relevance.ts';
import { benchSearch } from './search.ts';

// `npm run bench -- http cors --write` runs only `http` and `cors`, and writes their tables.

const { values, positionals } = parseArgs({
  options: { write: { type: 'boolean' } },
  allowPositionals: true,
});

const BENCHES = {
  search: benchSearch,
  relevance: benchRelevance,
  meal: benchMeal,
  http: benchHttp,
  cors: benchCors,
  fleet: benchFleet,
};

const document = new URL('../docs/internals/performance.md', import.meta.url);
await runSections(BENCHES, {}, positionals, values.write ? document : undefined);
