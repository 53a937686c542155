import { readNutrients } from '../catalog/nutrients.ts';
import { FAT_KNOWN } from '../catalog/table/further-columns.ts';
import type { DescribeField } from '../http/food-handler.ts';

// Titles, units and daily values of fields in `/api/fields`, from data/nutrients.csv.

/** Describes fields by `data/nutrients.csv`, which is read when the first one is asked for. */
export function createDescribeField(): DescribeField {
  let known: Map<string, ReturnType<DescribeField>> | undefined;
  return (name) => {
    known ??= new Map(
      readNutrients().map(({ column, title, unit = null, infoods = null, dailyValue = null }) => [
        column,
        { name: column, title, unit, infoods, daily_value: dailyValue },
      ]),
    );
    const title = name === FAT_KNOWN ? 'Known fatty acid fractions, out of 3' : name;
    return known.get(name) ?? { name, title, unit: null, infoods: null, daily_value: null };
  };
}
