import type { Entry } from '../src/food/entry.ts';

/** A food to vary, with USDA's values; its response has `fat_g` "8.70". */
export const EGG: Entry = {
  carbohydrate_g: 0.72,
  protein_g: 12.56,
  fa_sat_g: 3.126,
  fa_mono_g: 3.658,
  fa_poly_g: 1.911,
  kcal: 143,
  description: 'Egg, whole, raw, fresh',
};
