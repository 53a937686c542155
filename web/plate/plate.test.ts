import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Food } from '../food.ts';
import { energyShares } from './energy-share.ts';
import {
  addFood,
  clearPlate,
  EMPTY_PLATE,
  MAX_GRAMS,
  type Plate,
  parseGrams,
  removePortion,
  setGrams,
  undoRemoval,
} from './plate.ts';
import { plateCsv } from './plate-csv.ts';
import { totalsOf } from './totals.ts';

const foodOf = (description: string, values: Partial<Food> = {}): Food => ({
  kcal: 100,
  protein: 10,
  fat: 5,
  carbohydrate: 2,
  ...values,
  description,
});
const egg = foodOf('Egg');
const oats = foodOf('Oats');
const milk = foodOf('Milk');
const plateOf = (...foods: readonly Food[]) =>
  foods.reduce<Plate>((plate, food) => addFood(plate, food), EMPTY_PLATE);
const namesOn = ({ portions }: Plate) => portions.map(({ food }) => food.description);

describe('plate', () => {
  test('addFood puts 100 g on, and more of what is there, up to the limit', () => {
    const plate = addFood(plateOf(egg, oats), egg);
    expect(plate.portions).toEqual([
      { food: egg, grams: 200 },
      { food: oats, grams: 100 },
    ]);
    expect(addFood(setGrams(plate, 0, 9_950), egg).portions[0]?.grams).toBe(MAX_GRAMS);
  });

  test('addFood keeps foods of one name and other values apart', () => {
    expect(plateOf(egg, foodOf('Egg', { kcal: null })).portions).toHaveLength(2);
  });

  test('undoRemoval puts back what was removed, where it lay, latest first', () => {
    const plate = removePortion(removePortion(plateOf(egg, oats, milk), 1), 0);
    expect(namesOn(plate)).toEqual(['Milk']);
    const once = undoRemoval(plate);
    expect(namesOn(once)).toEqual(['Egg', 'Milk']);
    const twice = undoRemoval(once);
    expect(namesOn(twice)).toEqual(['Egg', 'Oats', 'Milk']);
    expect(undoRemoval(twice).portions).toEqual(twice.portions);
  });

  test('undoRemoval keeps what was changed and added since', () => {
    const plate = addFood(setGrams(removePortion(plateOf(egg, oats), 0), 0, 30), milk);
    const undone = undoRemoval(plate);
    expect(undone.portions.map(({ food, grams }) => [food.description, grams])).toEqual([
      ['Egg', 100],
      ['Oats', 30],
      ['Milk', 100],
    ]);
    const again = undoRemoval(addFood(removePortion(plateOf(egg), 0), egg));
    expect(namesOn(again)).toEqual(['Egg']);
  });

  test('clearPlate is undone as one', () => {
    expect(namesOn(undoRemoval(clearPlate(plateOf(egg, oats, milk))))).toEqual([
      'Egg',
      'Oats',
      'Milk',
    ]);
    expect(clearPlate(EMPTY_PLATE)).toBe(EMPTY_PLATE);
  });

  test.each([
    ['150', 150],
    [' 1.5 ', 1.5],
    ['1,5', 1.5],
    ['.5', 0.5],
    ['5.', 5],
    ['0', 0],
    ['10000', 10_000],
    ['10001', undefined],
    ['-1', undefined],
    ['1e3', undefined],
    ['abc', undefined],
    ['', undefined],
    ['1,000.5', undefined],
    ['1,000', undefined],
    ['10,000', undefined],
    ['0,125', undefined],
    ['0,25', 0.25],
    ['1.000', 1],
    [',5', 0.5],
    ['1,', 1],
  ])('parseGrams of %j is %j', (text, grams) => {
    expect(parseGrams(text)).toBe(grams);
  });
});

describe('totalsOf', () => {
  test('sums by amount, and counts what is missing', () => {
    const plate = setGrams(plateOf(egg, foodOf('Salt', { protein: null })), 0, 50);
    expect(totalsOf(plate.portions)).toEqual({
      kcal: { amount: 150, missing: 0 },
      protein: { amount: 5, missing: 1 },
      fat: { amount: 7.5, missing: 0 },
      carbohydrate: { amount: 3, missing: 0 },
    });
  });
});

describe('energyShares', () => {
  const sharesOf = (carbohydrate: number, protein: number, fat: number) =>
    energyShares(totalsOf(plateOf(foodOf('x', { carbohydrate, protein, fat })).portions));

  test('weighs 4, 4 and 9 kcal a gram', () => {
    expect(sharesOf(25, 25, 0).map(({ percent }) => percent)).toEqual([50, 50, 0]);
    expect(sharesOf(9, 0, 4).map(({ share }) => share)).toEqual([0.5, 0, 0.5]);
  });

  test('rounds the greatest remainder up, so that percents come to 100', () => {
    expect(sharesOf(1, 1, 4 / 9).map(({ percent }) => percent)).toEqual([34, 33, 33]);
    const grams = fc.double({ min: 0, max: 1000, noNaN: true });
    fc.assert(
      fc.property(grams, grams, grams, (carbohydrate, protein, fat) => {
        const shares = sharesOf(carbohydrate, protein, fat);
        fc.pre(shares.length > 0);
        expect(shares.reduce((sum, { percent }) => sum + percent, 0)).toBe(100);
      }),
    );
  });

  test('are none where there is no energy', () => {
    expect(sharesOf(0, 0, 0)).toEqual([]);
    expect(energyShares(totalsOf([]))).toEqual([]);
  });
});

describe('plateCsv', () => {
  test('says what each portion holds, a missing value as an empty field', () => {
    const plate = setGrams(plateOf(foodOf('Oats, "raw"', { fat: null, protein: 0.1 })), 0, 30);
    expect(plateCsv(plate.portions)).toBe(
      'description,grams,kcal,protein_g,fat_g,carbohydrate_g\r\n"Oats, ""raw""",30,30,0.03,,0.6\r\n',
    );
  });

  test('keeps a spreadsheet from running a name', () => {
    expect(plateCsv(plateOf(foodOf('=1+1')).portions)).toContain("'=1+1,100");
  });

  test('is read back by a CSV parser, whatever the names', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (description) => {
        fc.pre(!/^[=+\-@\t\r]/.test(description));
        const csv = plateCsv(plateOf(foodOf(description)).portions);
        const [row] = parse<Record<string, string>>(csv, { columns: true });
        expect(row?.description).toBe(description);
      }),
    );
  });
});
