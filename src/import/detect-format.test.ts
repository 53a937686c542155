import { expect, test } from 'vitest';
import { detectFormat } from './detect-format.ts';

const MARKER = '"FoundationFoods"';
const LOOKED_AT = 2 ** 16;

/**
 * Returns the detected format of a file in which the marker of FoodData Central's JSON ends at byte
 * `markerEnd`.
 */
async function formatOf(markerEnd: number, chunkBytes: number) {
  const [start, end] = ['{"note":"', `",${MARKER}`];
  const note = 'x'.repeat(markerEnd - start.length - end.length);
  return formatOfText(`${start}${note}${end}:[]}`, chunkBytes);
}

async function formatOfText(text: string, chunkBytes = LOOKED_AT) {
  const bytes = Buffer.from(text);
  const file = {
    name: 'foods',
    path: 'foods',
    isPacked: false,
    async *read() {
      for (let at = 0; at < bytes.length; at += chunkBytes)
        yield bytes.subarray(at, at + chunkBytes);
    },
  };
  return (await detectFormat(file.path, [file])).format;
}

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

test.each([1_000, LOOKED_AT - 1, LOOKED_AT, LOOKED_AT + 1, 2 * LOOKED_AT])(
  'detectFormat looks at the first 64 KiB of a file that comes in chunks of %i bytes',
  async (chunkBytes) => {
    expect(await formatOf(LOOKED_AT, chunkBytes)).toBe('fdc-json');
    expect(await formatOf(LOOKED_AT + 1, chunkBytes)).toBe('json');
  },
);

test('detectFormat takes the first of two files with the same name', async () => {
  const file = { name: 'workbook.xml', isPacked: true, async *read() {} };
  const files = ['new/workbook.xml', 'old/workbook.xml'].map((path) => ({ ...file, path }));
  expect(await detectFormat('foods.zip', files)).toEqual({ format: 'xlsx', file: files[0] });
});
