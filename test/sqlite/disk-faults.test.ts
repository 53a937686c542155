import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pino } from 'pino';
import { onTestFinished, type TestContext, test } from 'vitest';
import { loadInThread } from '../../src/catalog/loading/load-in-thread.ts';
import { createSqliteStore } from '../../src/catalog/sqlite/store.ts';
import { writeEntries } from '../../src/catalog/sqlite/write-entries.ts';
import { DataFollower } from '../../src/data/data-follower.ts';
import { createFoodLookup } from '../../src/index.ts';
import { EGG } from '../egg.ts';
import { tableOf } from '../table-of.ts';

const OFTEN = { interval: 100 };
const FOODS = 300;
const folder = mkdtempSync(join(tmpdir(), 'food-lookup-disk-'));

const write = (path: string, name: string) =>
  writeEntries(
    path,
    tableOf(Array.from({ length: FOODS }, (_, n) => ({ ...EGG, description: `Egg ${name} ${n}` }))),
  );

function isReadable(path: string): boolean {
  try {
    readFileSync(path);
    return true;
  } catch {
    return false;
  }
}

/** Replaces a file atomically; otherwise the reader would see it half written. */
function replace(path: string, content: string): void {
  writeFileSync(`${path}.new`, content);
  renameSync(`${path}.new`, path);
}

/**
 * A fault: how to damage the file, the expected report, and how to undo the damage if rewriting the
 * file is not enough.
 */
const FAULTS: readonly {
  readonly name: string;
  readonly breaks: (path: string) => (() => void) | undefined;
  readonly text: RegExp;
}[] = [
  {
    name: 'a file that was removed',
    breaks: (path) => {
      rmSync(path);
    },
    text: /^there is no such file\./,
  },
  {
    name: 'a file that was replaced by something else',
    breaks: (path) => {
      replace(path, 'This is not a database, though it is longer than a header.');
      return () => rmSync(path);
    },
    text: /^it is not a SQLite database\./,
  },
  {
    name: 'a file whose second half is gone',
    breaks: (path) => {
      truncateSync(path, Math.floor(statSync(path).size / 8192) * 4096);
      return () => rmSync(path);
    },
    text: /^it is damaged\./,
  },
  {
    name: 'a folder in place of the file',
    breaks: (path) => {
      rmSync(path);
      mkdirSync(path);
      return () => rmSync(path, { recursive: true });
    },
    text: /^it is a folder\./,
  },
  {
    name: 'another database in its place',
    breaks: (path) => {
      const other = new DatabaseSync(`${path}.other`);
      other.exec('CREATE TABLE drinks (name TEXT)');
      other.close();
      renameSync(`${path}.other`, path);
    },
    text: /^it has no table "entries"; it has "drinks"\./,
  },
  {
    name: 'a file that another program has locked after writing to it',
    breaks: (path) => {
      const writer = new DatabaseSync(path);
      writer.exec('UPDATE entries SET kcal = 1; BEGIN EXCLUSIVE');
      return () => writer.close();
    },
    text: /^another program has locked it\./,
  },
];

let created = 0;

async function serve({ onTestFinished }: Pick<TestContext, 'onTestFinished'>) {
  const path = join(folder, `${++created}.sqlite`);
  await write(path, 'old');
  const service = await createFoodLookup({
    ...{ port: 0, refresh: 1, logLevel: 'silent' },
    database: path,
  });
  onTestFinished(() => service.close());
  const names = async () => {
    const { body } = await service.inject('/api/food?q=egg');
    return [...new Set(body.match(/(?<=Egg )\w+/g))].join();
  };
  return { path, service, names };
}

test.concurrent.for(FAULTS)(
  '$name leaves the data unchanged until the file is readable again',
  async ({ breaks, text }, context) => {
    const { expect } = context;
    const { path, service, names } = await serve(context);
    const undo = breaks(path);
    await expect.poll(() => service.dataStatus.fault?.reason, OFTEN).toMatch(text);
    expect(await names()).toBe('old');
    undo?.();
    await write(path, 'new');
    await expect.poll(names, OFTEN).toBe('new');
    await expect.poll(() => service.dataStatus.fault, OFTEN).toBeUndefined();
  },
);

// Windows permissions work differently.
test.skipIf(process.platform === 'win32')(
  'a file that loses its read permission is reported, and served again once it is readable',
  async (context) => {
    const { expect } = context;
    const path = join(folder, 'forbidden.sqlite');
    await write(path, 'old');
    const store = createSqliteStore({ database: path });
    const lines: string[] = [];
    const follower = new DataFollower({
      store,
      load: (served, signal) => loadInThread(store, { database: path }, served, signal),
      mark: await store.changeMark(),
      data: undefined,
      refreshMs: 60_000,
      logger: pino({ base: null }, { write: (line) => lines.push(line) }),
      replace: () => '',
      onStatus: () => {},
    });
    onTestFinished(() => follower.close());
    chmodSync(path, 0o000);
    // An administrator may read everything, so switch to another user.
    const isAdministrator = process.geteuid?.() === 0;
    if (isAdministrator) {
      chmodSync(folder, 0o755);
      process.seteuid?.(65_534);
      if (!isReadable(import.meta.filename)) {
        process.seteuid?.(0);
        context.skip('only root may read this repository');
      }
    }
    try {
      follower.start();
      follower.reload();
      await expect.poll(() => lines, OFTEN).toHaveLength(1);
    } finally {
      if (isAdministrator) process.seteuid?.(0);
    }
    expect(lines[0]).toMatch(
      /it cannot be opened\. Check that this user can read it and its folder\. Still answering from memory, with data loaded \d{4}-.* and confirmed up to date \d+ s ago"/,
    );
    chmodSync(path, 0o644);
    follower.reload();
    await expect.poll(() => lines.at(-1), OFTEN).toMatch(/can be read again, after \d+ s;/);
  },
);
