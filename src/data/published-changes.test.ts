import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { MANIFEST_PATH, manifestIn, startIndexServer } from '../../test/index-server.ts';
import { FollowedStorage } from './followed-storage.ts';
import { startBuilder, startFollower, tableWith } from './published-index.case.ts';

/** One builder and its storage, and what changes an amount and waits until that is published. */
async function startPublished() {
  const database = await tableWith(...Array.from({ length: 40 }, (_, i) => `Egg ${i}`));
  const server = await startIndexServer();
  await startBuilder(database, server.address);
  await expect.poll(() => server.files.has(MANIFEST_PATH)).toBe(true);
  const change = async (kcal: number) => {
    const { sha256 } = manifestIn(server).current;
    const writer = new DatabaseSync(database);
    writer.exec(`UPDATE entries SET kcal = ${kcal} WHERE description = 'Egg 7'`);
    writer.close();
    await expect.poll(() => manifestIn(server).current.sha256).not.toBe(sha256);
  };
  const changesFiles = () => [...server.files.keys()].filter((path) => path.endsWith('.changes'));
  return { server, change, changesFiles };
}

test('a service loads only the amounts that have changed', async () => {
  const { server, change } = await startPublished();
  const { service } = await startFollower(server.address);
  const kcal = async () => (await service.search('Egg 7'))[0]?.kcal;
  const { length } = server.log;
  await change(7);
  await expect.poll(kcal).toBe(7);
  const loaded = server.log
    .slice(length)
    .filter((line) => /^GET .*s 200$|^GET .*x 200$/.test(line));
  expect(loaded).toEqual([expect.stringMatching(/^GET \/foods\/\w+\.changes 200$/)]);
});

/** Loads the foods as a service does that has slept through two changes. */
async function afterTwoChanges(
  tamper = async (_: Awaited<ReturnType<typeof startPublished>>) => {},
) {
  const published = await startPublished();
  const { server, change } = published;
  const storage = new FollowedStorage(server.address);
  const mark = await storage.changeMark();
  const { loaded } = await storage.load(undefined);
  await change(7);
  await change(8);
  await tamper(published);
  const { length } = server.log;
  await storage.changeMark();
  const patched = await storage.load({ data: loaded.data, mark });
  const whole = await storage.load(undefined);
  expect(patched.loaded.data).toEqual(whole.loaded.data);
  return server.log.slice(length).filter((line) => !line.includes('manifest'));
}

const CHANGES = expect.stringMatching(/^GET .*\.changes 200$/);
const INDEX = expect.stringMatching(/^GET .*\.index 200$/);

test('changes that were missed are loaded too', async () => {
  expect(await afterTwoChanges()).toEqual([CHANGES, CHANGES, INDEX]);
});

test('damaged changes are not used', async () => {
  const asked = await afterTwoChanges(async ({ server, changesFiles }) => {
    for (const path of changesFiles()) {
      const bytes = server.files.get(path)?.toString() ?? '';
      server.files.set(path, Buffer.from(bytes.replaceAll('8', '9')));
    }
  });
  expect(asked).toEqual([CHANGES, INDEX, INDEX]);
});

test('changes of an index that no longer is in the manifest are removed', async () => {
  const { change, changesFiles } = await startPublished();
  for (const kcal of [1, 2, 3, 4, 5]) await change(kcal);
  await expect.poll(() => changesFiles().length).toBe(4);
});
