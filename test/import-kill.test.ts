import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { runs } from './runs.ts';

const MOMENTS = runs(4);
const AT_ONCE = 3;
const OLD_ROWS = 7;
const BATCH_ROWS = 500;
const NEW_ROWS = MOMENTS * BATCH_ROWS;

/**
 * A program that replaces the table with a new one, in batches, and reports each batch before it
 * writes it. If it is to be killed at the first batch, it waits there. Otherwise, it continues, so
 * that the kill may come at any step.
 */
const WRITER = `
  const { writeEntries } = await import(process.argv[1]);
  const row = ['Egg', 1, 2, 3, 4, 5, 6];
  const names = ['description', 'kcal', 'protein_g', 'carbohydrate_g', 'fa_sat_g', 'fa_mono_g', 'fa_poly_g'];
  const columns = names.map((name) => ({ name, type: 'any' }));
  const rows = (count) => Array.from({ length: count }, () => row);
  await writeEntries(process.argv[2], { columns, batches: [rows(${OLD_ROWS})] });
  await writeEntries(process.argv[2], { columns, batches: (async function* () {
    for (let batch = 0; batch < ${MOMENTS}; batch++) {
      process.send(batch);
      if (process.argv[3] === '0') await new Promise(() => setInterval(() => {}, 60_000));
      yield rows(${BATCH_ROWS});
      await new Promise((resolve) => setImmediate(resolve));
    }
  })() });
`;

const MODULE = new URL('../src/catalog/sqlite/write-entries.ts', import.meta.url).href;

/** Kills a writer when it hands out this batch; returns the number of rows left in the table. */
async function rowsAfterKill(moment: number): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'food-lookup-kill-'));
  const path = join(folder, 'foods.sqlite');
  const args = ['--input-type=module', '--eval', WRITER, MODULE, path, String(moment)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  child.on('message', (batch) => {
    if (batch === moment) child.kill('SIGKILL');
  });
  await new Promise((resolve) => child.once('close', resolve));
  expect(
    readdirSync(folder).filter(
      (name) => !/^foods\.sqlite(\.import-[0-9a-f]{16}\.tmp)?$/.test(name),
    ),
  ).toEqual([]);
  const database = new DatabaseSync(path, { readOnly: true });
  const check = database.prepare('PRAGMA integrity_check').get();
  const counted = database.prepare('SELECT count(*) AS n FROM entries').get();
  database.close();
  rmSync(folder, { recursive: true });
  expect(check).toEqual({ integrity_check: 'ok' });
  return Number(counted?.n);
}

test(`an import that is killed at any of ${MOMENTS} moments leaves a whole table`, async () => {
  const moments = Array.from({ length: MOMENTS }, (_, moment) => moment);
  const left = new Map<number, number>();
  const work = async () => {
    for (let moment = moments.pop(); moment !== undefined; moment = moments.pop()) {
      left.set(moment, await rowsAfterKill(moment));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  expect(left.size).toBe(MOMENTS);
  for (const rows of left.values()) expect([OLD_ROWS, NEW_ROWS]).toContain(rows);
  // If the import is killed before the last batch, the old table is left.
  expect(left.get(0)).toBe(OLD_ROWS);
});
