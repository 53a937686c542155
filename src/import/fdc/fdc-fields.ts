import type { Nutrient } from '../../catalog/nutrients.ts';
import { portionsJson, type SourcePortion } from '../../catalog/table/portions.ts';
import { gtinOf } from '../../food/gtin.ts';
import { isFilled, type RawValue } from '../record-source.ts';

// The fields of a FoodData Central food besides nutrients: key, common name, portions, serving,
// maker, group.

/** The fields besides the columns of `data/nutrients.csv`. */
const UNLISTED_FIELDS = ['gtin', 'data_type'];

/**
 * Checks whether an attribute of a food is a common name. In survey foods, common names have their
 * own attribute type.
 */
export function isCommonName(name: string, type: string): boolean {
  return name === 'Common Name' || type === '1001';
}

/** The label in survey foods for the amount that is assumed if none was specified. */
const USUAL_AMOUNT = 'Quantity not specified';

/** The fields of a food besides nutrients, by name. */
export type FdcDetails = Readonly<Record<string, RawValue>>;

export type FdcLayout = ReturnType<typeof fdcLayout>;

/** Returns the order of the values in a record of a FoodData Central food. */
export function fdcLayout(nutrients: readonly Nutrient[]) {
  const ids = nutrients.flatMap(({ fdcIds, fdcNumbers }) =>
    [...fdcIds, ...fdcNumbers].map(({ name }) => name),
  );
  const about = nutrients
    .filter(({ column, unit }) => unit === undefined || column.startsWith('gmwt'))
    .map(({ column }) => column);
  const names = [...about, ...UNLISTED_FIELDS];
  const places = new Map(ids.map((id, i) => [id, names.length + i]));
  return {
    header: [...names, ...ids],
    descriptionFields: ['description'],
    keyFields: ['fdc_id'],
    textFields: UNLISTED_FIELDS,
    fieldsOf: ({ column, unit, fdcIds, fdcNumbers }: Nutrient) =>
      names.includes(column)
        ? [{ name: column, unit: unit ?? '' }]
        : // Nutrients in other units, which need converting, come last.
          [...fdcIds, ...fdcNumbers].toSorted(
            (a, b) => Number(a.unit !== unit) - Number(b.unit !== unit),
          ),
    /** Returns the index of a nutrient in a record's values, by its ID or its older number. */
    placeOf: (nutrient: string) => places.get(nutrient),
    /** Returns the values of a record, with all nutrients still null. */
    detailValues: (details: FdcDetails, portions: readonly SourcePortion[]): RawValue[] => {
      // An NDB number has five digits, as in the bundled table.
      const number = isFilled(details.ndb_no) ? String(details.ndb_no).padStart(5, '0') : undefined;
      const made = { ndb_no: number, gtin: gtinOf(details.gtin), ...portionDetails(portions) };
      const all: FdcDetails = { ...details, ...made };
      return [...names.map((name) => all[name]), ...ids.map(() => null)];
    },
  };
}

/**
 * Returns the columns of the portions: a column with all portions, and columns for the first two.
 */
function portionDetails(portions: readonly SourcePortion[]): FdcDetails {
  // The usual amount comes first, since it becomes the food's serving.
  const known = portions
    .filter(({ grams }) => Number(grams) > 0)
    .toSorted((a, b) => Number(b.text === USUAL_AMOUNT) - Number(a.text === USUAL_AMOUNT))
    .map(({ grams, text }) => ({ grams, text: text === USUAL_AMOUNT ? '1 serving' : text }));
  const [first, second] = known;
  return {
    gmwt_1: first?.grams,
    gmwt_desc1: first?.text,
    gmwt_2: second?.grams,
    gmwt_desc2: second?.text,
    portions: portionsJson(known),
  };
}

/**
 * Returns the name of a portion: its description (`1 cup, chopped`), or else its amount, unit and
 * modifier.
 */
export function portionText(description: string, amount: string, unit: string, modifier: string) {
  if (description !== '') return description;
  const parts = [
    withoutZeros(amount),
    unit === 'undetermined' ? '' : unit,
    // In survey foods, the modifier is a code number.
    /^\d+$/.test(modifier) ? '' : modifier,
  ];
  return parts.filter((part) => part !== '').join(' ');
}

/** Returns the serving of a branded food, if its size is a weight. */
export function servingPortions(size: RawValue, unit: string, text: string): SourcePortion[] {
  const isWeight = ['g', 'grm', 'gm'].includes(unit.toLowerCase());
  if (!isWeight || !isFilled(size)) return [];
  return [{ grams: size, text: text === '' ? `${withoutZeros(String(size))} g` : text }];
}

/** Returns `40` for `40.0`. */
function withoutZeros(amount: string): string {
  return amount.replace(/\.0+$/, '');
}
