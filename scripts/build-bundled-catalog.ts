import { createHash } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { encodeCatalog } from '../src/catalog/catalog-file.ts';
import { loadCatalog } from '../src/catalog/load-catalog.ts';
import { BUNDLED_SOURCE, bundledLabel } from '../src/service/bundled-catalog.ts';
import { openDatabase } from '../src/service/open-database.ts';

// The bundled foods as a service needs them in memory, so that it starts without reading and indexing
// them. Made of the database by the code that would do it at the start.

const root = fileURLToPath(new URL('..', import.meta.url));
const target = `${root}dist/service/bundled-catalog.bin`;
const stamp = `${root}dist/service/bundled-catalog.stamp`;

/** Changes with the database and with all code that can change what is made of it. */
function currentStamp(): string {
  const hash = createHash('sha256').update(bundledLabel());
  for (const path of globSync('src/{food,search,catalog}/**/*.ts', { cwd: root }).toSorted()) {
    hash.update(path).update(readFileSync(`${root}${path}`));
  }
  return hash.digest('hex');
}

function isCurrent(wanted: string): boolean {
  try {
    return readFileSync(stamp, 'utf8') === wanted;
  } catch {
    return false;
  }
}

const wanted = currentStamp();
if (!isCurrent(wanted)) {
  const database = await openDatabase(BUNDLED_SOURCE);
  const { data, warnings } = await loadCatalog(database.snapshot, BUNDLED_SOURCE);
  await database.close();
  // They would have to be told at every start.
  if (warnings.length > 0) throw new Error(warnings.join('\n'));
  writeFileSync(target, encodeCatalog(data, bundledLabel()));
  writeFileSync(stamp, wanted);
}
