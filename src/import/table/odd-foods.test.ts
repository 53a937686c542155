import { expect, test } from 'vitest';
import { type BasisEvidence, OddFoods } from './odd-foods.ts';

const COLUMNS = ['kcal', 'protein_g', 'carbohydrate_g', 'lipid_total_g', 'calcium_mg'].map(
  (name) => {
    const [field = ''] = name.split('_');
    return {
      name,
      type: 'number' as const,
      unit: 'mg',
      fields: [{ name: field, index: 0, factor: 1 }],
    };
  },
);
const FOOD = new Map([
  ['kcal', 100],
  ['protein_g', 10],
  ['carbohydrate_g', 15],
  ['lipid_total_g', 0],
  ['calcium_mg', 100],
]);

/** Counts sixty foods that have `factor` times the usual amount of one column. */
function faultOf(per: BasisEvidence | undefined, column: string, factor: number) {
  const odd = new OddFoods(COLUMNS, per);
  const amountOf = (name: string) => (FOOD.get(name) ?? 0) * (name === column ? factor : 1);
  for (let i = 0; i < 60; i++) odd.add(amountOf, 'Food');
  return odd.fault(false, undefined);
}

test.each<[BasisEvidence | undefined, string, number, RegExp | undefined]>([
  [undefined, 'kcal', 1, undefined],
  [undefined, 'kcal', 2.9, undefined],
  [undefined, 'kcal', 3.1, /the energy in its column "kcal" .*--map "kcal=kcal:kJ"\.$/],
  ['format', 'kcal', 3.1, /the energy in its column "kcal" /],
  [undefined, 'kcal', 0.36, undefined],
  [undefined, 'kcal', 0.34, /leave it out with --map kcal=\.$/],
  [undefined, 'calcium_mg', 1000, /--map "calcium_mg=calcium:µg"/],
  [undefined, 'calcium_mg', 0.001, /--map "calcium_mg=calcium:g"/],
  ['format', 'calcium_mg', 1000, undefined],
  [
    undefined,
    'protein_g',
    4.6,
    /more protein than food has \(Food: 46 mg\), .* with --per serving; else leave the column out with --map protein_g=,/,
  ],
  ['100g', 'protein_g', 4.6, /more protein than food has.* leave it out with --map protein_g=,/],
  ['serving', 'protein_g', 4.6, undefined],
])('per %s, foods with odd %s (× %d) are refused: %s', (per, column, factor, message) => {
  const fault = faultOf(per, column, factor);
  if (message === undefined) expect(fault).toBeUndefined();
  else expect(fault).toMatch(message);
});

test.each([
  ['vit_d_ug', 'Milk, whole', 51, 'more vitamin D than milk, cheese and eggs have'],
  ['vit_d_ug', 'Milk, dry', 51, undefined],
  ['folate_tot_ug', 'Broccoli, raw', 0.063, 'other amounts of folate than raw vegetables have'],
  ['folate_tot_ug', 'Broccoli, raw', 63, undefined],
  ['lipid_total_g', 'Rapsöl', 2, 'less fat than oil has'],
  ['lipid_total_g', 'Vetemjöl', 2, undefined],
  ['lipid_total_g', 'Folköl', 0, undefined],
  ['kcal', 'Caffè latte', 295, 'more energy than drinks have'],
  ['kcal', 'Panini al latte', 295, undefined],
  ['kcal', 'Ham & Swiss Panini', 360, 'other amounts of energy than sandwiches and burgers have'],
  ['kcal', 'Cheese, limburger', 360, undefined],
  ['kcal', 'Chicken Alfredo', 650, 'more energy than dishes have'],
  ['kcal', 'Curry powder', 325, undefined],
  ['kcal', 'Caesar salad', 470, 'more energy than salads have'],
  ['kcal', 'Tomato Soup', 175, 'more energy than soups have'],
  ['kcal', 'Dried vegetable soup', 325, undefined],
  ['kcal', 'Egusi Soup', 180, undefined],
  ['protein_g', 'Atún, fresco', 0.8, 'other amounts of protein than meat and fish have'],
  ['protein_g', 'Caldo de pollo', 0.2, undefined],
  ['riboflavin_mg', 'Pollo, hígado de', 1.96, undefined],
  ['iron_mg', 'Queso de chancho', 4.2, undefined],
  ['kcal', 'Greek Yogurt Honey Parfait', 300, 'more energy than yogurt parfaits have'],
])('%s of %s cannot be %d: %s', (column, name, amount, message) => {
  const field = { name: column, index: 0, factor: 1 };
  const odd = new OddFoods([{ name: column, type: 'number', unit: '', fields: [field] }], '100g');
  for (let i = 0; i < 6; i++) odd.add((one) => (one === column ? amount : undefined), name);
  const fault = odd.fault(false, undefined);
  if (message === undefined) expect(fault).toBeUndefined();
  else expect(fault).toContain(message);
});

test.each([
  [['Pain, biscotte', 'Pain, azyme', 'Pain, galette'], false],
  [['Pain, biscotte', 'Pain, azyme', 'Butter, salted'], true],
  [Array.from({ length: 16 }, (_, i) => `Pain, biscotte ${i}`), true],
])(
  'next to 15 breads, foods with 80 %% carbohydrate are refused unless they are a few of one kind: %s',
  (names, isRefused) => {
    const odd = new OddFoods(COLUMNS, '100g');
    const add = (name: string, ...[kcal, carbohydrate]: number[]) =>
      odd.add((column) => ({ kcal, carbohydrate_g: carbohydrate })[column], name);
    for (let i = 0; i < 15; i++) add(`Pain, ${i}`, 250, 50);
    for (const name of names) add(name, 400, 80);
    expect(odd.fault(false, undefined) !== undefined).toBe(isRefused);
  },
);

test('the example is one of the foods that are counted, with a unit, and not long', () => {
  const odd = new OddFoods(COLUMNS, '100g');
  const protein = [0.001, ...Array.from({ length: 6 }, () => 46)];
  for (const amount of protein) {
    const amountOf = (name: string) => (name === 'protein_g' ? amount : FOOD.get(name));
    odd.add(amountOf, 'Food '.repeat(200));
  }
  expect(odd.fault(false, undefined)).toMatch(/^6 of its foods .* \([Fod ]{100}: 46 mg\), as if/);
});
