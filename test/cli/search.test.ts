import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeEntries } from '../../src/catalog/sqlite/write-entries.ts';
import { EGG } from '../egg.ts';
import { SMALL_DATABASE } from '../small-database.ts';
import { tableOf } from '../table-of.ts';
import { EMPTY_FOLDER, run, runProgram } from './run.ts';

test('search prints the intended foods, and how it understood the words', async () => {
  const { code, stdout } = await run(['search', 'brocoli', '--limit', '2']);
  expect(code).toBe(0);
  const [taken, heading, first, ...more] = stdout.trimEnd().split('\n');
  expect(taken).toBe('brocoli → broccoli');
  expect(heading).toMatch(/^ *kcal {2}protein {2}carbs +fat {2}food$/);
  expect(first).toMatch(/^ *34 +2\.8 +6\.6 +0\.4 {2}Broccoli, raw$/);
  expect(more).toHaveLength(1);
});

test('search prints ten foods, and nothing above them if they match as typed', async () => {
  const { stdout } = await run(['search', 'cheese']);
  expect(stdout).toMatch(/^ *kcal.*\n(?:.* {2}Cheese.*\n){10}$/);
});

test('search understands names of foods in the language of the terminal', async () => {
  // Needs a process of its own: Node.js reads the locale once.
  const env = { LC_ALL: 'es_MX.UTF-8' };
  const { stdout } = await runProgram(['search', 'leche', '--limit', '1'], { env });
  expect(stdout).toMatch(/^leche → milk\n.*\n.*Milk, whole/);
});

test('search prints JSON, in the requested mode and from the requested database', async () => {
  const args = ['search', 'd, e', '--match', 'substring', '--json'];
  const { code, stdout } = await run([...args, '--database', SMALL_DATABASE]);
  const foods: { description: string }[] = JSON.parse(stdout);
  expect(foods.map(({ description }) => description)).toEqual(['Bread, egg']);
  expect(code).toBe(0);
});

test.each([
  [['search'], 'words'],
  [['search', 'egg', '--match', 'near'], 'Allowed choices are substring, words, fuzzy'],
  [['search', 'egg', '--limit', '101'], 'Use a whole number from 1 to 100.'],
  [['search', 'egg', '--limit', '0'], 'Use a whole number from 1 to 100.'],
  [['search', 'egg', '--fields', 'nope'], 'Unknown field "nope" in --fields: use ndb_no, '],
  [['search', 'egg', '--where', 'nope<1'], 'Unknown column "nope" in --where: use '],
  [['search', 'egg', '--offset', 'x'], 'Invalid value "x" for --offset: use a whole number'],
  [['search', 'egg', '--csv', '--json'], "'--csv' cannot be used with option '--json'"],
  [['search', 'egg', '--refresh', '5'], "unknown option '--refresh'"],
  [['search', ''], 'The search text is empty.'],
  [
    ['search', ...'abcdefghijklmnopq', '--match', 'words', '--database', SMALL_DATABASE],
    'match=words takes at most 16',
  ],
])('%j is refused', async (args, reason) => {
  const { code, stderr } = await run(args);
  expect(code).not.toBe(0);
  expect(stderr).toContain(reason);
  expect(stderr.trimEnd()).not.toContain('\n');
});

test('search filters, sorts and counts foods', async () => {
  const conditions = ['--where', 'sodium_mg<140,food_group=Dairy and Egg Products'];
  const order = ['--sort', 'sodium_mg', '--fields', 'sodium_mg', '--limit', '2', '--count'];
  const { stdout } = await run(['search', 'cheese', ...conditions, ...order]);
  expect(stdout.trimEnd().split('\n')).toEqual([
    'kcal  protein  carbs   fat  sodium_mg  food',
    expect.stringMatching(/^ 376 +22\.2 +1\.6 +31\.2 +7 {2}Cheese, pasteurized process, /),
    expect.stringMatching(/ 13 {2}Cheese, cottage, lowfat, 1% milkfat, no sodium added$/),
    expect.stringMatching(/^2 of \d+$/),
  ]);
});

test('search skips foods, and prints CSV', async () => {
  const search = ['search', 'cheddar', '--match', 'substring', '--csv', '--limit'];
  const lines = async (...more: string[]) => (await run([...search, ...more])).stdout.split('\r\n');
  const [head, first, second] = await lines('2');
  expect(head).toBe('carbohydrate_g,protein_g,kcal,description,fat_g');
  expect(await lines('1', '--offset', '1')).toEqual([head, second, '']);
  expect(first).not.toBe(second);
  const { code, stdout } = await run(['search', 'qqqqqqqqq', '--csv']);
  expect([code, stdout]).toEqual([1, `${head}\r\n`]);
});

test('search does not state an unknown amount of fat', async () => {
  const { stdout } = await run(['search', 'herring eggs dry', '--limit', '1']);
  expect(stdout).toMatch(/ \S+ {2}Fish, herring eggs, Pacific, dry/);
});

test('search rounds numbers, never to minus zero, and prints other values as they are', async () => {
  const path = join(EMPTY_FOLDER, 'odd.sqlite');
  const odd = { ...EGG, kcal: -0.4, protein_g: -0.04, carbohydrate_g: '10.06', fa_sat_g: -10 };
  const other = { ...EGG, kcal: 'many', protein_g: null, carbohydrate_g: -0.52 };
  await writeEntries(path, tableOf([odd, other]));
  const { stdout } = await run(['search', 'egg', '--match', 'substring', '--database', path]);
  expect(stdout.split('\n').slice(1, 3)).toEqual([
    '   0      0.0   10.1  -4.4  Egg, whole, raw, fresh',
    'many        –   -0.5   8.7  Egg, whole, raw, fresh',
  ]);
});

test('search prints as many foods as a response from the service has', async () => {
  const { code, stdout } = await run(['search', 'egg', '--limit', '100', '--json']);
  expect([code, JSON.parse(stdout).length]).toEqual([0, 100]);
});

test('search that finds nothing says so, with exit code 1', async () => {
  const { code, stdout } = await run(['search', 'qqqqqqqqq']);
  expect([code, stdout]).toEqual([1, 'No foods found.\n']);
});

test('meal prints the amounts of each food, their sums, and the amounts per serving', async () => {
  const lines = ['2 eggs', '1 cup whole milk', '2 dulce de leche', 'qqqqqqqqq'];
  expect(await run(['meal', ...lines, '--servings', '2'])).toEqual({
    code: 1,
    stderr: '',
    stdout: `\
       g    kcal protein   carbs     fat
   100.0   143.0    12.6     0.7     9.5  Egg, whole, raw, fresh (2 large, measure of the food)
   244.0   148.8     7.7    11.7     7.9  Milk, whole, 3.25% milkfat, with added vitamin D (1 cup, measure of the food)
       ?       ?       ?       ?       ?  Dulce de Leche (2, unknown) ?
       ?       ?       ?       ?       ?  qqqqqqqqq: no food matches "qqqqqqqqq"
   344.0   291.8    20.2    12.4    17.4  2 of 4 lines
   172.0   145.9    10.1     6.2     8.7  a serving
`,
  });
  const { code, stdout } = await run(['meal', '2 eggs', '--json']);
  const { lines: found, totals, ...others } = JSON.parse(stdout);
  expect([code, found[0].line, totals.kcal, others]).toEqual([0, '2 eggs', 143, {}]);
});

test('an empty meal is refused', async () => {
  const { code, stderr } = await run(['meal', ' ']);
  expect([code, stderr]).toEqual([
    2,
    'Cannot weigh an empty meal. Enter a food, such as "2 eggs".\n',
  ]);
});
