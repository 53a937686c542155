import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { imported, sourceFile } from '../../test/import-cases.ts';
import { ImportRefusedError } from './import-foods.ts';

const HEADER = 'id,description,kcal,protein_g,carbohydrate_g,fa_sat_g,fa_mono_g,fa_poly_g';

/** A table with these rows. */
const table = (...lines: string[]) => sourceFile('foods.csv', [HEADER, ...lines].join('\n'));

describe('importFoods, a table with a header', () => {
  test('reads the key, the columns of the search, and the nutrients it knows', async () => {
    const path = sourceFile(
      'foods.csv',
      'code,Protein (g),Description,IRON (UG),color\n007,1.5,"Egg, whole",1200,white\n',
    );
    const { report, rows } = await imported(path);
    expect(rows).toEqual([
      {
        code: '007',
        description: 'Egg, whole',
        kcal: null,
        protein_g: 1.5,
        carbohydrate_g: null,
        iron_mg: 1.2,
        fa_sat_g: null,
        fa_mono_g: null,
        fa_poly_g: null,
      },
    ]);
    expect(report).toMatchObject({ key: 'code', read: 1, kept: 1, nulls: { kcal: 1 } });
  });

  test('maps columns with other names, and converts the units in those names', async () => {
    const path = sourceFile('foods.tsv', 'Lebensmittel\tEnergie [kJ]\tMarke\nEi\t418,4\tX\n');
    const { rows, counts } = await imported(path, {
      map: new Map([
        ['description', 'Lebensmittel'],
        ['kcal', 'Energie [kJ]'],
        ['brand', 'Marke'],
      ]),
    });
    expect(rows).toMatchObject([{ description: 'Ei', kcal: 100, brand: 'X' }]);
    expect(counts).toMatchObject({ 'energy-in-kj': 1, comma: 1 });
  });

  test('reads the first of two columns with the same name', async () => {
    const path = sourceFile('foods.csv', 'name,kcal,name,x,x\nEgg,143,Eggo,1,2\n');
    expect((await imported(path)).rows).toMatchObject([{ description: 'Egg' }]);
  });

  test.each([
    ['Fett (mg/100 g)', 'fa_sat_g', 0.0015],
    ['Energie (kJ per 100g)', 'kcal', 0.358508604207],
    ['Carbohydrate (available)', 'carbohydrate_g', 1.5],
    ['Iron [%]', 'brand', '1.5'],
  ])('--map to %j converts the unit in the name', async (field, column, value) => {
    const path = sourceFile('foods.tsv', `name\t${field}\tzinc_mg\nEgg\t1.5\t1\n`);
    const { rows } = await imported(path, { map: new Map([[column, field]]) });
    expect(rows).toMatchObject([{ [column]: value }]);
  });

  test.each([
    ['Protein (ml)', 'protein_g', 'is in ml, which cannot be converted to g'],
    ['Vitamin D (IU)', 'vit_d_ug', 'is in IU, which cannot be converted to µg'],
    [
      'Energy [kJ]',
      'protein_g',
      'is in kJ, which cannot be converted to g. If that is wrong, give the unit: --map …="Energy [kJ]:g"',
    ],
    ['Energy (IU)', 'kcal', '--map …="Energy (IU):kcal"'],
  ])('refuses --map to %j for %s', async (field, column, message) => {
    const path = sourceFile('foods.tsv', `name\t${field}\nEgg\t1.5\n`);
    await expect(imported(path, { map: new Map([[column, field]]) })).rejects.toThrow(message);
  });

  test.each([
    ['a decimal comma', '1,A,"1,5",1,1,1,1,1', { comma: 1 }, { kcal: 1.5 }],
    [
      'a marker for a missing value',
      '1,A,-,N,1,1,1,1',
      { missing: 2 },
      { kcal: null, protein_g: null },
    ],
    ['traces', '1,A,1,Tr,<0.1,1,1,1', { trace: 2 }, { protein_g: 0, carbohydrate_g: 0 }],
    ['text that is not a number', '1,A,lots,1,1,1,1,1', { unreadable: 1 }, { kcal: null }],
    [
      'HTML entities',
      '1,A &amp;quot;B&amp;quot; &#233;,1,1,1,1,1,1',
      { 'repaired-text': 1 },
      { description: 'A "B" é' },
    ],
    [
      'line breaks in a name',
      '1,"A\n\tB",1,1,1,1,1,1',
      { 'repaired-text': 1 },
      { description: 'A B' },
    ],
    ['U+FFFD', '1,cr\ufffdme,1,1,1,1,1,1', { 'damaged-text': 1 }, { description: 'cr\ufffdme' }],
    [
      'quotes around only part of a name',
      '1,"A" B,1,1,1,1,1,1',
      { 'damaged-text': 1 },
      { description: '"A" B' },
    ],
    [
      'the quote mark of an email',
      '1,> A,1,1,1,1,1,1',
      { 'damaged-text': 1 },
      { description: '> A' },
    ],
    ['UTF-7', '1,cr+AOg-me,1,1,1,1,1,1', { 'damaged-text': 1 }, { description: 'cr+AOg-me' }],
    ['impossible energy', '1,A,903,1,1,1,1,1', { 'over-100-g': 1 }, { kcal: 903 }],
    ['impossible grams', '1,A,902,100.1,100,1,1,1', { 'over-100-g': 1 }, { protein_g: 100.1 }],
    ['a negative amount', '1,A,1,-1,1,1,1,1', { negative: 1 }, { protein_g: null }],
    ['energy below 0', '1,A,-0.5,1,1,1,1,1', { negative: 1 }, { kcal: null }],
    ['a missing key', ',A,1,1,1,1,1,1', { 'no-key': 1 }, { id: null }],
    ['too few fields', '1,A,1\n', { 'field-count': 1 }, { kcal: 1, protein_g: null }],
    ['an empty field', '1,A,,1,1,1,1,1', {}, { kcal: null }],
  ])('reads %s', async (_, line, counts, values) => {
    const found = await imported(table(line));
    expect(found.counts).toEqual(counts);
    expect(found.rows).toMatchObject([values]);
  });

  test.each([
    ['sodium_mg', 100_000],
    ['selenium_ug', 100_000_000],
  ])('reports more %s than 100 g can contain', async (column, most) => {
    const path = sourceFile('foods.csv', `name,${column}\nA,${most}\nB,${most + 1}\n`);
    const { counts } = await imported(path, { per: '100g', accept: ['nutrients'] });
    expect(counts).toMatchObject({ 'over-100-g': 1 });
  });

  test('skips foods without a name or with too long a name, and reports the line and an example', async () => {
    const { report, rows } = await imported(
      table(
        '1,,1,1,1,1,1,1',
        `2,${'x'.repeat(1001)},1,1,1,1,1,1`,
        `3,${'y'.repeat(1000)},1,1,1,1,1,1`,
      ),
    );
    expect(rows).toHaveLength(1);
    expect(report).toMatchObject({ read: 3, kept: 1 });
    expect(report.skipped).toMatchObject([
      { rule: 'no-name', count: 1, examples: [{ place: 2, text: '1 |  | 1 | 1 | 1' }] },
      { rule: 'long-name', count: 1, examples: [{ place: 3 }] },
    ]);
  });

  test('counts repeated names and keys, and keeps them', async () => {
    const { rows, counts } = await imported(
      table('1,A,1,1,1,1,1,1', '1,B,1,1,1,1,1,1', '2,A,1,1,1,1,1,1'),
    );
    expect(rows).toHaveLength(3);
    expect(counts).toEqual({ 'repeated-key': 1, 'repeated-name': 1 });
  });

  test('refuses columns per serving, and reports missing columns', async () => {
    const path = sourceFile('foods.csv', 'name,kcal per serving\nA,5\n');
    const map = new Map([['kcal', 'kcal per serving']]);
    await expect(imported(path, { map })).rejects.toThrow('it says "kcal per serving", and no');
    const { counts } = await imported(path, { map, per: 'serving' });
    expect(counts).toEqual({ 'no-column': 5 });
  });

  test.each([
    ['Windows-1252', Buffer.from(`${HEADER}\n1,Cr\xe8me,1,1,1,1,1,1\n`, 'latin1'), 1],
    ['a byte order mark', Buffer.from(`\ufeff${HEADER}\n1,Crème,1,1,1,1,1,1\n`), 0],
    ['CR-only lines', Buffer.from(`${HEADER}\r1,Crème,1,1,1,1,1,1\r`), 0],
    ['gzip', gzipSync(`${HEADER}\n1,Crème,1,1,1,1,1,1\n`), 0],
  ])('reads %s', async (_, bytes, odd) => {
    const { rows, counts } = await imported(sourceFile('foods.csv', bytes));
    expect(rows).toMatchObject([{ id: '1', description: 'Crème', kcal: 1 }]);
    expect(counts['not-utf-8'] ?? 0).toBe(odd);
  });

  test('in strict mode, writes nothing if anything was reported', async () => {
    const failure = imported(table('1,A,903,1,1,1,1,1'), { isStrict: true });
    await expect(failure).rejects.toBeInstanceOf(ImportRefusedError);
    await expect(failure).rejects.toMatchObject({
      report: { findings: [{ rule: 'over-100-g', count: 1 }] },
    });
    expect((await imported(table('1,A,902,1,1,1,1,1'), { isStrict: true })).rows).toHaveLength(1);
  });
});

describe('importFoods, JSON', () => {
  const foods = [
    { id: 7, description: 'Egg', kcal: 143, protein_g: '12,56' },
    { id: 8, name: 'ignored', description: 'Milk', kcal: 61 },
  ];
  test.each([
    ['an array', JSON.stringify(foods)],
    ['an array in an object', JSON.stringify({ foods })],
    ['lines', foods.map((food) => JSON.stringify(food)).join('\n')],
  ])('reads %s', async (_, text) => {
    const { rows } = await imported(sourceFile('foods.json', text));
    expect(rows).toMatchObject([
      { id: '7', description: 'Egg', kcal: 143, protein_g: 12.56 },
      { id: '8', description: 'Milk', kcal: 61, protein_g: null },
    ]);
  });

  test('skips elements that are not objects', async () => {
    const { counts } = await imported(sourceFile('foods.json', '[{"name":"A","kcal":1}, 7, null]'));
    expect(counts).toMatchObject({ 'not-an-object': 2 });
  });

  test('reads members that only later objects have', async () => {
    const objects = Array.from({ length: 5000 }, (_, i) => ({ name: `F${i}`, protein_g: 1 }));
    const text = JSON.stringify([...objects, { name: 'Last', kcal: 7, fa_sat_g: '2' }]);
    const { rows } = await imported(sourceFile('foods.json', text));
    expect(rows.at(-1)).toMatchObject({ description: 'Last', kcal: 7, fa_sat_g: 2 });
  });

  test.each([
    ['cut off', '[{"name":"A"}, {"na', /it is not JSON/],
    ['damaged', '[{"name":"A"}, }]', /it is not JSON/],
    ['a damaged line', '{"name":"A"}\n{"name":\n', /line 2 is not JSON/],
  ])('refuses a file that is %s', async (_, text, message) => {
    await expect(imported(sourceFile('foods.json', text))).rejects.toThrow(message);
  });
});

test.each([
  ['comma', 'name,kcal\nA,"1,234"\n', 1234],
  ['semicolon', 'name;kcal\nA;1,234\n', 1.234],
  ['tab', 'name\tkcal\nA\t1,234\n', 1.234],
  ['JSON, comma', '[{"name":"A, B; C; D","kcal":"1,234"}]', 1234],
  ['JSON lines', '{"name":"A","kcal":"1,234","x":";;;;;;"}\n', 1234],
])('importFoods reads 1,234 according to the field separator: %s', async (_, text, kcal) => {
  const { rows } = await imported(sourceFile('foods.txt', text));
  expect(rows).toMatchObject([{ kcal }]);
});
