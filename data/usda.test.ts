import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { BUNDLED_DATABASES } from '../src/settings/bundled-foods.ts';

const read = (sql: string) => {
  const database = new DatabaseSync(BUNDLED_DATABASES.usda, { readOnly: true });
  try {
    return database.prepare(sql).all();
  } finally {
    database.close();
  }
};
const food = (id: string) => read(`SELECT * FROM entries WHERE id = '${id}'`)[0];

describe('data/usda.sqlite', () => {
  test('has the foods of all three sources, each with its own ID', () => {
    const counts = read(
      'SELECT source, count(*) AS foods, count(fdc_id) AS ids FROM entries GROUP BY 1',
    );
    expect(counts.map((row) => ({ ...row }))).toEqual([
      { source: 'USDA FNDDS 2021–2023', foods: 5431, ids: 5431 },
      { source: 'USDA Foundation Foods 2024-10', foods: 316, ids: 316 },
      { source: 'USDA Standard Reference 28', foods: 8790, ids: 7754 },
    ]);
    expect(read('SELECT count(DISTINCT id) AS ids FROM entries')[0]).toEqual(
      expect.objectContaining({ ids: 14_537 }),
    );
  });

  test('keeps the foods of release 28 first and unchanged, under their NDB numbers', () => {
    const database = new DatabaseSync(BUNDLED_DATABASES.usda, { readOnly: true });
    database.exec(`ATTACH '${BUNDLED_DATABASES.sr28}' AS sr`);
    const columns = z
      .array(z.object({ name: z.string() }))
      .parse(database.prepare('PRAGMA sr.table_info(entries)').all())
      .map(({ name }) => name)
      .join(', ');
    const same = database
      .prepare(
        `SELECT count(*) AS same FROM (SELECT ${columns} FROM main.entries WHERE rowid <= 8790
           AND id = ndb_no INTERSECT SELECT ${columns} FROM sr.entries)`,
      )
      .get();
    database.close();
    expect(same).toEqual(expect.objectContaining({ same: 8790 }));
  });

  test('has foods as people eat them, with synonyms, a usual amount and portions', () => {
    expect(food('11111000')).toMatchObject({
      description: 'Milk, whole',
      fdc_id: '2705385',
      ...{ kcal: 61, protein_g: 3.27, fa_sat_g: 1.86, calcium_mg: 123, vit_d_ug: 1.1 },
      gmwt_1: 244,
      gmwt_desc1: '1 serving',
      food_group: 'Milk, whole',
      common_names: 'leche fresca',
    });
  });

  test('has Foundation Foods under the IDs of FoodData Central', () => {
    expect(food('321360')).toMatchObject({
      description: 'Tomatoes, grape, raw',
      fdc_id: '321360',
      ...{ kcal: 27, lycopene_ug: 4100, ash_g: 0.56, ndb_no: '100147' },
    });
  });
});
