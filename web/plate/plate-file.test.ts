import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { GRAM } from '../../src/meal/measures.ts';
import { anyCharacter } from '../../test/any-character.ts';
import { readCsv } from '../foods/csv.ts';
import { foodOf, plateOf } from '../foods/sample-foods.case.ts';
import { plateCsv, plateJson, platesJson, readPlatesFile } from './plate-file.ts';

const egg = foodOf('Egg');
const oats = foodOf('Oats');
const milk = foodOf('Milk');
const CUP = { name: 'cup', grams: 244 };

describe('plateCsv', () => {
  const HEADER = 'description,grams,kcal,protein_g,fat_g,carbohydrate_g,count,unit,id\r\n';

  test('has the content of each portion, with empty fields for missing values', () => {
    const raw = foodOf('Oats, "raw"', { fat: null, protein: 0.1, id: '01' });
    const plate = [{ food: raw, count: 2, unit: { name: 'cup', grams: 15 } }];
    expect(plateCsv(plate)).toBe(`${HEADER}"Oats, ""raw""",30,30,0.03,,0.6,2,cup,01\r\n`);
  });

  test.each(['=1+1', '+1', '-1', '@x', '\tx', '\rx'])(
    'keeps a spreadsheet from running the name %j',
    (name) => {
      const [, line = ''] = plateCsv(plateOf(foodOf(name))).split('\r\n');
      expect(line.replace(/^"/, '').startsWith(`'${name}`.replace(/\r.*/s, ''))).toBe(true);
    },
  );

  test('can be read by a CSV parser, whatever the names', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (description) => {
        fc.pre(!/^[=+\-@\t\r]/.test(description));
        const csv = plateCsv(plateOf(foodOf(description)));
        const [row] = parse<Record<string, string>>(csv, { columns: true });
        expect(row?.description).toBe(description);
      }),
    );
  });
});

test('plateJson has the rounded sum of every nutrient, or null if no value is known', () => {
  const fiber = {
    name: 'fiber_td_g',
    title: 'Fiber',
    unit: 'g',
    infoods: 'FIBTG',
    daily_value: 28,
  };
  const sums = [
    { ...fiber, amount: 1.23456, known: 2 },
    { ...fiber, amount: 0, known: 1 },
    { ...fiber, amount: null, known: 0 },
  ];
  const { nutrients } = JSON.parse(plateJson({ name: '', day: '', portions: [] }, sums));
  const one = { column: 'fiber_td_g', unit: 'g' };
  expect(nutrients).toEqual([
    { ...one, amount: 1.2346, knownOf: 2 },
    { ...one, amount: 0, knownOf: 1 },
    { ...one, amount: null, knownOf: 0 },
  ]);
});

/** Parses text with columns a and b by csv-parse; `undefined` if csv-parse rejects it. */
function parsed(text: string): Record<string, string>[] | undefined {
  try {
    const records: Record<string, string>[] = parse(text, {
      columns: true,
      relaxColumnCount: true,
      skipRecordsWithEmptyValues: true,
    });
    return records.map((record) => ({ a: '', b: '', ...record }));
  } catch {
    return undefined;
  }
}

test.each(['\n', '\r\n'])(
  'readCsv reads the same as csv-parse, in lines that end with %j',
  (end) => {
    const part = fc.constantFrom('"', '""', ',', end, 'x');
    fc.assert(
      fc.property(fc.string({ unit: part }), (text) => {
        const csv = `a,b${end}${text}`;
        expect(readCsv(csv)).toEqual(parsed(csv));
      }),
    );
  },
);

describe('readPlatesFile', () => {
  const portions = [
    ...plateOf(egg, foodOf('-Oats', { fat: null, id: '01' })),
    { food: milk, count: 2, unit: CUP },
  ];

  const monday = { name: 'Breakfast', day: '2026-11-23', portions };
  const tuesday = { name: '', day: '2026-11-24', portions: plateOf(oats) };

  test('reads the JSON that plateJson wrote', () => {
    const text = plateJson({ ...monday, isGuest: true });
    expect(readPlatesFile(text)).toEqual({ plates: [monday], unreadable: 0 });
  });

  test('reads all plates that platesJson wrote', () => {
    const text = platesJson([monday, tuesday]);
    expect(readPlatesFile(text)).toEqual({ plates: [monday, tuesday], unreadable: 0 });
  });

  test('reads the CSV that plateCsv wrote', () => {
    const read = readPlatesFile(`\ufeff${plateCsv(portions)}`);
    expect(read).toEqual({ plates: [{ name: '', day: '', portions }], unreadable: 0 });
  });

  test('reads the CSV that a spreadsheet saves where commas are decimal marks', () => {
    const text = 'description;grams;kcal;count;unit;id\r\n"Egg; raw";50,5;70,7;1;piece;1\r\n';
    const [portion] = readPlatesFile(text)?.plates[0]?.portions ?? [];
    expect(portion).toMatchObject({ count: 1, unit: { name: 'piece', grams: 50.5 } });
    expect(portion?.food).toMatchObject({ description: 'Egg; raw', kcal: 140, id: '1' });
  });

  test('reads commas as separators if the header has any', () => {
    expect(readPlatesFile('description,grams\nEgg,"1,5"\n')).toBeUndefined();
    const [portion] =
      readPlatesFile('description,grams,"a;b"\nEgg,1,2\n')?.plates[0]?.portions ?? [];
    expect(portion).toMatchObject({ food: { description: 'Egg' }, count: 1, unit: GRAM });
  });

  test('reads an amount of 0 in grams, since the weight of its unit is lost', () => {
    const read = readPlatesFile(plateCsv([{ food: milk, count: 0, unit: CUP }]));
    expect(read?.plates[0]?.portions).toMatchObject([{ count: 0, unit: GRAM }]);
  });

  test.each(['2026-13-45', '2026-02-30'])('does not read %s as a day', (day) => {
    const read = readPlatesFile(platesJson([{ ...monday, day }]));
    expect(read?.plates).toEqual([{ ...monday, day: '' }]);
  });

  test('counts the foods and plates of a file that cannot be read', () => {
    const [portion] = portions;
    const bad = { ...portion, count: -1 };
    const plates = [{ ...monday, portions: [portion, bad, bad] }, { portions: [portion] }, 7];
    const read = readPlatesFile(JSON.stringify({ plates }));
    expect(read?.plates).toEqual([{ ...monday, portions: [portion] }]);
    expect(read?.unreadable).toBe(4);
  });

  test('counts the lines of a CSV that are not foods with amounts', () => {
    const csv =
      'description,grams,kcal\nEgg,50,70\nRice,1,2\n,50,70\nOats,-1,1\nMilk,99999,1\nFig,x,1\n';
    const read = readPlatesFile(csv);
    expect(
      read?.plates[0]?.portions.map(({ food, count }) => [food.description, food.kcal, count]),
    ).toEqual([
      ['Egg', 140, 50],
      ['Rice', 200, 1],
    ]);
    expect(read?.unreadable).toBe(4);
    const negative = 'description,grams,count\nEgg,50,-1\nOats,-50,1\nMilk,-50,-1\n';
    expect(readPlatesFile(negative)).toBeUndefined();
  });

  test('reads at most a thousand foods of a plate, in JSON and in CSV', () => {
    const gram = { food: egg, count: 1, unit: GRAM };
    const plate = { ...monday, portions: Array.from({ length: 1_200 }, () => gram) };
    for (const text of [plateJson(plate), plateCsv(plate.portions)]) {
      const read = readPlatesFile(text);
      expect([read?.plates[0]?.portions[0]?.count, read?.unreadable]).toEqual([1_000, 200]);
    }
  });

  test.each([
    '',
    '{',
    '{"name":1}',
    'a,b\n1,2\n',
    'hello',
    '{"name":"x","portions":[]}',
    '{"name":"x","portions":[7]}',
    'description,kcal\nEgg,143\n',
    '{"plates":[]}',
  ])('does not read %j as a plate', (text) => {
    expect(readPlatesFile(text)).toBeUndefined();
  });
});
