import { expect, test } from 'vitest';
import {
  COLUMNS,
  checked,
  column,
  egg,
  foods,
  huge,
  light,
  type Options,
  type Row,
  strong,
} from './checked-table.case.ts';
import type { BasisEvidence } from './odd-foods.ts';

test('foods whose amounts do not fit are left out, unless there are few foods', () => {
  const small = checked([...foods(6), light], { per: '100g' });
  expect([small.kept.length, small.found, small.fault]).toEqual([7, [], undefined]);
  for (const misfit of [light, huge, strong]) {
    const { kept, found, nulls } = checked([...foods(7), misfit], { per: '100g' });
    expect([kept.length, found, nulls.alcohol_g, nulls.kcal]).toEqual([7, ['misfit: 1'], 7, 0]);
  }
  const accepted = checked([...foods(7), huge], { per: '100g', accepted: ['nutrients'] });
  expect([accepted.kept.length, accepted.found, accepted.nulls.alcohol_g]).toEqual([
    8,
    ['special: 1'],
    8,
  ]);
});

test('a food with the same amounts in all columns is noted, unless there are few foods', () => {
  const water = (i: number): Row => [`Water ${i}`, 0, 0, 0, 0, i === 0 ? null : 0];
  const found = (rows: Row[]) => checked(rows, { per: '100g' }).found;
  expect(found([...foods(6), ...foods(2, water)])).toEqual(['same-amounts: 2']);
  expect(found([...foods(5), ...foods(2, water)])).toEqual([]);
  const tea: Row = ['Tea', 1, 0, 0, 0];
  expect(found([...foods(7), tea])).toEqual([]);
  const two = { per: '100g', columns: COLUMNS.slice(0, 3) } as const;
  expect(checked([...foods(7), ['Water', 0, 0]], two).found).toEqual([]);
});

test('servings in names are noted unless an option or the format states the basis of the amounts', () => {
  const rows = [...foods(7), ...foods(1, () => ['Egg, per serving', 143, 12.6, 0.7, 9.5])];
  const found = (per?: BasisEvidence) => checked(rows, { ...(per && { per }) }).found;
  expect([found(), found('names')]).toEqual([['serving-name: 1'], ['serving-name: 1']]);
  expect([found('100g'), found('serving'), found('format')]).toEqual([[], [], []]);
});

test('alcohol may explain too much energy if the name is that of a drink with alcohol, or if the format is known', () => {
  const found = (name: string, per: BasisEvidence) =>
    checked([...foods(7), [name, 330, 1, 20, 0]], { per }).found;
  expect(found('Juice', '100g')).toEqual(['misfit: 1']);
  expect(found('Rum', '100g')).toEqual(['special: 1']);
  expect([found('Juice', 'format'), found('Rum', 'format')]).toEqual([[], []]);
});

test('a basis other than 100 g is noted if only column names say 100 g', () => {
  const found = (per: BasisEvidence) => checked(foods(8), { per, otherBasis: 'per cup' }).found;
  expect(found('names')).toEqual(['serving-name: 1']);
  expect([found('100g'), found('serving'), found('format')]).toEqual([[], [], []]);
});

const SERVING = [...COLUMNS, column('gmwt_1', 'g')];
const served = (i: number): Row => [`Egg ${i}, per serving`, 143, 12.6, 0.7, 9.5];

test.each<[string, Row[], Options, string | undefined]>([
  ['foods', foods(8), { per: '100g' }, undefined],
  [
    'no amounts',
    foods(3, (i) => [`Egg ${i}`]),
    { per: '100g' },
    'none of its foods has energy or a nutrient',
  ],
  ['one amount', [...foods(3, (i) => [`Egg ${i}`]), egg(4)], { per: '100g' }, undefined],
  [
    'four foods with the same amounts',
    [...foods(4, (i) => [`Meal ${i}`, 1, 1, 1, 1]), ...foods(4)],
    { per: '100g' },
    'energy that does not match',
  ],
  [
    'five foods with the same amounts',
    foods(5, (i) => [`Meal ${i}`, 5, 5, 5, 5]),
    { per: '100g' },
    'most of its foods have the same amount in all columns',
  ],
  [
    'five foods with the same amounts, accepted',
    foods(5, (i) => [`Meal ${i}`, 5, 5, 5, 5]),
    { per: '100g', accepted: ['nutrients'] },
    undefined,
  ],
  ['five foods of water', foods(5, (i) => [`Water ${i}`, 0, 0, 0, 0]), { per: '100g' }, undefined],
  ['five foods with two amounts', foods(5, (i) => [`Meal ${i}`, 5, 5]), { per: '100g' }, undefined],
  ['one number as a name', [['7', 143, 12.6, 0.7, 9.5]], { per: '100g' }, undefined],
  [
    'two numbers as names',
    foods(2, (i) => [`${i}`, 143, 12.6, 0.7, 9.5]),
    { per: '100g' },
    'its column "the description" has numbers or sentences for 2 foods',
  ],
  [
    'half of names numbers',
    [...foods(2, (i) => [`${i}`, 143, 12.6, 0.7, 9.5]), ...foods(2)],
    { per: '100g' },
    undefined,
  ],
  ['two names for eight foods', foods(8), { per: '100g', names: 2 }, undefined],
  [
    'one name for eight foods',
    foods(8),
    { per: '100g', names: 1 },
    'has too few different names (1) for 8 foods',
  ],
  ['one name for seven foods', foods(7), { per: '100g', names: 1 }, undefined],
  ['two misfits of twelve', [...foods(10), light, light], { per: '100g' }, undefined],
  [
    'three misfits of twelve',
    [...foods(9), light, light, light],
    { per: '100g' },
    '3 of its foods have energy that does not match their nutrients, or impossible amounts. Correct them, or accept them with --accept nutrients. If',
  ],
  [
    'three misfits of 24',
    [...foods(21), light, light, light],
    { per: '100g' },
    '3 of its foods have energy that does not match',
  ],
  ['three misfits of 25', [...foods(22), light, light, light], { per: '100g' }, undefined],
  ['no servings', foods(8), {}, undefined],
  [
    'another basis',
    foods(8),
    { otherBasis: 'per cup' },
    'it says "per cup", and no column says "per 100 g"',
  ],
  ['another basis beside its own', foods(8), { per: 'names', otherBasis: 'per cup' }, undefined],
  [
    'a serving',
    foods(8, (i) => [...egg(i), null, 50]),
    { columns: SERVING },
    'its column "the gmwt_1" has servings',
  ],
  ['a serving that foods lack', foods(8), { columns: SERVING }, undefined],
  [
    'a serving that half of the foods lack',
    foods(8, (i) => [...egg(i), null, i < 4 ? 50 : null]),
    { columns: SERVING },
    'its column "the gmwt_1" has servings',
  ],
  [
    'a serving that most foods lack',
    foods(8, (i) => [...egg(i), null, i < 3 ? 50 : null]),
    { columns: SERVING },
    undefined,
  ],
  ['a serving in one name', [...foods(7), ...foods(1, served)], {}, undefined],
  [
    'a serving in 2 of 40 names',
    [...foods(38), ...foods(2, served)],
    {},
    '2 of its foods are named',
  ],
  ['a serving in 2 of 41 names', [...foods(39), ...foods(2, served)], {}, undefined],
  ['a serving in half of the names', [...foods(4), ...foods(4, served)], {}, '4 of its foods are'],
  [
    'a serving in most names',
    [...foods(3), ...foods(5, served)],
    {},
    'its column "the description" has servings',
  ],
  [
    'a serving, per 100 g',
    foods(8, (i) => [...egg(i), null, 50]),
    { per: '100g', columns: SERVING },
    undefined,
  ],
])('a table with %s', (_, rows, options, reason) => {
  const { fault } = checked(rows, options);
  if (reason === undefined) expect(fault).toBeUndefined();
  else expect(fault).toContain(reason);
});

test('a table whose names are in the next rows is refused, unless that is accepted', () => {
  const dishes = [
    ['Stew', 255, 9, 48, 3],
    ['Curry', 320, 0, 8, 32],
    ['Pie', 167, 26, 0, 7],
    ['Soup', 56, 0, 14, 0],
  ] as const;
  const order = [...'0120313202133010231221032013023113200321'].map(Number);
  const dish = (i: number) => dishes[order[i % 40] ?? 0] ?? dishes[0];
  const moved = (rows: number, options?: Options) =>
    checked(
      foods(40, (i) => {
        const [, ...amounts] = dish(i + rows);
        return [`${dish(i)[0]} ${i}`, ...amounts];
      }),
      { per: '100g', ...options },
    ).fault;
  expect(moved(0)).toBeUndefined();
  expect(moved(1)).toContain('its names seem to have slipped by a row');
  expect(moved(1, { per: 'format' })).toBeUndefined();
  expect(moved(1, { accepted: ['nutrients'] })).toBeUndefined();
});
