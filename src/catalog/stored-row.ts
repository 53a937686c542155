import { ENTRY_COLUMNS } from '../food/food-entry.ts';
import type { StoredValue } from '../food/stored-value.ts';
import type { StoredRow } from './entry-store.ts';

const NO_FIELDS: readonly StoredValue[] = [];

/** A row of values, those of ENTRY_COLUMNS in their order and then the further columns. */
export function toStoredRow(values: readonly StoredValue[]): StoredRow {
  const [
    carbohydrate_g = null,
    protein_g = null,
    fa_sat_g = null,
    fa_mono_g = null,
    fa_poly_g = null,
    kcal = null,
    description = null,
  ] = values;
  return {
    entry: { carbohydrate_g, protein_g, fa_sat_g, fa_mono_g, fa_poly_g, kcal, description },
    fields: values.length > ENTRY_COLUMNS.length ? values.slice(ENTRY_COLUMNS.length) : NO_FIELDS,
  };
}
