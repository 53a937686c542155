import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { GRAM, OUNCE, type Unit } from '../../src/meal/measures.ts';
import type { Food } from './food.ts';
import {
  type Amount,
  addPortion,
  changePortion,
  convert,
  energyShares,
  gramsOf,
  movePortion,
  type Portion,
  removePortion,
  totalsOf,
} from './plate.ts';
import { foodOf, plateOf } from './sample-foods.case.ts';

const egg = foodOf('Egg');
const oats = foodOf('Oats');
const milk = foodOf('Milk');
const CUP: Unit = { name: 'cup', grams: 244 };
const grams = (count: number) => ({ count, unit: GRAM });
const of = (food: Food, amount: Amount) => ({ food, ...amount });
const namesOn = (rows: readonly Portion[]) => rows.map(({ food }) => food.description);

describe('plate', () => {
  test('addPortion adds a food, or more of an existing one, up to the limit', () => {
    const plate = addPortion(plateOf(egg, oats), of(egg, grams(100)));
    expect(plate).toEqual([of(egg, grams(200)), of(oats, grams(100))]);
    expect(addPortion(plate, of(egg, grams(9_950)))[0]?.count).toBe(10_000);
  });

  test('addPortion adds a separate row for the same food in another unit', () => {
    const cup = of(milk, { count: 1, unit: CUP });
    const twice = addPortion([cup], of(milk, { count: 0.5, unit: CUP }));
    expect(twice).toEqual([of(milk, { count: 1.5, unit: CUP })]);
    expect(addPortion([cup], of(milk, grams(122)))).toEqual([cup, of(milk, grams(122))]);
    const smaller = of(milk, { count: 1, unit: { ...CUP, grams: 240 } });
    expect(addPortion([cup], smaller)).toEqual([cup, smaller]);
    const full = addPortion([cup], of(milk, { count: 1_000, unit: CUP }));
    expect(full[0]?.count).toBe(40.98);
  });

  test('addPortion keeps foods with the same name but different values apart', () => {
    const other = of(foodOf('Egg', { kcal: null }), grams(100));
    expect(addPortion(plateOf(egg), other)).toHaveLength(2);
  });

  test('changePortion sets an amount, and merges rows of one food with the same unit', () => {
    const [row = of(milk, grams(1))] = plateOf(milk);
    const cup = of(milk, { count: 1, unit: CUP });
    const plate = [row, of(oats, grams(30)), cup];
    expect(changePortion(plate, row, grams(50))).toEqual([of(milk, grams(50)), ...plate.slice(1)]);
    expect(changePortion(plate, row, { count: 2, unit: CUP })).toEqual([
      of(milk, { count: 3, unit: CUP }),
      of(oats, grams(30)),
    ]);
    expect(changePortion(plate, of(egg, grams(1)), grams(5))).toEqual(plate);
  });

  test('movePortion moves a row, but not beyond the ends', () => {
    const plate = plateOf(egg, oats, milk);
    const [first = of(egg, grams(1)), , last = first] = plate;
    expect(namesOn(movePortion(plate, first, 1))).toEqual(['Oats', 'Egg', 'Milk']);
    expect(namesOn(movePortion(plate, last, -2))).toEqual(['Milk', 'Egg', 'Oats']);
    expect(namesOn(movePortion(plate, first, -1))).toEqual(['Egg', 'Oats', 'Milk']);
    expect(namesOn(movePortion(plate, last, 9))).toEqual(['Egg', 'Oats', 'Milk']);
    expect(movePortion(plate, of(milk, { count: 1, unit: CUP }), 1)).toBe(plate);
  });

  test('removePortion removes one row, and keeps the same food in another unit', () => {
    const cup = of(egg, { count: 1, unit: CUP });
    expect(removePortion([...plateOf(egg, oats), cup], cup)).toEqual(plateOf(egg, oats));
  });

  test('convert keeps the same weight, to two decimals', () => {
    expect(convert({ count: 1, unit: CUP }, GRAM)).toEqual({ count: 244, unit: GRAM });
    expect(convert(grams(100), OUNCE).count).toBe(3.53);
    expect(gramsOf(convert(grams(61), CUP))).toBe(61);
  });
});

describe('totalsOf', () => {
  test('adds values by amount, and counts the known ones', () => {
    const [egg100, ...others] = plateOf(egg, foodOf('Salt', { protein: null }));
    const plate = [{ ...(egg100 ?? of(egg, grams(0))), count: 50 }, ...others];
    const known = { known: 2 };
    expect(totalsOf(plate)).toEqual({
      kcal: { amount: 150, ...known },
      protein: { amount: 5, known: 1 },
      fat: { amount: 7.5, ...known },
      carbohydrate: { amount: 3, ...known },
    });
  });

  test('has no total for a nutrient without any values', () => {
    expect(totalsOf(plateOf(foodOf('Oil', { fat: null }))).fat.amount).toBeNull();
    expect(totalsOf([]).fat).toEqual({ amount: null, known: 0 });
  });
});

describe('energyShares', () => {
  const sharesOf = (carbohydrate: number, protein: number, fat: number) =>
    energyShares({ carbohydrate, protein, fat });

  test('counts 4, 4 and 9 kcal per gram', () => {
    expect(sharesOf(25, 25, 0)).toEqual([50, 50, 0]);
    expect(sharesOf(9, 0, 4)).toEqual([50, 0, 50]);
    expect(sharesOf(0.1, 0, 0)).toEqual([100, 0, 0]);
  });

  test('rounds the largest remainder up, so that percentages add up to 100', () => {
    expect(sharesOf(1, 1, 4 / 9)).toEqual([34, 33, 33]);
    // In kcal: 10.2, 40.7, 49.1; then 10.9, 40.9, 48.2.
    expect(sharesOf(2.55, 10.175, 49.1 / 9)).toEqual([10, 41, 49]);
    expect(sharesOf(2.725, 10.225, 48.2 / 9)).toEqual([11, 41, 48]);
    const grams = fc.double({ min: 0, max: 1000, noNaN: true });
    fc.assert(
      fc.property(grams, grams, grams, (carbohydrate, protein, fat) => {
        const shares = sharesOf(carbohydrate, protein, fat);
        fc.pre(shares.length > 0);
        expect(shares.reduce((sum, percent) => sum + percent, 0)).toBe(100);
      }),
    );
  });

  test('counts a negative amount as zero', () => {
    expect(sharesOf(-25, 25, 0)).toEqual([0, 100, 0]);
    expect(sharesOf(-25, 0, 0)).toEqual([]);
  });

  test('is empty without energy', () => {
    expect(sharesOf(0, 0, 0)).toEqual([]);
    expect(energyShares({ carbohydrate: 0, protein: 0, fat: 0 })).toEqual([]);
  });
});
