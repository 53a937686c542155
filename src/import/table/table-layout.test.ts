import { expect, test } from 'vitest';
import { findLayout, type LayoutOptions, unitOf } from './table-layout.ts';

/** Finds the layout of rows, whose cells are separated by bars. */
function layoutOf(rows: string, options: LayoutOptions = {}) {
  const records = rows.split('\n').map((row, i) => ({ values: row.split('|'), place: i + 1 }));
  const { header, ...found } = findLayout(records, options);
  return { ...found, header: header.join('|') };
}

const HEADER = 'Food|Energy (kcal)|Protein (g)';

test.each<[string, string, string, number]>([
  ['a header', `${HEADER}\nEgg|143|12`, HEADER, 1],
  ['cells with spaces', `Food | Energy (kcal)| Protein (g)\nEgg|143|12`, HEADER, 1],
  ['titles above', `Foods of 2026\nSource: us\n${HEADER}\nEgg|143|12`, HEADER, 3],
  ['a row with more names', `Food|Energy\n${HEADER}\nEgg|143|12`, HEADER, 2],
  ['two rows with as many names', `${HEADER}\n${HEADER}\nEgg|143|12`, HEADER, 2],
  ['no known names', 'Egg|raw|12\nHam|raw|20', 'Egg|raw|12', 1],
  ['one known name in the first row', 'Food|a|1\nEgg|b|2', 'Food|a|1', 1],
  ['a food first', 'Egg|143|12\nHam|145|20', '1|2|3', 0],
  ['a food and empty cells first', 'Egg|143||\nHam|145|20|1|2', '1|2|3|4|5', 0],
  ['a food whose name is a column', 'Honey|82|0\nWater|0|0', '1|2|3', 0],
  [
    'two known names below',
    'List|of|foods\nx|Energy (kcal)|Zinc (mg)\nEgg|143|1',
    'x|Energy (kcal)|Zinc (mg)',
    2,
  ],
  ['one known name below', 'List|of|foods\nx|kcal|y\nEgg|143|12', 'List|of|foods', 1],
  ['empty cells', '||\nEgg|143|12', 'column 1|column 2|column 3', 1],
  ['a column without a name', 'Food||Protein (g)\nEgg|x|12', 'Food|column 2|Protein (g)', 1],
  ['units below', 'Food|Energy|Protein\n|kcal|(g)\nEgg|143|12', HEADER, 2],
  ['units above', '|kcal|g\nFood|Energy|Protein\nEgg|143|12', HEADER, 2],
  ['units that the names have', `${HEADER}\n|kcal|g\nEgg|143|12`, HEADER, 2],
  ['units per 100 g', 'Food|Energy|Protein\n|kcal/100g|g per 100 g\nEgg|143|12', HEADER, 2],
  [
    'half of a row units',
    'Food|Energy|Protein|Fat\n|kcal|x\nEgg|1|1|9',
    'Food|Energy|Protein|Fat',
    2,
  ],
  ['two rows of units', `Food|Energy|Protein\n|kcal|g\n|kJ|mg\nEgg|143|12`, HEADER, 3],
  ['at most four rows below', `Food|Energy|Protein${'\n|kcal|g'.repeat(5)}\nEgg|143|12`, HEADER, 5],
  [
    'an energy in two units',
    'Food|Energy||Fat\n|kcal|kJ|g\nEgg|1|4|9',
    'Food|Energy (kcal)|Energy (kJ)|Fat (g)',
    2,
  ],
  [
    'units in the header',
    '|Energy||Fat\nFood|kcal|kJ|g\nEgg|1|4|9',
    'Food|Energy (kcal)|Energy (kJ)|Fat (g)',
    2,
  ],
  ['tagnames below', `${HEADER}\n|ENERC|PROCNT\nEgg|143|12`, HEADER, 2],
  [
    'tagnames below names in another language',
    'Nom|Foo|Bar\nFood|ENERC_KCAL|PROCNT\nEgg|1|2',
    'Food|ENERC_KCAL|PROCNT',
    2,
  ],
  ['other names below', `${HEADER}\nname|energy|protein\nEgg|143|12`, HEADER, 2],
  ['a food with markers', `${HEADER}\nEgg|tr|-\nHam|145|20`, HEADER, 1],
  ['a food with a word', `${HEADER}\nEgg|low|\nHam|145|20`, HEADER, 1],
  ['a food with a word and an amount', `${HEADER}|Fat (g)\nEgg|low|low|9`, `${HEADER}|Fat (g)`, 1],
  ['IDs below', `${HEADER}\n1|2|3\nEgg|143|12`, HEADER, 1],
  [
    'groups above',
    '|Vitamin||\nFood|C (mg)|B12|Energy (kcal)|Protein (g)\nEgg|0|1|143|12',
    'Food|Vitamin C (mg)|Vitamin B12|Energy (kcal)|Protein (g)',
    2,
  ],
  [
    'a name above',
    '|Energy (kcal)|x\nFood||Protein (g)|Fat (g)\nEgg|143|12|9',
    'Food|Energy (kcal)|Protein (g)|Fat (g)',
    2,
  ],
  [
    'a column of units',
    'Food|Fat|Unit|Zinc|Unit\nEgg|9|g|1|mg\nHam|9|g|1|',
    'Food|Fat (g)|Unit|Zinc (mg)|Unit',
    1,
  ],
  ['a column of different units', 'Food|Fat|Unit\nEgg|9|g\nHam|9|mg', 'Food|Fat|Unit', 1],
  [
    'two bases side by side',
    `|per 100 g||per serving|\n${HEADER}|Energy (kcal)|Protein (g)\nEgg|143|12|70|6`,
    'Food|Energy (kcal) (per 100 g)|Protein (g) (per 100 g)|Energy (kcal) (per serving)|Protein (g) (per serving)',
    2,
  ],
  [
    'two bases above more columns than the header has',
    `|per 100 g||per serving||\n${HEADER}|Energy (kcal)\nEgg|143|12|70`,
    'Food|Energy (kcal) (per 100 g)|Protein (g) (per 100 g)|Energy (kcal) (per serving)|column 5|column 6',
    2,
  ],
])('a table with %s', (_, rows, header, rowsBefore) => {
  expect(layoutOf(rows)).toMatchObject({ header, rowsBefore, hasHeader: rowsBefore > 0 });
});

const ODD = 'u|kJ|mg\nx|y|z\nFood|Energy|Protein\nu|kcal|g\nEgg|143|12';

test.each<[LayoutOptions, string, number]>([
  [{}, HEADER, 4],
  [{ headerRow: 3 }, HEADER, 4],
  [{ headerRow: 3, unitsRow: 1 }, 'Food|Energy (kJ)|Protein (mg)', 4],
  [{ unitsRow: 0 }, 'Food|Energy|Protein', 4],
  [{ headerRow: 2, unitsRow: 4 }, 'x|y (kcal)|z (g)', 4],
  [{ headerRow: 3, unitsRow: 5 }, 'Food|Energy|Protein', 5],
  [{ headerRow: 0 }, '1|2|3', 0],
  [{ headerRow: 6 }, '1|2|3', 0],
])('with %j, the header is %s', (options, header, rowsBefore) => {
  expect(layoutOf(ODD, options)).toMatchObject({ header, rowsBefore });
});

test('the strings around the header are kept, without rows of numbers', () => {
  expect(layoutOf(`Foods\nof us\n${HEADER}\n|ENERC|PROCNT\nEgg|143|12`).titles).toEqual([
    '',
    'ENERC',
    'PROCNT',
    'of us',
    'Foods',
  ]);
  expect(layoutOf('Egg|143|12').titles).toEqual([]);
});

test.each([
  ['g', 'g'],
  ['(mg)', 'mg'],
  ['g/100 g', 'g'],
  ['milligram (mg)', 'mg'],
  ['100', undefined],
  ['protein', undefined],
])('the unit in %j is %j', (cell, unit) => {
  expect(unitOf(cell)).toBe(unit);
});
