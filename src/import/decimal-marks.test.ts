import { describe, expect, test } from 'vitest';
import { imported, sourceFile } from '../../test/import-cases.ts';

// Numbers with commas or periods, which are decimal marks or separate thousands, and dates.

describe('importFoods, numbers with commas', () => {
  const kcals = async (text: string) => {
    const path = sourceFile('foods.txt', text);
    const { rows } = await imported(path, { per: '100g', accept: ['nutrients'] });
    return rows.map(({ kcal }) => kcal);
  };

  test.each([
    ['a fraction after a zero', 'name,kcal\nA,"0,125"\nB,"1,234"\n', [0.125, 1.234]],
    ['fractions, however late', 'name,kcal\nA,"1,234"\nB,"9,5"\n', [1.234, 9.5]],
    ['thousands in a table with decimal points', 'name,kcal\nA,"1,234"\nB,9.5\n', [1234, 9.5]],
    ['thousands in a table with millions', 'name;kcal\nA;1,234\nB;1,234,567\n', [1234, 1234567]],
    ['fractions, as in another column', 'name,kcal,iron_mg\nA,"1,234","0,5"\n', [1.234]],
    ['periods between thousands', 'name;kcal;iron_mg\nA;1.234;0,5\n', [1234]],
    ['spaces between thousands', 'name;kcal\nA;1 234,5\n', [1234.5]],
  ])('reads %s', async (_, text, expected) => {
    expect(await kcals(text)).toEqual(expected);
  });

  test('refuses 2.310, perhaps 2310, in a column of whole numbers if the table has decimal points', async () => {
    const text = 'name,sodium_mg,protein_g\nHam,900,18.5\nSoup,345,1\nBacon,2.310,37\n';
    await expect(imported(sourceFile('foods.csv', text))).rejects.toThrow(
      '"sodium_mg" has 2.310 (line 4), and another cell has 900 (line 2)',
    );
  });

  test('reads one date as missing, and refuses two dates, since others may look like numbers', async () => {
    const path = (kcal: string) => sourceFile('foods.csv', `name,kcal\nA,01.02\nB,${kcal}`);
    const { rows, counts } = await imported(path('12.04'));
    expect(rows).toMatchObject([{ kcal: null }, { kcal: 12.04 }]);
    expect(counts.unreadable).toBe(1);
    await expect(imported(path('03.04'))).rejects.toThrow(
      /"kcal" has 03\.04 \(line 3\), and another cell has 01\.02 \(line 2\): .* not as dates\.$/,
    );
  });

  test('refuses a period that may separate thousands, if the table has decimal commas and decimal points', async () => {
    const path = sourceFile('foods.txt', 'name;kcal;iron_mg;zinc_mg\nA;1.234;0,5;0.5\n');
    await expect(imported(path)).rejects.toThrow(
      /"kcal" has 1\.234 \(line 2\), and another cell has 0,5 \(line 2\): .* Write its numbers without thousands separators, and not as dates\.$/,
    );
  });

  test('refuses a number that shows that earlier ones were read wrongly', async () => {
    const lines = Array.from({ length: 9_000 }, (_, i) => `Food ${i},"1,234"`);
    const path = sourceFile('foods.csv', `name,kcal\n${lines.join('\n')}\nLast,"0,5"\n`);
    await expect(imported(path)).rejects.toThrow(
      'its column "kcal" has 1,234 (line 2), and another cell has 0,5 (line 9002)',
    );
  });
});
