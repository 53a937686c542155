import { mkdtempSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { EGG } from '../../test/egg.ts';
import { tableOf } from '../../test/table-of.ts';
import { loadCatalog } from '../catalog/loading/load-catalog.ts';
import { writeEntries } from '../catalog/sqlite/write-entries.ts';
import { createFoodLookup } from '../service/create-food-lookup.ts';
import { IndexCache } from './index-cache.ts';
import { readIndexFile } from './index-file.ts';
import { openDatabase } from './open-database.ts';

const folder = () => mkdtempSync(join(tmpdir(), 'food-lookup-cache-'));
let written = 0;
/** Writes a table long ago, so that its change mark stays the same. */
async function write(database: string, ...names: string[]) {
  await writeEntries(database, tableOf(names.map((description) => ({ ...EGG, description }))));
  utimesSync(database, ++written, written);
}
const SILENT = pino({ level: 'silent' });

async function indexed(database: string) {
  const source = { database, table: undefined, key: undefined, fields: [] };
  await using opened = await openDatabase(source);
  const { data } = await loadCatalog(opened.snapshot, source);
  return { source, data, mark: opened.mark };
}

async function serve(database: string, indexCache: string) {
  const service = await createFoodLookup({
    ...{ port: 0, logLevel: 'silent' },
    ...{ database, indexCache, refresh: 1 },
  });
  onTestFinished(() => service.close());
  return async () => (await service.search('egg')).map(({ description }) => description);
}

test('a service keeps its index, and updates it after each change', async () => {
  const place = folder();
  const database = join(place, 'foods.sqlite');
  const cache = join(place, 'deep', 'cache');
  await write(database, 'Egg one');
  const names = await serve(database, cache);
  const kept = async () => {
    const [file = ''] = readdirSync(cache);
    const { source, data, mark } = await indexed(database);
    return [readIndexFile(join(cache, file), source), { data, mark }];
  };
  await expect.poll(() => readdirSync(cache)).toEqual([expect.stringMatching(/^[\da-f]+\.index$/)]);
  const [first, current] = await kept();
  expect(first).toEqual(current);
  await write(database, 'Egg two');
  await expect.poll(names).toEqual(['Egg two']);
  await expect
    .poll(async () => {
      const [found, wanted] = await kept();
      return found?.mark === wanted?.mark;
    })
    .toBe(true);
});

/** Creates a cache whose index has a different food than the table, to show which one is served. */
async function keptOtherwise() {
  const place = folder();
  const database = join(place, 'foods.sqlite');
  await write(database, 'Egg kept');
  const { data } = await indexed(database);
  await write(database, 'Egg stored');
  const { source, mark } = await indexed(database);
  const cache = new IndexCache(place, source, database, SILENT);
  cache.scheduleWrite({ data, mark });
  const file = () => readdirSync(place).find((name) => name.endsWith('.index'));
  await expect.poll(file).toBeDefined();
  await cache.close();
  return { place, database, path: join(place, file() ?? '') };
}

test('the next start uses the kept index if the table is the same', async () => {
  const { place, database } = await keptOtherwise();
  expect(await (await serve(database, place))()).toEqual(['Egg kept']);
});

test('the next start reads the table if it changed, or if the cached index is damaged or of another table', async () => {
  const changed = await keptOtherwise();
  await write(changed.database, 'Egg changed');
  expect(await (await serve(changed.database, changed.place))()).toEqual(['Egg changed']);

  const damaged = await keptOtherwise();
  const bytes = readFileSync(damaged.path);
  bytes.writeUInt8(bytes.readUInt8(bytes.length - 9) ^ 1, bytes.length - 9);
  writeFileSync(damaged.path, bytes);
  expect(await (await serve(damaged.database, damaged.place))()).toEqual(['Egg stored']);

  const other = join(damaged.place, 'others.sqlite');
  await write(other, 'Egg other');
  expect(await (await serve(other, damaged.place))()).toEqual(['Egg other']);
});

test('an index that cannot be saved is served anyway, and old drafts are removed', async () => {
  const place = folder();
  const database = join(place, 'foods.sqlite');
  await write(database, 'Egg');
  expect(await (await serve(database, join(database, 'cache')))()).toEqual(['Egg']);

  const { source, data, mark } = await indexed(database);
  const lines: string[] = [];
  const logger = pino({}, { write: (line) => void lines.push(line) });
  new IndexCache(join(database, 'cache'), source, database, logger).scheduleWrite({ data, mark });
  expect(lines).toEqual([expect.stringContaining('The index is not cached: ')]);
  const cache = new IndexCache(place, source, database, SILENT);
  cache.scheduleWrite({ data, mark });
  const files = () => readdirSync(place).filter((name) => name.includes('.index'));
  await expect.poll(files).toEqual([expect.stringMatching(/\.index$/)]);
  const [name] = files();
  const [old, young] = [`${name}.1.tmp`, `${name}.2.tmp`];
  const others = ['other.index.1.tmp', `${name}.bak`];
  for (const file of [old, young, ...others]) writeFileSync(join(place, file), '');
  const secondsAgo = (seconds: number) => Date.now() / 1000 - seconds;
  for (const file of [...others, old]) utimesSync(join(place, file), 0, secondsAgo(3_700));
  utimesSync(join(place, young), 0, secondsAgo(3_500));
  cache.scheduleWrite({ data, mark: 'another' });
  await expect.poll(() => files().includes(old)).toBe(false);
  await cache.close();
  expect(files()).toEqual(expect.arrayContaining([young, ...others]));
});

test('a service that stops while it saves its index leaves the drafts of others alone', async () => {
  const place = folder();
  const database = join(place, 'foods.sqlite');
  await write(database, 'Egg');
  const { source, data, mark } = await indexed(database);
  const cache = new IndexCache(place, source, database, SILENT);
  cache.scheduleWrite({ data, mark });
  await expect.poll(() => readdirSync(place)).toContainEqual(expect.stringMatching(/\.index$/));
  const name = readdirSync(place).find((file) => file.endsWith('.index'));
  writeFileSync(join(place, `${name}.1.tmp`), '');
  cache.scheduleWrite({ data, mark: 'another' });
  await cache.close();
  expect(readdirSync(place)).toContain(`${name}.1.tmp`);
});
