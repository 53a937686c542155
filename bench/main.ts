import { parseArgs } from 'node:util';
import { benchCors } from './cors.ts';
import { benchFleet } from './fleet.ts';
import { benchHttp } from './http.ts';
import { benchMeant } from './meant.ts';
import { writeSection } from './measure.ts';
import { benchPage } from './page.ts';
import { benchSearch } from './search.ts';
import { benchWorst } from './worst.ts';

// `npm run bench -- http cors --write`: these two only, and their tables into the document.

const DOCUMENT = new URL('../docs/internals/performance.md', import.meta.url);

/** One question each; the answer is a section of {@link DOCUMENT}. */
const BENCHES: Readonly<Record<string, () => Promise<string>>> = {
  search: benchSearch,
  meant: benchMeant,
  worst: benchWorst,
  http: benchHttp,
  cors: benchCors,
  page: benchPage,
  fleet: benchFleet,
};

const { values, positionals } = parseArgs({
  options: { write: { type: 'boolean' } },
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
  if (values.write) writeSection(DOCUMENT, name, figures);
}
