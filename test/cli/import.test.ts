import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { listening } from '../http/listening.ts';
import { ended, HAS_SIGNALS, run, start } from './run.ts';

const folder = mkdtempSync(join(tmpdir(), 'food-lookup-import-'));
const CSV =
  'id,name,Energie (kJ),protein_g\n01,"Egg, whole",598.3,12.56\n02,,1,1\n03,Milk,-,\n03,Salt,0,Tr\n';
const source = join(folder, 'foods.csv');
writeFileSync(source, CSV);
const MAP = ['--map', 'kcal=Energie (kJ)'];

/** Starts a server and returns the URL of a file on it. */
async function serve(answer: RequestListener): Promise<string> {
  return `${await listening(createServer(answer))}/foods.csv`;
}

test('food-lookup import writes a table that can be served, and says what it found', async () => {
  const to = join(folder, 'foods.sqlite');
  const { code, stdout, stderr } = await run(['import', source, '--to', to, ...MAP]);
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toBe(
    `3 of 4 foods imported into ${to} (table)
no key, since a value repeats: foods cannot be looked up
skipped:
  1 × has no name, first line 3: 02 |  | 1 | 1
found:
  1 × energy converted from kJ, ÷ 4.184, first line 2: Energie (kJ) 598.3
  1 × trace amount, or amount below a limit, read as 0, first line 5: protein_g "Tr"
  1 × marker for a missing value, read as NULL, first line 4: kcal "-"
  1 × food kept although its key is a duplicate, first line 5: 03
  4 × column missing from the source, NULL for every food, such as carbohydrate_g; fa_sat_g; fa_mono_g; fa_poly_g
without a value:
  kcal 1, protein_g 1, carbohydrate_g 3, fa_sat_g 3, fa_mono_g 3, fa_poly_g 3
`,
  );
  const found = await run(['search', 'egg', '--json', '--database', to]);
  expect(JSON.parse(found.stdout)).toMatchObject([{ description: 'Egg, whole', protein_g: 12.56 }]);

  const check = await run(['check', to]);
  expect(check.code).toBe(0);
  expect(check.stdout).toMatch(
    /: 3 foods, 8 columns\nsearch: 3 of them by name\nlookup: none, because no unique column was found; set --key\nfields: id, fa_sat_g, fa_mono_g, fa_poly_g, fat_known; offer some with --fields\n/,
  );
});

test('food-lookup import shows a progress line on the terminal, and removes it before the report', async () => {
  const { stderr } = process;
  const { isTTY } = stderr;
  stderr.isTTY = true;
  onTestFinished(() => {
    stderr.isTTY = isTTY;
  });
  // The escape sequence that clears a line.
  const counted = /importing [\d,]+ foods.*\p{Cc}\[2K/su;
  const read = await run(['import', source, '--dry-run', ...MAP]);
  expect([read.code, read.stderr]).toEqual([0, expect.stringMatching(counted)]);
  const refused = await run(['import', source, '--dry-run', '--strict', ...MAP]);
  const [, reported] = refused.stderr.split(counted);
  expect([refused.code, reported]).toEqual([1, expect.stringMatching(/^Cannot import /)]);
});

test('food-lookup import --dry-run says how each column would be read, and writes nothing', async () => {
  const before = readdirSync(folder);
  const { code, stdout, stderr } = await run([
    'import',
    source,
    '--dry-run',
    '--map',
    'kcal=Energie (kJ):kJ',
  ]);
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toContain(
    `3 of 4 foods would be kept (table); nothing was written
no key, since a value repeats: foods cannot be looked up
columns:
  id, text: from "id"
  description, text: from "name"
  kcal, in kcal: from "Energie (kJ)", × 0.239006
  protein_g, in g: from "protein_g"
  carbohydrate_g: nothing, NULL for every food
`,
  );
  expect(stdout).toContain(`
the first foods:
  id 01, description Egg, whole, kcal 142.997131931, protein_g 12.56, fat_g 0.00
  id 03, description Milk, fat_g 0.00
  id 03, description Salt, kcal 0, protein_g 0, fat_g 0.00
skipped:
`);
  expect(readdirSync(folder)).toEqual(before);
});

test('food-lookup import --dry-run shows three foods of a file that is read in parts', async () => {
  const large = join(folder, 'large.csv');
  const rows = Array.from({ length: 12 }, (_, i) => `Egg ${i},143,${'x'.repeat(20_000)}\n`);
  writeFileSync(large, `name,kcal,note\n${rows.join('')}`);
  const { stdout } = await run(['import', large, '--dry-run']);
  expect(stdout).toContain('\nno key: foods cannot be looked up\n');
  expect(stdout.match(/description Egg \d+/g)).toEqual(
    [0, 1, 2].map((i) => `description Egg ${i}`),
  );
});

test('food-lookup import accepts column numbers, a sheet, an encoding and row numbers', async () => {
  const numbered = join(folder, 'numbered.csv');
  writeFileSync(numbered, 'A1;Egg;143\nA2;Milk;61\n');
  const args = [
    '--map',
    '1=key',
    '--map',
    '2=description',
    '--map',
    'kcal=3',
    '--encoding',
    'latin1',
  ];
  const { code, stdout } = await run([
    'import',
    numbered,
    '--dry-run',
    '--header-row',
    '0',
    ...args,
  ]);
  expect([code, stdout]).toEqual([
    0,
    expect.stringContaining('  description Egg, kcal 143, code A1,'),
  ]);
  for (const [flag, value, way] of [
    ['--encoding', 'x', 'Use a name such as utf-8, utf-16be, windows-1252, gb18030 or shift_jis.'],
    ['--header-row', 'first', 'Use the number of a row, from 1, or 0 for none.'],
    ['--per', 'cup', 'Allowed choices are 100g, serving.'],
  ] as const) {
    const refused = await run(['import', numbered, '--dry-run', flag, value]);
    expect(refused).toEqual({ code: 2, stdout: '', stderr: expect.stringContaining(way) });
  }
});

test('food-lookup import --strict --json refuses unusual data, and prints the report', async () => {
  const to = join(folder, 'strict.sqlite');
  const args = ['import', source, '--to', to, ...MAP, '--strict', '--json'];
  const { code, stdout, stderr } = await run(args);
  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({ read: 4, kept: 3, written: 0, nulls: { kcal: 1 } });
  expect(stderr).toBe(
    `Cannot import "${source}": it contains unusual data, which --strict rejects. Nothing was written.\n`,
  );
  expect((await run(['check', to])).stderr).toContain('there is no such file');
});

test('food-lookup import --strict does not claim that it imported foods', async () => {
  const to = join(folder, 'strict-text.sqlite');
  const { code, stdout } = await run(['import', source, '--to', to, ...MAP, '--strict']);
  expect(code).toBe(1);
  expect(stdout.split('\n')[0]).toBe(
    `nothing imported into ${to}: 3 of 4 foods could be imported (table)`,
  );
  expect(stdout).not.toContain('foods imported');
});

test('food-lookup import reports a column with unique keys', async () => {
  const path = join(folder, 'keyed.csv');
  writeFileSync(path, 'id,name,kcal\n1,Egg,1\n2,Milk,2\n');
  const { stdout } = await run(['import', path, '--to', join(folder, 'keyed.sqlite')]);
  expect(stdout.split('\n').slice(0, 2)).toEqual([
    expect.stringMatching(/^2 of 2 foods imported into /),
    'key: id',
  ]);
});

test('food-lookup import --if-missing keeps an existing table', async () => {
  const to = join(folder, 'kept.sqlite');
  const importing = ['import', source, '--to', to, ...MAP, '--if-missing'];
  // A file without the table counts as missing.
  writeFileSync(to, '');
  expect((await run(importing)).stdout).toMatch(/^3 of 4 foods imported/);
  const before = readFileSync(to);
  expect(await run(importing)).toEqual({
    code: 0,
    stdout: `nothing imported: ${to} has a table or view "entries"\n`,
    stderr: '',
  });
  const { code, stdout } = await run([...importing, '--json']);
  expect([code, JSON.parse(stdout)]).toEqual([0, { written: 0 }]);
  expect(readFileSync(to).equals(before)).toBe(true);
  const noTable = await run(['import', source, '--to', source, '--if-missing']);
  expect([noTable.code, noTable.stdout]).toEqual([1, '']);
});

test('food-lookup import --keep-old keeps the old rows, but only once', async () => {
  const importing = ['import', source, '--to', join(folder, 'twice.sqlite'), ...MAP];
  for (const option of [[], [], ['--keep-old']])
    expect((await run([...importing, ...option])).code).toBe(0);
  const { code, stderr } = await run([...importing, '--keep-old']);
  expect([code, stderr]).toEqual([1, expect.stringContaining('an earlier import kept')]);
});

test('food-lookup import does not overwrite its source', async () => {
  const { code, stdout, stderr } = await run(['import', source, '--to', source]);
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toBe(
    `Cannot import "${source}": it is also the target. Choose another path with --to.\n`,
  );
  expect(readFileSync(source, 'utf8')).toBe(CSV);
});

test('food-lookup import downloads a URL', async () => {
  const url = await serve((_, response) => response.end(CSV));
  const { code, stdout } = await run(['import', url, '--to', join(folder, 'net.sqlite'), ...MAP]);
  expect([code, stdout.split('\n')[0]]).toEqual([
    0,
    `3 of 4 foods imported into ${join(folder, 'net.sqlite')} (table)`,
  ]);
});

test.skipIf(!HAS_SIGNALS).each(['SIGINT', 'SIGTERM'] as const)(
  'food-lookup import that gets %s removes its download',
  async (signal) => {
    const asked = Promise.withResolvers<void>();
    const url = await serve((_, response) => {
      response.write(CSV);
      asked.resolve();
    });
    const TMPDIR = mkdtempSync(join(folder, 'temporary-'));
    const child = start(['import', url, '--to', join(folder, 'x.sqlite')], { env: { TMPDIR } });
    const end = ended(child);
    await asked.promise;
    expect(readdirSync(TMPDIR)).toHaveLength(1);
    child.kill(signal);
    expect((await end).code).toBe(128 + constants.signals[signal]);
    expect(readdirSync(TMPDIR)).toEqual([]);
  },
);

test.each([
  [['import', source], 2, /required option '--to/],
  [['import', source, '--to', 'x', '--format', 'pdf'], 2, /Allowed choices are fdc-csv/],
  [['import', source, '--to', 'x', '--map', 'kcal'], 2, /Use column=field/],
  [['import', 'https://', '--to', 'x'], 1, /^Cannot import "https:\/\/": .*\n$/],
  [['import', '/nowhere.csv', '--to', 'x'], 1, /there is no such file or folder/],
  [['import', source, '--to', '/nowhere/foods.sqlite'], 1, /there is no such folder/],
])('food-lookup %j exits with %d', async (args, code, message) => {
  const result = await run(args);
  expect(result.code).toBe(code);
  expect(result.stderr).toMatch(message);
});
