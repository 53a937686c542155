import { expect, test } from 'vitest';
import { imported, sourceFile, zipOf } from '../../test/import-cases.ts';

// Columns that contradict each other, or that have amounts of something other than 100 g.

const HEADER = 'Food,Calories,Protein (g),Carbohydrate (g),Fat (g),Water (g)';
/** Forty different foods: protein, carbohydrate, fat and water, 100 g in total. */
const FOODS = Array.from({ length: 40 }, (_, i) => {
  const [protein, carbohydrate, fat] = [1 + (i % 7) * 3, 2 + (i % 5) * 9, (i % 4) * 5];
  return [protein, carbohydrate, fat, 100 - protein - carbohydrate - fat];
});

/** Writes these foods with a second protein column. */
function withSecondProtein(name: string, factor: number): string {
  const lines = FOODS.map((food, n) => `Food ${n},,${food}`);
  const second = lines.map((line) => `${line},${Number(line.split(',')[2]) * factor}`);
  return sourceFile('foods.csv', [`${HEADER},${name}`, ...second].join('\n'));
}

test.each(['Protein (g)', 'Protein (g).1', 'Protein...7', 'PROCNT'])(
  'importFoods refuses two protein columns that differ: %s',
  async (name) => {
    const path = withSecondProtein(name, 0.5);
    await expect(imported(path)).rejects.toThrow('have different amounts');
    const map = new Map([['protein_g', name === 'Protein (g)' ? 'Protein (g) (2)' : name]]);
    expect((await imported(path, { map })).rows[1]).toMatchObject({ protein_g: 2 });
    expect((await imported(withSecondProtein(name, 1))).rows).toHaveLength(40);
  },
);

test('importFoods refuses two tables side by side', async () => {
  const lines = FOODS.map((food, n) => `Food ${n},,${food}`);
  const both = lines.slice(20).map((line, n) => `${lines[n]},${line}`);
  const text = [`${HEADER},${HEADER}`, ...both].join('\n');
  await expect(imported(sourceFile('foods.csv', text))).rejects.toThrow('its own file');
});

test.each([
  ['protein is a tenth', 0.1],
  ['protein is less than half', 0.4],
])('importFoods refuses a table whose %s', async (_, factor) => {
  const lines = FOODS.map(([, carbohydrate = 0, fat = 0], n) => {
    const protein = 12 + n / 2;
    const kcal = 4 * (protein + carbohydrate) + 9 * fat;
    return `Food ${n},${kcal},${protein * factor},${carbohydrate},${fat},`;
  });
  const path = sourceFile('foods.csv', [HEADER, ...lines].join('\n'));
  await expect(imported(path)).rejects.toThrow('energy that does not match');
});

test('importFoods refuses amounts per 100 kcal', async () => {
  const lines = FOODS.map(([protein = 0, carbohydrate = 0, fat = 0], n) => {
    const share = 100 / (4 * (protein + carbohydrate) + 9 * fat);
    return [`Food ${n}`, 100, protein * share, carbohydrate * share, fat * share, ''].join(',');
  });
  const path = sourceFile('foods.csv', [HEADER, ...lines].join('\n'));
  await expect(imported(path)).rejects.toThrow('energy that does not match');
});

test.each([
  ['(50 g)', true],
  [', 2 pieces', true],
  [', 100 ml', false],
])(
  'importFoods refuses a table in which every fourth name ends with %j: %s',
  async (amount, isRefused) => {
    const lines = FOODS.map((food, n) => `"Food ${n}${n % 4 === 0 ? amount : ''}",,${food}`);
    const path = sourceFile('foods.csv', [HEADER, ...lines].join('\n'));
    const kept = await imported(path).then(
      ({ rows }) => rows.length,
      ({ message }) => message,
    );
    expect(kept).toEqual(isRefused ? expect.stringContaining('10 of its foods are named') : 40);
  },
);

test('importFoods reads `<0.5` as 0, but `<322` as unknown', async () => {
  const text = `name,kcal,Sodium (mg),Fiber (g),Iron (mg)\nSoup,50,<322,<0.5,"< 1,5"\n`;
  const { rows, counts } = await imported(sourceFile('foods.csv', text));
  expect(rows).toMatchObject([{ sodium_mg: null, fiber_td_g: 0, iron_mg: 0 }]);
  expect(counts).toMatchObject({ trace: 2, unreadable: 1 });
});

test('importFoods does not read grams per MJ', async () => {
  const text = 'name,kcal,Protein (g/MJ),Fat (g per 1000 kcal),Sugar (g)\nEgg,143,21,66,0.4\n';
  const { rows } = await imported(sourceFile('foods.csv', text));
  expect(rows).toMatchObject([{ protein_g: null, sugar_g: 0.4 }]);
});

test('importFoods refuses a file in an archive whose checksum is wrong', async () => {
  const archive = zipOf({ 'foods.csv': 'name,kcal\nEgg,143\n' });
  archive[archive.indexOf('143')] = '9'.charCodeAt(0);
  await expect(imported(sourceFile('foods.zip', archive))).rejects.toThrow('wrong checksum');
});

test('importFoods does not read the first food as a header if each amount has a unit next to it', async () => {
  const text = 'Food,Fat,Unit,Protein,Unit,Iron,Unit\nEgg,9.5,g,12.6,g,,mg\nMilk,3.3,g,3.2,g,,mg\n';
  const { rows } = await imported(sourceFile('foods.csv', text));
  expect(rows).toMatchObject([{ lipid_total_g: 9.5 }, { lipid_total_g: 3.3 }]);
});

test('importFoods prefers a column without a remark in its name', async () => {
  const text = 'name,kcal,Protein (g) (old),Protein (g)\nEgg,143,10.1,12.6\nMilk,61,2.6,3.2\n';
  const { rows } = await imported(sourceFile('foods.csv', text));
  expect(rows).toMatchObject([{ protein_g: 12.6 }, { protein_g: 3.2 }]);
});

test.each([
  ['numbers', (i: number) => `${i}`],
  ['sentences', (i: number) => `Food ${i} is good to eat.`],
])('importFoods refuses %s as food names', async (_, nameOf) => {
  const lines = Array.from({ length: 10 }, (_, i) => `${nameOf(i)},143`);
  const path = sourceFile('foods.csv', ['food,kcal', ...lines].join('\n'));
  const message = 'its column "food" has numbers or sentences for 10 foods';
  await expect(imported(path)).rejects.toThrow(message);
});

test.each([
  [
    'the iron of a column that holds calcium',
    'iron',
    '40',
    '',
    'its columns "iron" have values too',
  ],
  ['selenium in g that is said to be in mg', 'selenium', '0.000002', 'mg', 'selenium:g"'],
])('importFoods refuses %s', async (_, name, amount, unit, message) => {
  const lines = Array.from({ length: 10 }, (_, i) => `Food ${i},${120 + i},${amount}`);
  const path = sourceFile('foods.csv', [`name,kcal,${name}`, ...lines].join('\n'));
  const map = new Map(unit === '' ? [] : [[`${name}_ug`, `${name}:${unit}`]]);
  await expect(imported(path, { map })).rejects.toThrow(message);
});
