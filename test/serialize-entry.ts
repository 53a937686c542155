import { ExactNumber, type StoredValue } from '../src/food/decimal.ts';
import type { Entry } from '../src/food/entry.ts';
import { fatGrams } from '../src/food/fat.ts';

/** Serializes a food for a response, field by field: the reference for assembled responses. */
export function serializeEntry(entry: Entry): string {
  const { carbohydrate_g, protein_g, kcal, description, fa_sat_g, fa_mono_g, fa_poly_g } = entry;
  return (
    `{"carbohydrate_g":${toJson(carbohydrate_g)},"protein_g":${toJson(protein_g)},` +
    `"kcal":${toJson(kcal)},"description":${toJson(description)},` +
    `"fat_g":"${fatGrams(fa_sat_g, fa_mono_g, fa_poly_g)}"}`
  );
}

function toJson(value: StoredValue): string {
  const isExact = typeof value === 'bigint' || value instanceof ExactNumber;
  return isExact ? String(value) : JSON.stringify(value);
}
