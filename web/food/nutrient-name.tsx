import type { Column } from '../service.ts';
import { nutrientTitle } from './nutrients.ts';

/** The name of a nutrient and its unit, as the head of a column. */
export function NutrientName({ column }: { readonly column: Column }) {
  return (
    <>
      {nutrientTitle(column)} <small>{column.unit}</small>
    </>
  );
}
