import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Creates a table of branded and other foods, with a barcode and non-numeric keys. */
export function brandedTable(): string {
  const path = join(mkdtempSync(join(tmpdir(), 'food-lookup-branded-')), 'foods.sqlite');
  const columns =
    'id, description, kcal, carbohydrate_g, protein_g, fa_sat_g, fa_mono_g, fa_poly_g, sodium_mg, ' +
    'gtin, fdc_id, source, manufacturer, quantity, portions';
  const database = new DatabaseSync(path);
  database.exec(`CREATE TABLE entries (${columns})`);
  const insert = database.prepare(`INSERT INTO entries VALUES (${columns.replace(/\w+/g, '?')})`);
  const biscuits = JSON.stringify([{ amount: 2, unit: 'biscuits (28 g)', grams: 28 }]);
  const amounts = [539, 57.5, 6.3, 10.6, null, null, 42.8];
  const spread = [...amounts, '00041220576920', 2_100_001, 'USDA Branded', 'Ferrero, Other'];
  insert.run('A-1', 'Hazelnut spread', ...spread, '1,5 kg', biscuits);
  insert.run(
    'é',
    'Hazelnuts',
    ...amounts,
    null,
    2_100_002,
    'USDA Foundation Foods',
    null,
    null,
    null,
  );
  insert.run('12', 'Hazelnut oil', ...amounts, null, null, 'USDA FNDDS', null, '6 x 33 cl', null);
  database.close();
  return path;
}
