import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { EGG } from '../../test/egg.ts';
import { tableOf } from '../catalog/entry-store.ts';
import { loadCatalog } from '../catalog/loading/load-catalog.ts';
import { writeEntries } from '../catalog/sqlite/write-entries.ts';
import { createFoodLookup } from '../serving/create-food-lookup.ts';
import { IndexFileError, readIndexFile, writeIndexFile } from './index-file.ts';
import { openDatabase } from './open-database.ts';

const folder = mkdtempSync(join(tmpdir(), 'food-lookup-index-'));
let created = 0;

const write = (database: string, ...names: string[]) =>
  writeEntries(database, tableOf(names.map((description) => ({ ...EGG, description }))));

/** A table of these foods, and an index of it. */
async function indexOf(...names: string[]) {
  const database = join(folder, `${++created}.sqlite`);
  const path = join(folder, `${created}.index`);
  await write(database, ...names);
  const source = { database, table: undefined, key: undefined, fields: [] };
  const opened = await openDatabase(source);
  const { data } = await loadCatalog(opened.snapshot, source);
  await opened.close();
  writeIndexFile(path, source, { data, mark: opened.mark });
  return { database, path, source, data, mark: opened.mark };
}

async function serve(database: string, index: string, refresh = 1) {
  const service = await createFoodLookup({
    ...{ port: 0, logLevel: 'silent' },
    ...{ database, index, refresh },
  });
  onTestFinished(() => service.close());
  const names = async () => (await service.search('egg')).map(({ description }) => description);
  return { service, names };
}

test('an index reads back as it was, for the same settings alone', async () => {
  const { path, source, data, mark } = await indexOf('Egg one', 'Milk');
  expect(readIndexFile(path, source)).toEqual({ data, mark });
  expect(readIndexFile(path, { ...source, database: 'another.sqlite' })).toEqual({ data, mark });
  expect(readIndexFile(path, { ...source, key: 'id' })).toBeUndefined();
  expect(readIndexFile(path, { ...source, fields: ['*'] })).toBeUndefined();
  expect(readIndexFile(path, { ...source, names: 'aka' })).toBeUndefined();
  expect(readIndexFile(path, { ...source, table: 'foods' })).toBeUndefined();
  expect(readIndexFile(join(folder, 'none'), source)).toBeUndefined();
});

test('a service starts from an index, and follows the table from there', async () => {
  const { database, path } = await indexOf('Egg one');
  const { service, names } = await serve(database, path);
  expect(await names()).toEqual(['Egg one']);
  await write(database, 'Egg two');
  await expect.poll(names).toEqual(['Egg two']);
  expect(service.dataStatus).toMatchObject({ failures: 0, reloads: 1 });
});

test('an index that is older than the table is brought up to date after the start', async () => {
  const { database, path } = await indexOf('Egg one');
  await write(database, 'Egg two');
  // Also where nothing else leads to a look.
  const { service, names } = await serve(database, path, 0);
  await expect.poll(names).toEqual(['Egg two']);
  expect(service.dataStatus.reloads).toBe(1);
});

test('an index that is damaged or not there is passed over', async () => {
  const { database, path } = await indexOf('Egg one');
  const bytes = readFileSync(path);
  bytes.writeUInt8(bytes.readUInt8(bytes.length - 9) ^ 1, bytes.length - 9);
  writeFileSync(path, bytes);
  for (const index of [path, join(folder, 'none')]) {
    const { names } = await serve(database, index);
    expect(await names()).toEqual(['Egg one']);
  }
});

test('an index takes the place of an older one, and of nothing else', async () => {
  const { path, source, data, mark } = await indexOf('Egg one');
  writeIndexFile(path, source, { data, mark: 'newer' });
  expect(readIndexFile(path, source)?.mark).toBe('newer');
  const other = join(folder, 'foods.csv');
  writeFileSync(other, 'id,name\n1,Egg\n');
  mkdirSync(join(folder, 'a-folder'));
  for (const wrong of [other, join(folder, 'a-folder'), join(folder, 'missing', 'x.index')]) {
    expect(() => writeIndexFile(wrong, source, { data, mark })).toThrow(IndexFileError);
  }
  expect(readFileSync(other, 'utf8')).toBe('id,name\n1,Egg\n');
  expect(readdirSync(folder).filter((name) => name.endsWith('.tmp'))).toEqual([]);
});
