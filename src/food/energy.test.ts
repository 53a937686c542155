import { expect, test } from 'vitest';
import { partsKcal } from './atwater.ts';
import { EnergyFit } from './energy.ts';

const COLUMNS = ['protein_g', 'carbohydrate_g', 'lipid_total_g'];

test.each(['protein_g', 'lipid_total_g'])(
  'the energy is off if %s is half of what it should be, even if few foods are rich in it',
  (wrong) => {
    const foods = COLUMNS.flatMap((column) =>
      Array.from({ length: column === wrong ? 12 : 60 }, (_, i) => {
        const grams = 20 + i / 2;
        const kcal = (column === 'lipid_total_g' ? 9 : 4) * grams;
        const amounts = { kcal, [column]: column === wrong ? grams / 2 : grams };
        const none = COLUMNS.map((name): [string, number] => [name, 0]);
        return new Map([...none, ...Object.entries(amounts)]);
      }),
    );
    const fit = new EnergyFit();
    fit.add(foods.map((food) => (column) => food.get(column)));
    expect(fit.isOff).toBe(true);
  },
);

test('a food whose protein is not known has the energy of its fat', () => {
  expect(partsKcal((column) => (column === 'lipid_total_g' ? 10 : undefined))).toBe(90);
});
