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
  [undefined, 'protein_g', 4.6, /more protein than food has.* say so with --per serving/],
  ['100g', 'protein_g', 4.6, /more protein than food has.* leave it out with --map protein_g=,/],
  ['serving', 'protein_g', 4.6, undefined],
])('per %s, foods with odd %s (× %d) are refused: %s', (per, column, factor, message) => {
  const fault = faultOf(per, column, factor);
  if (message === undefined) expect(fault).toBeUndefined();
  else expect(fault).toMatch(message);
});
