import { describe, expect, test } from 'vitest';
import { imported, sourceFile } from '../../test/import-cases.ts';

/** Twelve foods, each with these cells after its name. */
function foods(header: string, cells: string): string {
  const lines = Array.from({ length: 12 }, (_, i) => `Food ${i},${cells}`);
  return sourceFile('foods.csv', [header, ...lines].join('\n'));
}

describe('importFoods refuses, unless accepted:', () => {
  test.each([
    ['name,Vitamin X,zinc_mg', '1,2', 'lack energy, protein and carbohydrate'],
    ['name,Kaloriewert,protein_g', '1,2', 'lack kcal (perhaps in "Kaloriewert")'],
    ['name,kcal,Proteinmenge (g)', '1,2', '--map "protein_g=Proteinmenge (g)"'],
    ['name,kcal,Fett mettet sum', '1,2', 'lack fa_sat_g (perhaps in "Fett mettet sum")'],
    ['name,kcal,protein_g,Chlorid,Kohlenh', '1,2,3,4', '_g (perhaps in "Kohlenh")'],
    ['name,kcal,protein_g,HC sumados', '1,2,3', '_g (perhaps in "HC sumados")'],
    ['name,kcal,protein_g', '10/12,2', 'its column "kcal" has amounts that cannot be read'],
    ['name,kcal,Sodium', '100,0.004', '--map "sodium_mg=Sodium:g"'],
    ['name,kcal,Iron', '100,1000', '--map "iron_mg=Iron:µg"'],
  ])('%s', async (header, cells, message) => {
    const path = foods(header, cells);
    await expect(imported(path)).rejects.toThrow(message);
    expect((await imported(path, { accept: ['nutrients'] })).rows).toHaveLength(12);
  });

  test('most foods left out', async () => {
    const path = sourceFile('foods.csv', `name,kcal\nEgg,143${'\n,52'.repeat(10)}\n`);
    await expect(imported(path)).rejects.toThrow(
      '10 of its 11 rows would be left out. Map other columns with --map, or accept that with ' +
        '--accept rows.',
    );
    expect((await imported(path, { accept: ['rows'] })).rows).toHaveLength(1);
  });

  test('less than half of the existing foods', async () => {
    const path = foods('name,kcal', '100');
    const countExisting = async () => 25;
    await expect(imported(path, { countExisting })).rejects.toThrow(
      'it has 12 foods, less than half of the 25 in the table that it would replace. ' +
        'To replace it anyway, use --accept fewer-foods.',
    );
    const accept = ['fewer-foods'] as const;
    expect((await imported(path, { countExisting, accept })).rows).toHaveLength(12);
    expect((await imported(path, { countExisting: async () => 24 })).rows).toHaveLength(12);
  });
});

test('importFoods accepts a table with percent columns and columns that are not nutrients', async () => {
  const { rows } = await imported(
    foods('name,kcal,Protein (%),Unsaturation,polinsaturi/saturi', '100,5,1,2'),
  );
  expect(rows[0]).toMatchObject({ kcal: 100, protein_g: null });
});
