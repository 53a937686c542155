import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { GRAM, OUNCE, type Unit } from '../../src/meal/measures.ts';
import { energyShares } from './energy-share.ts';
import {
  addFood,
  clearPlate,
  convert,
  EMPTY_PLATE,
  gramsOf,
  MAX_GRAMS,
  movePortion,
  type Plate,
  removePortion,
  setAmount,
  undoRemoval,
} from './plate.ts';
import { foodOf, plateOf } from './sample-foods.case.ts';
import { totalsOf } from './totals.ts';

const egg = foodOf('Egg');
const oats = foodOf('Oats');
const milk = foodOf('Milk');
const CUP: Unit = { name: 'cup', grams: 244 };
const grams = (count: number) => ({ count, unit: GRAM });
const namesOn = ({ portions }: Plate) => portions.map(({ food }) => food.description);

describe('plate', () => {
  test('addFood puts 100 g on, and more of what is there, up to the limit', () => {
    const plate = addFood(plateOf(egg, oats), egg);
    expect(plate.portions).toEqual([
      { food: egg, ...grams(200) },
      { food: oats, ...grams(100) },
    ]);
    expect(addFood(setAmount(plate, 0, grams(9_950)), egg).portions[0]?.count).toBe(MAX_GRAMS);
  });

  test('addFood adds in the unit that is there', () => {
    const plate = addFood(EMPTY_PLATE, milk, { count: 1, unit: CUP });
    const twice = addFood(plate, milk, { count: 0.5, unit: CUP });
    expect(twice.portions).toEqual([{ food: milk, count: 1.5, unit: CUP }]);
    expect(addFood(plate, milk, grams(122)).portions[0]).toMatchObject({ count: 1.5, unit: CUP });
    const full = addFood(plate, milk, { count: 1_000, unit: CUP });
    expect(full.portions[0]?.count).toBe(40.98);
  });

  test('addFood keeps foods of one name and other values apart', () => {
    expect(plateOf(egg, foodOf('Egg', { kcal: null })).portions).toHaveLength(2);
  });

  test('movePortion moves a row, to the ends at the most', () => {
    const plate = plateOf(egg, oats, milk);
    expect(namesOn(movePortion(plate, 0, 1))).toEqual(['Oats', 'Egg', 'Milk']);
    expect(namesOn(movePortion(plate, 2, 0))).toEqual(['Milk', 'Egg', 'Oats']);
    expect(namesOn(movePortion(plate, 0, -1))).toEqual(['Egg', 'Oats', 'Milk']);
    expect(namesOn(movePortion(plate, 2, 9))).toEqual(['Egg', 'Oats', 'Milk']);
  });

  test('undoRemoval puts back what was removed, where it was, latest first', () => {
    const plate = removePortion(removePortion(plateOf(egg, oats, milk), 1), 0);
    expect(namesOn(plate)).toEqual(['Milk']);
    const once = undoRemoval(plate);
    expect(namesOn(once)).toEqual(['Egg', 'Milk']);
    const twice = undoRemoval(once);
    expect(namesOn(twice)).toEqual(['Egg', 'Oats', 'Milk']);
    expect(undoRemoval(twice).portions).toEqual(twice.portions);
  });

  test('undoRemoval keeps what was changed and added since', () => {
    const changed = setAmount(removePortion(plateOf(egg, oats), 0), 0, grams(30));
    const undone = undoRemoval(addFood(changed, milk));
    expect(undone.portions.map(({ food, count }) => [food.description, count])).toEqual([
      ['Egg', 100],
      ['Oats', 30],
      ['Milk', 100],
    ]);
  });

  test('undoRemoval adds nothing that was added again', () => {
    const plate = addFood(removePortion(plateOf(egg, oats), 0), egg);
    expect(namesOn(undoRemoval(plate))).toEqual(['Oats', 'Egg']);
  });

  test('clearPlate can be undone; an empty plate is not cleared', () => {
    expect(namesOn(undoRemoval(clearPlate(plateOf(egg, oats))))).toEqual(['Egg', 'Oats']);
    expect(clearPlate(EMPTY_PLATE)).toBe(EMPTY_PLATE);
  });

  test('convert keeps what is meant, in two decimals', () => {
    expect(convert({ count: 1, unit: CUP }, GRAM)).toEqual({ count: 244, unit: GRAM });
    expect(convert(grams(100), OUNCE).count).toBe(3.53);
    expect(gramsOf(convert(grams(61), CUP))).toBe(61);
  });
});

describe('totalsOf', () => {
  test('sums by amount, and counts what is missing', () => {
    const plate = setAmount(plateOf(egg, foodOf('Salt', { protein: null })), 0, grams(50));
    const known = { missing: 0, isKnown: true };
    expect(totalsOf(plate.portions)).toEqual({
      kcal: { amount: 150, ...known },
      protein: { amount: 5, missing: 1, isKnown: true },
      fat: { amount: 7.5, ...known },
      carbohydrate: { amount: 3, ...known },
    });
  });

  test('does not know what no portion has a value for, and knows an empty plate', () => {
    expect(totalsOf(plateOf(foodOf('Oil', { fat: null })).portions).fat.isKnown).toBe(false);
    expect(totalsOf([]).fat).toEqual({ amount: 0, missing: 0, isKnown: true });
  });
});

describe('energyShares', () => {
  const sharesOf = (carbohydrate: number, protein: number, fat: number) =>
    energyShares({ carbohydrate, protein, fat });

  test('weighs 4, 4 and 9 kcal a gram', () => {
    expect(sharesOf(25, 25, 0).map(({ percent }) => percent)).toEqual([50, 50, 0]);
    expect(sharesOf(9, 0, 4).map(({ share }) => share)).toEqual([0.5, 0, 0.5]);
  });

  test('rounds the greatest remainder up, so that percents come to 100', () => {
    expect(sharesOf(1, 1, 4 / 9).map(({ percent }) => percent)).toEqual([34, 33, 33]);
    // In kcal: 10.2, 40.7, 49.1; then 10.9, 40.9, 48.2.
    expect(sharesOf(2.55, 10.175, 49.1 / 9).map(({ percent }) => percent)).toEqual([10, 41, 49]);
    expect(sharesOf(2.725, 10.225, 48.2 / 9).map(({ percent }) => percent)).toEqual([11, 41, 48]);
    const grams = fc.double({ min: 0, max: 1000, noNaN: true });
    fc.assert(
      fc.property(grams, grams, grams, (carbohydrate, protein, fat) => {
        const shares = sharesOf(carbohydrate, protein, fat);
        fc.pre(shares.length > 0);
        expect(shares.reduce((sum, { percent }) => sum + percent, 0)).toBe(100);
      }),
    );
  });

  test('take a negative amount for none', () => {
    expect(sharesOf(-25, 25, 0).map(({ share }) => share)).toEqual([0, 1, 0]);
    expect(sharesOf(-25, 0, 0)).toEqual([]);
  });

  test('are none where there is no energy', () => {
    expect(sharesOf(0, 0, 0)).toEqual([]);
    expect(energyShares({ carbohydrate: 0, protein: 0, fat: 0 })).toEqual([]);
  });
});
