import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { benchCors } from './cors.ts';
import { benchFleet } from './fleet.ts';
import { benchGrowth } from './growth.ts';
import { benchHttp } from './http.ts';
import { benchMeant } from './meant.ts';
import { writeSection } from './measure.ts';
import { benchPage } from './page.ts';
import { benchReload } from './reload.ts';
import { benchSearch } from './search.ts';
import { benchThreads } from './threads.ts';
import { benchWorst } from './worst.ts';

// `npm run bench`: which benches run, and where their figures are written in `docs/`.

const DOCUMENT = new URL('../docs/performance.md', import.meta.url);
const SCALING = new URL('../docs/scaling.md', import.meta.url);
/** Where the figures of a bench go, if not into {@link DOCUMENT}. */
const OTHER_DOCUMENTS: Readonly<Record<string, URL>> = {
  reload: SCALING,
  threads: SCALING,
  fleet: SCALING,
};
const PLOT = new URL('../docs/search-growth.svg', import.meta.url);

const isWriting = () => values.write === true;

/** One question each; an answer is a section of docs/performance.md. */
const BENCHES: Readonly<Record<string, () => Promise<string>>> = {
  search: benchSearch,
  meant: benchMeant,
  growth: async () => {
    const { table, plot } = await benchGrowth();
    if (isWriting()) writeFileSync(PLOT, plot);
    return table;
  },
  worst: benchWorst,
  http: benchHttp,
  cors: benchCors,
  page: benchPage,
  reload: () => benchReload(values.rows === undefined ? undefined : Number(values.rows)),
  threads: benchThreads,
  fleet: benchFleet,
};

// npm run bench -- http cors --write: these two only, and their figures into the document.
// npm run bench -- reload --rows 2000000: of a table of this size.
const { values, positionals } = parseArgs({
  options: { write: { type: 'boolean' }, rows: { type: 'string' } },
  allowPositionals: true,
});

for (const name of positionals.length > 0 ? positionals : Object.keys(BENCHES)) {
  const bench = BENCHES[name];
  if (bench === undefined) {
    const names = Object.keys(BENCHES).join(', ');
    throw new Error(`There is no bench "${name}". Use ${names}.`);
  }
  const figures = await bench();
  console.log(`## ${name}\n\n${figures}\n`);
  const section = values.rows === undefined ? name : `${name}-${values.rows}`;
  if (isWriting()) writeSection(OTHER_DOCUMENTS[name] ?? DOCUMENT, section, figures);
}
