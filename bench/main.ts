import { parseArgs } from 'node:util';
import { benchCors } from './cors.ts';
import { benchFailover } from './failover.ts';
import { benchFleet } from './fleet.ts';
import { benchHttp } from './http.ts';
import { benchMeant } from './meant.ts';
import { runSections } from './measure.ts';
import { benchPage } from './page.ts';
import { benchSearch } from './search.ts';
import { benchWorst } from './worst.ts';

// `npm run bench -- http cors --write`: these two only, and their tables into the document.

const { values, positionals } = parseArgs({
  options: { write: { type: 'boolean' } },
  allowPositionals: true,
});

/** One question each; the answer is a section of the document. */
const BENCHES = {
  search: benchSearch,
  meant: benchMeant,
  worst: benchWorst,
  http: benchHttp,
  cors: benchCors,
  page: benchPage,
  fleet: benchFleet,
  failover: benchFailover,
};

const DOCUMENT = new URL('../docs/internals/performance.md', import.meta.url);

await runSections(BENCHES, positionals, values.write ? DOCUMENT : undefined);
