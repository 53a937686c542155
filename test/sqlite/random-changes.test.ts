import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { Random } from '../../soak/fuzz/random.ts';
import { elementAt } from '../../src/search/flat-arrays.ts';
import { createFoodLookup } from '../../src/service/create-food-lookup.ts';
import type { FoodLookup } from '../../src/service/food-lookup.ts';
import { runs } from '../runs.ts';

const CHANGES = runs(2);
const ROWS = runs(300);
const SEED = process.env.PROPERTY_TIMES === undefined ? 1 : Date.now();
const WORDS = 'egg milk bread salt raw whole baby food sugar free apple pie ñame of in'.split(' ');
const MODES = ['substring', 'words', 'fuzzy'];
/** The most rows that one change touches. */
const MAX_TOUCHED = 20;

test(`a service that follows random changes answers like a freshly started one, seed ${SEED}`, async () => {
  const random = new Random(SEED);
  const folder = mkdtempSync(join(tmpdir(), 'food-lookup-reloads-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'foods.sqlite');
  // Waits while a service reads the file.
  const database = new DatabaseSync(path, { timeout: 5_000 });
  onTestFinished(() => database.close());
  database.exec(`CREATE TABLE entries (id INTEGER PRIMARY KEY, carbohydrate_g, protein_g, fa_sat_g,
                                       fa_mono_g, fa_poly_g, kcal, description, common_names)`);
  const insert = database.prepare(
    'INSERT INTO entries (kcal, fa_sat_g, description, common_names) VALUES (?, ?, ?, ?)',
  );
  const add = () =>
    void insert.run(
      random.integer(0, 900),
      random.integer(0, 99) / 10,
      nameOf(random),
      random.chance(0.3) ? nameOf(random) : null,
    );
  database.exec('BEGIN');
  for (let row = 0; row < ROWS; row++) add();
  database.exec('COMMIT');
  const start = () =>
    createFoodLookup({
      port: 0,
      logLevel: 'silent',
      database: path,
      fields: ['fa_sat_g'],
      refresh: 1,
    });
  await using served = await start();
  for (let change = 0; change < CHANGES; change++) {
    changeAtRandom(database, random, add);
    await using fresh = await start();
    const targets = Array.from({ length: 10 }, () => targetOf(random));
    await sameRevision(served, fresh, elementAt(targets, 0));
    for (const target of targets) {
      const [one, other] = await Promise.all([served.inject(target), fresh.inject(target)]);
      expect(one.body, target).toBe(other.body);
    }
  }
});

function changeAtRandom(database: DatabaseSync, random: Random, add: () => void): void {
  const touched = random.integer(1, MAX_TOUCHED);
  const some = `id IN (SELECT id FROM entries WHERE id % ${random.integer(2, 50)} = 0 LIMIT ${touched})`;
  database.exec('BEGIN');
  random.make([
    () => {
      for (let row = 0; row < touched; row++) add();
    },
    () => database.exec(`DELETE FROM entries WHERE ${some}`),
    () => database.exec(`UPDATE entries SET kcal = kcal + 1 WHERE ${some}`),
    () => database.exec(`UPDATE entries SET description = '${nameOf(random)}' WHERE ${some}`),
    () => database.exec(`UPDATE entries SET description = NULL WHERE ${some}`),
    () => database.exec(`UPDATE entries SET common_names = '${nameOf(random)}' WHERE ${some}`),
    // Rows are ordered by key, so this moves them.
    () => database.exec(`UPDATE entries SET id = -id WHERE ${some}`),
  ]);
  database.exec('COMMIT');
}

function nameOf(random: Random): string {
  const count = random.integer(1, 5);
  return Array.from({ length: count }, () => random.pick(WORDS)).join(
    random.chance(0.3) ? ', ' : ' ',
  );
}

function targetOf(random: Random): string {
  const q = encodeURIComponent(nameOf(random).slice(0, random.integer(1, 12)));
  return `/api/food?match=${random.pick(MODES)}&fields=fa_sat_g,id&q=${q}`;
}

/** Waits until both services answer from the same data. */
async function sameRevision(one: FoodLookup, other: FoodLookup, target: string): Promise<void> {
  const tagOf = async (service: FoodLookup) => (await service.inject(target)).headers.etag;
  const wanted = await tagOf(other);
  while ((await tagOf(one)) !== wanted) await setTimeout(20);
}
