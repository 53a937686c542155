import { expect, test } from 'vitest';
import { detectFormat } from './detect-format.ts';

const MARKER = '"FoundationFoods"';
const EXAMINED_BYTES = 2 ** 16;

/**
 * Returns the detected format of a file in which the marker of FoodData Central's JSON ends at byte
 * `markerEnd`.
 */
async function formatOf(markerEnd: number, chunkBytes: number) {
  const [start, end] = ['{"note":"', `",${MARKER}`];
  const note = 'x'.repeat(markerEnd - start.length - end.length);
  return formatOfText(`${start}${note}${end}:[]}`, chunkBytes);
}

async function formatOfText(text: string, chunkBytes = EXAMINED_BYTES) {
  return (await detectFormat('foods', [fileOf('foods', text, chunkBytes)])).format;
}

function fileOf(name: string, text: string, chunkBytes = EXAMINED_BYTES) {
  const bytes = Buffer.from(text);
  return {
    ...{ name, path: name, isPacked: false },
    async *read() {
      for (let at = 0; at < bytes.length; at += chunkBytes)
        yield bytes.subarray(at, at + chunkBytes);
    },
  };
}

const TABLE = 'name,kcal\nEgg,143\n';

test.each<[string, string, string?]>([
  [TABLE, 'csv', ','],
  ['name;kcal\nEgg;1,5\n', 'csv', ';'],
  ['name\tkcal\nEgg, raw, whole\t143\n', 'csv', '\t'],
  ['name, in English\tkcal, per 100 g\nEgg\t143\n', 'csv', '\t'],
  ['name|kcal\nEgg|143\n', 'csv', '|'],
  ['name§kcal\nEgg§143\n', 'csv', '§'],
  ['~01001~^~Butter, salted, whipped, cold~^1^2^3\n', 'csv', '^'],
  ['"a; b; c",kcal\nEgg,143\n', 'csv', ','],
  ['Foods of us\nname;kcal\nEgg;143\n', 'csv', ';'],
  ['kcal\n143\n', 'csv', '\t'],
  ['\ufeffname,kcal\rEgg,143\r', 'csv', ','],
  ['product_name\tfat_100g\nEgg\t9\n', 'off-csv', '\t'],
  ['"product_name","fat_100g"\n"Egg",9\n', 'off-csv', ','],
  ['product_name\tfat\nEgg\t9\n', 'csv', '\t'],
  ['name\tfat_100g\nEgg\t9\n', 'csv', '\t'],
  ['SQLite format 3\0', 'sqlite'],
  ['<?xml version="1.0"?><a/>', 'xml'],
  [' <foods/>', 'xml'],
  ['[{"name":"Egg"}]', 'json'],
  ['{"foods":[{"name":"Egg"}]}', 'json'],
  ['{"name":"Egg","tags":["a"]}\n', 'jsonl'],
  ['{"name":"Egg","parts":[{"a":1}]}\n{"name":"Ham"}\n', 'jsonl'],
  ['{"Egg":{"kcal":143},"Ham":{"kcal":145}}\n', 'json'],
  ['{"Egg":{"kcal":143}}\n{"Ham":{"kcal":145}}\n', 'jsonl'],
  ['{"data":{"foods":[{"name":"Egg"}]},"n":1}\n', 'json'],
  ['{\n"name":"Egg"}\n', 'json'],
  ['{}\n', 'jsonl'],
  ['{"product_name":"Egg"}\n', 'off-jsonl'],
  ['[{"product_name":"Egg"}]', 'off-json'],
  ['{"count":1,"products":[{"product_name":"Egg"}]}', 'off-json'],
  ['{"foodNutrients":[]}', 'fdc-json'],
])('the format of %j is %s', async (text, format, delimiter) => {
  const file = fileOf('foods', text, 3);
  const found = { format, file, ...(delimiter !== undefined && { delimiter }) };
  expect(await detectFormat('foods', [file])).toEqual(found);
});

test.each([
  [['food.csv', 'food_nutrient.csv', 'a.csv'], 'fdc-csv', 'food.csv'],
  [['readme.md', 'a.csv'], 'csv', 'a.csv'],
  [['readme.md', 'A.TSV'], 'csv', 'A.TSV'],
  [['foods.dat'], 'csv', 'foods.dat'],
  [['food.csv'], 'csv', 'food.csv'],
])('of the files %j, the format is %s', async (names, format, name) => {
  const found = await detectFormat(
    'foods',
    names.map((one) => fileOf(one, TABLE)),
  );
  expect([found.format, found.file.name]).toEqual([format, name]);
});

test.each<[string[], string, string]>([
  [[], '', 'it has no files.'],
  [['a.csv'], '', 'it is empty.'],
  [['a.csv', 'b.csv'], TABLE, 'it has several files (a.csv, b.csv) and they are not'],
  [['a.md', 'b.md'], TABLE, 'it has several files (a.md, b.md) and they are not'],
  [Array.from({ length: 12 }, (_, i) => `${i}`), TABLE, '(0, 1, 2, 3, 4, 5, 6, 7, 8, 9)'],
  [['a'], 'just text\nwithout a table\n', 'it is not in a known format. Use one of FoodData'],
  [['a'], 'name,\0', 'it is not in a known format.'],
])('the files %j with %j are refused', async (names, text, reason) => {
  const files = names.map((name) => fileOf(name, text));
  await expect(detectFormat('foods', files)).rejects.toThrow(reason);
});

test('a wanted format is not detected', async () => {
  const file = fileOf('food.csv', TABLE);
  expect(await detectFormat('a', [file], { format: 'json' })).toEqual({ format: 'json', file });
  expect((await detectFormat('a', [file], { format: 'fdc-csv' })).format).toBe('fdc-csv');
  const wanted = await detectFormat('a', [file], { format: 'off-csv' });
  expect(wanted).toEqual({ format: 'off-csv', file, delimiter: ',' });
});

test.each(['Start date', 'Set menu', 'Use by', 'Drop scones'])(
  'detectFormat reads a table whose first column is "%s"',
  async (name) => {
    expect(await formatOfText(`${name};Food;kcal\n1;Egg;143\n`)).toBe('csv');
  },
);

test.each([
  '-- MySQL dump\n/*!40101 SET NAMES utf8 */;\nDROP TABLE IF EXISTS `foods`;\n',
  'SET statement_timeout = 0;\nCREATE TABLE foods (name text);\n',
  'PRAGMA foreign_keys=OFF;\nBEGIN TRANSACTION;\nCREATE TABLE foods (name);\n',
  'BEGIN;\nINSERT INTO foods VALUES (1);\n',
  "INSERT INTO `foods` VALUES (1,'Egg',143);\n",
  "-- foods\nDELETE FROM foods;\n\nINSERT IGNORE INTO `foods` VALUES (1, 'Egg', 143);\n",
])('detectFormat refuses the SQL %j, and says how to import it', async (sql) => {
  await expect(formatOfText(sql)).rejects.toThrow('Then import its SQLite file');
});

test.each([1_000, EXAMINED_BYTES - 1, EXAMINED_BYTES, EXAMINED_BYTES + 1, 2 * EXAMINED_BYTES])(
  'detectFormat looks at the first 64 KiB of a file that comes in chunks of %i bytes',
  async (chunkBytes) => {
    expect(await formatOf(EXAMINED_BYTES, chunkBytes)).toBe('fdc-json');
    expect(await formatOf(EXAMINED_BYTES + 1, chunkBytes)).toBe('json');
  },
);

test('detectFormat takes the first of two files with the same name', async () => {
  const file = { name: 'workbook.xml', isPacked: true, async *read() {} };
  const files = ['new/workbook.xml', 'old/workbook.xml'].map((path) => ({ ...file, path }));
  expect(await detectFormat('foods.zip', files)).toEqual({ format: 'xlsx', file: files[0] });
});
