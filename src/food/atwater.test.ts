import { expect, test } from 'vitest';
import {
  expectedKcal,
  fatOf,
  hasLargePart,
  massOf,
  partsKcal,
  sharesOfUnexplained,
  wholeKcal,
  wholeMass,
} from './atwater.ts';

const food = (amounts: Readonly<Record<string, number>>) => (column: string) =>
  new Map(Object.entries(amounts)).get(column);

const WHOLE = { protein_g: 10, carbohydrate_g: 20, lipid_total_g: 5 };
const FATS = { fa_sat_g: 1, fa_mono_g: 2, fa_poly_g: 4 };

test.each([
  [WHOLE, 165, 165, 85, 5],
  [{ ...WHOLE, ...FATS }, 165, 165, 85, 5],
  [{ protein_g: 10, carbohydrate_g: 20, ...FATS }, undefined, 183, 103, 7],
  [{ protein_g: 10, lipid_total_g: 5 }, undefined, undefined, 85, 5],
  [{ carbohydrate_g: 20, lipid_total_g: 5 }, undefined, undefined, 45, 5],
  [{}, undefined, undefined, 0, 0],
])(
  '%j has %j kcal if all nutrients are known, %j with its known fats, %d from protein and fat; its fat is %d g',
  (...its) => {
    const [amounts, whole, expected, parts, fat] = its;
    const amountOf = food(amounts);
    expect([wholeKcal(amountOf), expectedKcal(amountOf)]).toEqual([whole, expected]);
    expect([partsKcal(amountOf), fatOf(amountOf)]).toEqual([parts, fat]);
  },
);

test.each([
  [{}, { dry: 0, salt: 0, all: 0 }, undefined],
  [{ ...WHOLE, water_g: 60 }, { dry: 35, salt: 0, all: 95 }, 95],
  [{ ...WHOLE, water_g: 0.9 }, { dry: 35, salt: 0, all: 35.9 }, undefined],
  [{ ...WHOLE, water_g: 1 }, { dry: 35, salt: 0, all: 36 }, 36],
  [{ ...WHOLE, water_g: 60, fiber_td_g: 3 }, { dry: 35, salt: 0, all: 95 }, 98],
  [
    { ...WHOLE, water_g: 50, sodium_mg: 1000, calcium_mg: 400 },
    { dry: 35, salt: 3.5, all: 88.5 },
    88.5,
  ],
  [{ ...WHOLE, water_g: 50, sodium_mg: 1000, ash_g: 4 }, { dry: 35, salt: 2.5, all: 87.5 }, 89],
  [{ ...WHOLE, water_g: 50, sodium_mg: 1000, ash_g: 2 }, { dry: 35, salt: 2.5, all: 87.5 }, 87.5],
  [{ ...WHOLE, water_g: 50, kcal: 235 }, { dry: 35, salt: 0, all: 85 }, 95],
  [{ ...WHOLE, water_g: 50, kcal: 95 }, { dry: 35, salt: 0, all: 85 }, 85],
])('the components of %j weigh %j, and with fiber, ash and alcohol %j', (amounts, mass, whole) => {
  expect(massOf(food(amounts))).toEqual(mass);
  expect(wholeMass(food(amounts))).toBe(whole);
});

test.each([
  [{ lipid_total_g: 4, fa_sat_g: 2, fa_mono_g: 2, fa_poly_g: 2 }, false],
  [{ lipid_total_g: 4, fa_sat_g: 2, fa_mono_g: 2, fa_poly_g: 2.1 }, true],
  [{ carbohydrate_g: 8, sugar_g: 11 }, false],
  [{ carbohydrate_g: 8, sugar_g: 11.1 }, true],
  [{ sugar_g: 126 }, false],
  [{ sugar_g: 127 }, true],
])('%j has a part larger than its whole: %j', (amounts, isLarge) => {
  expect(hasLargePart(food(amounts))).toBe(isLarge);
});

test.each([
  [0, [1, 1, 1]],
  [-19, [40 / 21, 80 / 61, 45 / 26]],
  [-20, [undefined, 80 / 60, 45 / 25]],
  [-30, [undefined, 80 / 50, undefined]],
  [35, [40 / 75, 80 / 115, 45 / 80]],
])('if the energy is %d kcal more than expected, sharesOfUnexplained is %j', (rest, shares) => {
  expect(sharesOfUnexplained(food(WHOLE), rest)).toEqual(shares);
});

test('sharesOfUnexplained is undefined for a nutrient if the others leave it little energy', () => {
  expect(sharesOfUnexplained(food({ ...WHOLE, kcal: 100 }), 0)).toEqual([undefined, 1, 1]);
  expect(sharesOfUnexplained(food({ ...WHOLE, kcal: 99 }), 0)).toEqual([1, 1, 1]);
});
