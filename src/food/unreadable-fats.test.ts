import { expect, test } from 'vitest';
import type { Entry } from './entry.ts';
import { UnreadableFats } from './unreadable-fats.ts';

const egg: Entry = {
  carbohydrate_g: 'some',
  protein_g: 12.56,
  fa_sat_g: '3.1',
  fa_mono_g: null,
  fa_poly_g: 1.9,
  kcal: 143,
  description: 'Egg',
};

test('UnreadableFats counts text that is not a number among the fatty acids', () => {
  const entries = [egg, { ...egg, fa_sat_g: 'tr', fa_poly_g: '' }, { ...egg, fa_mono_g: '1,5' }];
  const fats = new UnreadableFats();
  for (const entry of entries) fats.note(entry);
  expect(fats.count).toBe(3);
  expect(fats.summary()).toBe(
    '3 fatty acid values are not numbers and count as 0 in fat_g, the first: fa_sat_g "tr" of "Egg"',
  );
});

test('UnreadableFats shows values that JSON has no form for', () => {
  const fats = new UnreadableFats();
  const odd = { ...egg, fa_sat_g: Number.POSITIVE_INFINITY, description: 9_007_199_254_740_993n };
  fats.note(odd);
  expect(fats.summary()).toContain('fa_sat_g Infinity of 9007199254740993');
});
