import { expect, test } from 'vitest';
import { partsKcal } from './atwater.ts';
import { EnergyFit } from './energy.ts';

const COLUMNS = ['protein_g', 'carbohydrate_g', 'lipid_total_g'];

test.each(['protein_g', 'lipid_total_g'])(
  'isOff is true if all values of %s are halved, even if few foods are rich in it',
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

test('partsKcal counts only the fat if protein is unknown', () => {
  expect(partsKcal((column) => (column === 'lipid_total_g' ? 10 : undefined))).toBe(90);
});

const SHORT = new Map(
  Object.entries({
    ...{ k: 'kcal', p: 'protein_g', c: 'carbohydrate_g', f: 'lipid_total_g' },
    ...{ w: 'water_g', b: 'fiber_td_g', n: 'sodium_mg' },
  }),
);
/** Reads a food in short form: `p10 c20` has 10 g of protein and 20 g of carbohydrate. */
function food(text: string) {
  const amounts = new Map(text.split(' ').map((each) => [SHORT.get(each.slice(0, 1)), each]));
  return (column: string) => {
    const found = amounts.get(column);
    return found === undefined ? undefined : Number(found.slice(1));
  };
}

/** Returns the fit of a table of foods. */
function fitted(texts: readonly string[]) {
  const fit = new EnergyFit();
  fit.add(texts.map(food));
  return fit;
}

const EXACT = fitted(
  Array.from({ length: 20 }, (_, i) => i + 5).map((g) => `k${17 * g} p${g} c${g} f${g} b0`),
);

/** A table whose energy is wrong by up to 10 %. */
const INEXACT = fitted(Array.from({ length: 20 }, (_, i) => `k${200 + ((7 * i) % 20)} p50 c0 f0`));

/** Returns how a food fits a table at each energy: "0 misfit, 86 fits" is a misfit below 86 kcal. */
function fitsIn(table: EnergyFit, text: string, mayHaveAlcohol?: () => boolean): string {
  const changes: string[] = [];
  let last = '';
  for (let kcal = 0; kcal < 500; kcal++) {
    const fit = table.fitOf(food(`${text} k${kcal}`), mayHaveAlcohol);
    if (fit !== last) changes.push(`${kcal} ${fit}`);
    last = fit;
  }
  return changes.join(', ');
}

test.each([
  ['an inexact table', INEXACT, '0 misfit, 86 fits, 167 misfit, 174 fits, 181 misfit'],
  ['no table', new EnergyFit(), '0 misfit, 55 fits, 261 misfit'],
])('in %s, the energies that fit a food: %j', (_, table, expected) => {
  expect(fitsIn(table, 'p20 c10 f0 b0')).toBe(expected);
});

test.each([
  ['p10 c20 f5 b0', '0 misfit, 132 fits, 187 misfit, 194 fits, 219 misfit'],
  ['p5 c20 f10 b0', '0 misfit, 150 fits, 162 misfit, 172 fits, 236 misfit, 245 fits, 249 misfit'],
  ['p10 c20 f5', '0 misfit, 105 fits, 219 misfit'],
  ['p10 c20 f5 b1', '0 misfit, 134 fits, 186 misfit, 196 fits, 221 misfit'],
  ['p10 c20 f5 b10', '0 misfit, 80 fits, 243 misfit'],
  ['p10 c60 f5', '0 misfit, 188 fits, 411 misfit'],
  ['p1 c20 f0.5 w70', '0 misfit, 41 fits, 127 special, 199 misfit'],
  ['p0 c5 f0', '0 misfit, 3 fits, 45 special, 421 misfit'],
  ['p0 c0 f0', '0 fits, 21 special'],
  ['p0 c95 f0', '0 special, 190 fits, 477 misfit'],
  ['p0 c60 f0', '0 misfit, 1 special, 117 fits, 309 special, 421 misfit'],
  ['p0 c49 f0 n8100', '0 special, 94 fits, 256 special, 421 misfit'],
  ['p0 c49 f0 n7900', '0 misfit, 94 fits, 256 special, 421 misfit'],
  ['p4 c20 f8 b0', '0 misfit, 132 fits, 146 misfit, 151 fits, 187 special, 350 misfit'],
  ['p5 c20 f8 b0', '0 misfit, 135 fits, 151 misfit, 155 fits, 227 misfit'],
  ['p2 c10 f0 w60', '0 misfit, 20 fits, 59 special, 117 misfit'],
  ['p0 c20 f0 w85', '0 misfit, 34 fits, 117 special, 421 misfit'],
  ['p0 c51 f0', '0 misfit, 1 special, 98 fits, 265 special, 421 misfit'],
  ['p0 c50 f0', '0 misfit, 96 fits, 261 special, 421 misfit'],
  ['p0 c91 f0 b0', '0 special, 295 fits, 457 misfit'],
  ['p0 c90 f0 b0', '0 misfit, 1 special, 292 fits, 453 misfit'],
  ['p1.9 c20 f0 w85', '0 misfit, 40 fits, 126 special, 421 misfit'],
  ['p2 c20 f0 w85', '0 misfit, 40 fits, 102 special, 197 misfit'],
  ['p0 c20 f0.9 w85', '0 misfit, 41 fits, 126 special, 421 misfit'],
  ['p0 c20 f1 w85', '0 misfit, 41 fits, 103 special, 199 misfit'],
  [
    'p4 c10 f8 b0',
    '0 misfit, 99 fits, 106 misfit, 111 fits, 112 misfit, 114 fits, 144 special, 277 misfit',
  ],
  ['p4 c9.9 f8 b0', '0 misfit, 98 fits, 106 misfit, 110 fits, 111 misfit, 113 fits, 174 misfit'],
  ['c20 f5', '0 misfit, 71 fits'],
  ['p10 c20', '0 misfit, 67 fits'],
])('in an exact table, the energies that fit %s: %s', (text, expected) => {
  expect(fitsIn(EXACT, text)).toBe(expected);
});

test('in a less exact table, more energies fit a liqueur', () => {
  expect(fitsIn(INEXACT, 'p4 c20 f8 b0')).toBe('0 misfit, 119 fits, 205 special, 350 misfit');
});

test('energies that would be right in kilojoules do not fit a food without alcohol', () => {
  expect(fitsIn(EXACT, 'p1 c20 f0 b0', () => false)).toBe(
    '0 misfit, 62 fits, 121 special, 282 misfit, 373 special, 421 misfit',
  );
});

test('foods without all nutrients do not count toward isOf100', () => {
  const table = [...Array<string>(10).fill('p10 c20 f5 w65'), ...Array<string>(10).fill('p10 w65')];
  expect(fitted(table).isOf100).toBe(true);
});

test.each([
  [10, 100, true],
  [9, 100, false],
  [10, 109, true],
  [10, 111, false],
  [10, 110, false],
  [10, 91, true],
  [10, 90, false],
  [10, 89, false],
])('isOf100 of %d foods whose components add up to %d g: %j', (count, grams, isOf100) => {
  const table = Array<string>(count).fill(`p10 c20 f5 w${grams - 35}`);
  expect(fitted(table).isOf100).toBe(isOf100);
});

test.each<[string, boolean, number?]>([
  ['p10 c20 f5 w20.1', false],
  ['p10 c20 f5 w20.1', false, 120],
  ['p10 c20 f5 w19.9', true],
  ['p1 c1 f0.9 w1', true],
  ['p1 c1 f0 w1', false],
  ['p0 c0 f0 w1 n1300', false],
  ['p10 c20 f5', false],
])(
  'isLight of %s among foods whose components add up to at least 100 g: %j',
  (text, isLight, mass = 100) => {
    const table = fitted(Array<string>(10).fill(`p10 c20 f5 w${mass - 35}`));
    expect(table.isLight(food(text))).toBe(isLight);
  },
);

test.each([
  ['fits', 10, 'k165 p10 c20 f5', false],
  ['is 12 % too high', 10, 'k180 p40 c0 f0', false],
  ['is 13 % too high', 10, 'k181 p40 c0 f0', true],
  ['is far too high', 9, 'k900 p10 c20 f5', false],
  ['is 12 % too low', 10, 'k142 p40 c0 f0 b0', false],
  ['is 13 % too low', 10, 'k141 p40 c0 f0 b0', true],
  ['needs 1.5 times the protein', 10, 'k183 p10 c20 f5', true],
  ['fits with protein in place of fat', 10, 'k140 p5 c15 f15 b0', true],
  ['has no fat to compare with', 10, 'k300 p10 c20', false],
  ['needs 1.52 times less carbohydrate', 10, 'k170 p5 c40 f5', true],
  ['needs 1.49 times less carbohydrate', 10, 'k172 p5 c40 f5', false],
  ['fits 3.4 times better with protein in place of fat', 10, 'k200 p10 c10.4 f15.6 b0', true],
  ['fits 2.4 times better with protein in place of fat', 10, 'k200 p10 c9.7 f15.8 b0', false],
  ['is far too high, but just large enough', 10, 'k40 p5 c0 f0', true],
  ['is far too high, but very low', 10, 'k39 p5 c0 f0', false],
  ['is 100 kcal in all', 10, 'k100 p25 c0 f0', false],
])('isOff if the energy %s in %d foods, each %s: %j', (_, count, text, isOff) => {
  expect(fitted(Array<string>(count).fill(text)).isOff).toBe(isOff);
});

test.each([
  ['k100 p25 c0 f0', 'k100 p5 c20 f0 b0', true],
  ['k1000 p250 c0 f0', 'k1000 p50 c200 f0 b0', true],
  ['k2000 p500 c0 f0', 'k2000 p100 c400 f0 b0', true],
  ['k160 p40 c0 f0 b0', 'k300 p40 c0 f0 b0', true],
  ['k101 p25 c0 f0', 'k101 p5 c20 f0 b0', false],
  ['k100 p25 c0 f0', 'k80 p5 c15 f0 b0', false],
])('isOff for a table of %s and %s: %j', (one, other, isOff) => {
  expect(fitted(Array.from({ length: 20 }, (_, i) => (i % 2 ? one : other))).isOff).toBe(isOff);
});
