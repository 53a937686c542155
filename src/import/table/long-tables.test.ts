import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { imported, sourceFile } from '../../../test/import-cases.ts';

const EGG = { description: 'Egg', kcal: 143, protein_g: 12.6 };

/** Creates a folder with these files. */
function folderOf(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'food-lookup-long-'));
  for (const [name, text] of Object.entries(files))
    writeFileSync(join(folder, name), text, 'latin1');
  return folder;
}

describe('importFoods joins tables with one amount per line:', () => {
  test.each([
    [
      'Canadian Nutrient File',
      {
        'FOOD NAME.csv':
          'FoodID,FoodCode,FoodDescription,ScientificName\r5,5,Milk,\r2,2,"Egg",Gallus\r',
        'NUTRIENT AMOUNT.csv':
          'FoodID,NutrientID,NutrientValue\r2,208,143\r5,208,61\r2,203,12.6\r9,203,1\r',
        'NUTRIENT NAME.csv':
          'NutrientID,NutrientUnit,NutrientName,Tagname\r208,kCal,ENERGY (KILOCALORIES),ENERC_KCAL\r203,g,PROTEIN,PROCNT\r',
      },
    ],
    [
      'CIQUAL as XML',
      {
        'alim_2020_07_07.xml':
          '<?xml version="1.0" encoding="windows-1252" ?><TABLE><ALIM><alim_code> 2 </alim_code><alim_nom_eng> Egg </alim_nom_eng></ALIM><ALIM><alim_code> 5 </alim_code><alim_nom_eng> Milk </alim_nom_eng></ALIM></TABLE>',
        'compo_2020_07_07.xml':
          '<TABLE><COMPO><alim_code> 2 </alim_code><const_code> 328 </const_code><teneur> 143 </teneur></COMPO><COMPO><alim_code>2</alim_code><const_code>25000</const_code><teneur>12,6</teneur></COMPO><COMPO><alim_code>5</alim_code><const_code>328</const_code><teneur>61</teneur></COMPO></TABLE>',
        'const_2020_07_07.xml':
          '<TABLE><CONST><const_code> 328 </const_code><const_nom_eng> Energy, Regulation EU No 1169/2011 (kcal/100g) </const_nom_eng></CONST><CONST><const_code>25000</const_code><const_nom_eng>Protein (g/100g)</const_nom_eng></CONST></TABLE>',
      },
    ],
    [
      'Standard Reference',
      {
        'FOOD_DES.txt': '~00002~^~0100~^~Egg~^~EGG~^^\n~00005~^~0100~^~Milk~^~MILK~^^\n',
        'NUT_DATA.txt': '~00002~^~208~^143\n~00002~^~203~^12600\n~00005~^~208~^61\n',
        'NUTR_DEF.txt': '~208~^~kcal~^~ENERC_KCAL~^~Energy~\n~203~^~mg~^~PROCNT~^~Protein~\n',
      },
    ],
  ])('%s', async (_, files) => {
    const { rows, report } = await imported(folderOf(files));
    expect(rows).toMatchObject([EGG, { description: 'Milk', kcal: 61, protein_g: null }]);
    expect(report.key).toBeDefined();
  });

  test('leaves out amounts of unknown foods, and reports them', async () => {
    const { rows, counts } = await imported(
      folderOf({
        'FOOD_DES.txt': '~00002~^~0100~^~Egg~^~EGG~^^\n',
        'NUT_DATA.txt': '~00002~^~208~^143\n~00009~^~208~^61\n',
        'NUTR_DEF.txt': '~208~^~kcal~^~ENERC_KCAL~^~Energy~\n',
      }),
    );
    expect(rows).toMatchObject([{ description: 'Egg', kcal: 143 }]);
    expect(rows).toHaveLength(1);
    expect(counts).toMatchObject({ 'no-food': 1 });
  });

  test('says what is missing', async () => {
    const path = sourceFile('FOOD NAME.csv', 'FoodID,FoodDescription\n2,Egg\n');
    await expect(imported(path)).rejects.toThrow('none of its columns looks like energy');
    const csv = sourceFile('foods.csv', 'name,kcal\nEgg,143\n');
    await expect(imported(csv, { format: 'long' })).rejects.toThrow('Import the whole folder.');
  });

  test('refuses foods with too many different columns', async () => {
    const foods = Array.from({ length: 5_000 }, (_, i) => `<ALIM><a${i}>1</a${i}></ALIM>`).join('');
    const folder = folderOf({
      'alim_2020.xml': `<TABLE><ALIM><alim_code>2</alim_code></ALIM>${foods}</TABLE>`,
      'compo_2020.xml': '<TABLE></TABLE>',
      'const_2020.xml': '<TABLE></TABLE>',
    });
    await expect(imported(folder)).rejects.toThrow('more than 4,096 columns');
  });
});
