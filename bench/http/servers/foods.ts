import type { SQLOutputValue } from 'node:sqlite';

/** The columns that the servers we compare with select for their responses. */
export const COLUMNS =
  'carbohydrate_g, protein_g, kcal, description, fa_sat_g, fa_mono_g, fa_poly_g';

export function foodsOf(rows: readonly Record<string, SQLOutputValue>[]) {
  return rows.map(({ fa_sat_g, fa_mono_g, fa_poly_g, ...row }) => ({
    ...row,
    fat_g: (Number(fa_sat_g) + Number(fa_mono_g) + Number(fa_poly_g)).toFixed(2),
  }));
}
