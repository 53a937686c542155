import { readFileSync, rmSync, symlinkSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { imported, sourceFile, zipOf } from '../../test/import-cases.ts';
import { SMALL_DATABASE } from '../../test/small-database.ts';
import { UserError } from '../errors/user-error.ts';
import { type ImportOptions, ImportRefusedError } from './import-foods.ts';

const HEADER = 'id,description,kcal,protein_g,carbohydrate_g,fa_sat_g,fa_mono_g,fa_poly_g';

const manyOf = (count: number, text: (i: number) => string, between = ' ') =>
  Array.from({ length: count }, (_, i) => text(i)).join(between);

function loopOfLinks(): string {
  const path = sourceFile('loop', '');
  rmSync(path);
  symlinkSync(path, path);
  return path;
}

/** A SQLite file of many pages whose second half is overwritten. */
function damagedDatabase(): string {
  const path = sourceFile('whole.sqlite', '');
  const database = new DatabaseSync(path);
  database.exec(`CREATE TABLE entries (description TEXT, kcal); WITH RECURSIVE n(i) AS (
    SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 5000) INSERT INTO entries SELECT 'Food ' || i, i FROM n`);
  database.close();
  const bytes = readFileSync(path);
  return sourceFile('damaged.sqlite', bytes.fill(0xff, bytes.length / 2));
}

test.each([
  ['an empty file', sourceFile('foods.csv', ''), /it is empty/],
  ['a header alone', sourceFile('foods.csv', `${HEADER}\n`), /it has no foods/],
  [
    'a table without names',
    sourceFile('foods.csv', 'kcal,color\n1,red\n'),
    /It has "kcal", "color"\. Map the column with --map "description=color"/,
  ],
  [
    'a picture',
    sourceFile('foods.png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0])),
    /not in a known format/,
  ],
  [
    'a cut-off archive',
    sourceFile('foods.gz', gzipSync('x'.repeat(9999)).subarray(0, 30)),
    /damaged or truncated/,
  ],
  [
    'a damaged zip archive',
    sourceFile('foods.zip', 'PK\u0003\u0004 and no more'),
    /the archive is damaged/,
  ],
  [
    'text in HZ',
    sourceFile('foods.csv', 'name,kcal\n~{DLF$WS~},332'),
    /it is in HZ, UTF-7, ISO-2022-KR or ISO-2022-CN, which cannot be read\. Save it as UTF-8\./,
  ],
  [
    'text in UTF-7',
    sourceFile('foods.csv', 'name,kcal\nMacarr+AOM-o,102\nP+AOM-o,300\nFeij+AOM-o,76'),
    /it is in HZ, UTF-7,/,
  ],
  [
    'text in ISO-2022-KR',
    sourceFile('foods.csv', '\n\u001b$)Cname,kcal\n\u000e0(@Z\u000f,67'),
    /it is in HZ, UTF-7, ISO-2022-KR or ISO-2022-CN, which cannot be read\. Save it as UTF-8\./,
  ],
  ['a missing path', '/nowhere/foods.csv', /there is no such file or folder/],
  ['a device', '/dev/null', /it is not a file or a folder/],
  [
    'a SQLite file in gzip',
    sourceFile('foods.sqlite.gz', gzipSync(readFileSync(SMALL_DATABASE))),
    /Unpack it first/,
  ],
  [
    'a SQLite file in a zip archive',
    sourceFile('foods.zip', zipOf({ 'foods.sqlite': readFileSync(SMALL_DATABASE) })),
    /Unpack it first/,
  ],
  [
    'an archive of several tables',
    sourceFile('foods.zip', zipOf({ 'a.csv': 'name,kcal\nEgg,143\n', 'b.csv': '', 'c.pdf': '' })),
    /it has several files \(a\.csv, b\.csv, c\.pdf\)/,
  ],
  ['links in a loop', loopOfLinks(), /too many symbolic links/],
  ['lists in lists', sourceFile('foods.json', '['.repeat(100_000)), /it is not JSON/],
  [
    'as many names as foods',
    sourceFile(
      'foods.json',
      JSON.stringify(Array.from({ length: 20_000 }, (_, i) => ({ name: 'Egg', [`n${i}`]: 1 }))),
    ),
    /more than 4,096 columns/,
  ],
  ['a wide table', sourceFile('foods.csv', `name,${'kcal,'.repeat(5_000)}`), /more than 4,096/],
  [
    'an element with attributes without end',
    sourceFile('foods.xml', `<foods><food ${manyOf(5_000, (i) => `a${i}="1"`)}/></foods>`),
    /more than 4,096/,
  ],
  [
    'foods by columns',
    sourceFile('foods.json', `{"kcal":{${manyOf(200_002, (i) => `"${i}":5`, ',')}}}`),
    /more than 200,000 parts/,
  ],
  ['a damaged SQLite file', damagedDatabase(), /it is damaged/],
])('importFoods refuses %s', async (_, path, message) => {
  const failure = await imported(path).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(UserError);
  expect(failure).toMatchObject({ message: expect.stringMatching(message) });
});

test('importFoods refuses a file with --format sqlite that is not SQLite', async () => {
  const path = sourceFile('foods.csv', `${HEADER}\n1,A,1,1,1,1,1,1\n`);
  await expect(imported(path, { format: 'sqlite' })).rejects.toThrow('it is not a SQLite database');
});

test('importFoods refuses a table without any names, and says why', async () => {
  const path = sourceFile('foods.csv', 'name,label,kcal\nEgg,,143\nMilk,,64\n');
  const map = new Map([['description', 'label']]);
  const failure = await imported(path, { map }).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(ImportRefusedError);
  expect(failure).toMatchObject({
    message: expect.stringContaining('none of its foods can be kept'),
    report: { read: 2, kept: 0, skipped: [{ rule: 'no-name', count: 2 }] },
  });
});

test.each<[flag: string, file: string, ImportOptions]>([
  ['--sheet', 'foods.csv', { sheet: '1' }],
  ['--header-row', 'foods.json', { headerRow: 1 }],
  ['--units-row', 'foods.json', { unitsRow: 1 }],
  ['--countries', 'foods.csv', { countries: ['spain'] }],
  ['--names-in', 'foods.csv', { namesIn: ['es'] }],
])('importFoods refuses %s for %s, which would ignore it', async (flag, file, options) => {
  const food = { name: 'Egg', kcal: 143 };
  const text = file.endsWith('csv') ? 'name,kcal\nEgg,143\n' : JSON.stringify([food]);
  await expect(imported(sourceFile(file, text), options)).rejects.toThrow(
    `${flag} does not apply to it (`,
  );
});

test('importFoods refuses a map to a missing column, and lists the existing ones', async () => {
  const options = { map: new Map([['kcal', 'Calories']]) };
  await expect(imported(sourceFile('foods.csv', HEADER), options)).rejects.toThrow(
    /it has no column "Calories"\. It has "id", "description"/,
  );
});

test.each(['Kcal', 'ID'])(
  'importFoods refuses a map to %s, which differs from another column only in case',
  async (column) => {
    const options = {
      map: new Map([
        ['id', 'kcal'],
        [column, 'kcal'],
      ]),
    };
    await expect(imported(sourceFile('foods.csv', HEADER), options)).rejects.toThrow(
      `--map cannot make a column "${column}" next to "${column.toLowerCase()}"`,
    );
  },
);

test('importFoods refuses an archive that expands beyond the limit', async () => {
  const bomb = sourceFile('foods.csv.gz', gzipSync(`${HEADER}\n${'x'.repeat(100_000)}`));
  await expect(imported(bomb, { maxExpandedBytes: 10_000 })).rejects.toThrow(
    /expands to more than 10,000 bytes/,
  );
});

test('importFoods reads objects in objects, however deep', async () => {
  const deep = `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`;
  const path = sourceFile('foods.json', `[{"name":"Egg","kcal":143,"x":${deep}}]`);
  expect((await imported(path)).rows).toMatchObject([{ description: 'Egg', kcal: 143 }]);
});

test('importFoods reads an archive that was made on a Mac', async () => {
  const files = {
    'foods.csv': 'name,kcal\nEgg,143\n',
    '__MACOSX/._foods.csv': 'x',
    '.DS_Store': 'x',
  };
  const path = sourceFile('foods.zip', zipOf(files));
  expect((await imported(path)).rows).toMatchObject([{ description: 'Egg' }]);
});
