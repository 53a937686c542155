import type { Nutrient } from '../../catalog/nutrients.ts';
import { portionsJson, type SourcePortion } from '../portions.ts';
import type { RawValue, RecordSource } from '../record-source.ts';

// What a food of FoodData Central has besides nutrients: key, common name, portions, serving,
// maker, group.

/** What FoodData Central says about a food besides its nutrients. */
const FOOD_DETAILS = [
  'fdc_id',
  'description',
  'ndb_no',
  'gmwt_1',
  'gmwt_desc1',
  'gmwt_2',
  'gmwt_desc2',
  'portions',
  'food_group',
  'common_names',
  'manufacturer',
  'scientific_name',
  'gtin',
  'data_type',
] as const;

/** Whether an attribute of a food is another name of it: survey foods have theirs as a type of its own. */
export function isOtherName(name: string, type: string): boolean {
  return name === 'Common Name' || type === '1001';
}

/** What survey foods call the amount that is meant where nobody says how much. */
const USUAL_AMOUNT = 'Quantity not specified';

export type FdcDetails = Partial<Record<(typeof FOOD_DETAILS)[number], RawValue>>;

export interface FdcLayout extends Omit<RecordSource, 'batches'> {
  /** The place of a nutrient, by its id or its older number, among the values of a record. */
  readonly placeOf: (nutrient: string) => number | undefined;
  /** The values of a record, so far without nutrients. */
  readonly detailValues: (details: FdcDetails) => RawValue[];
}

/** How the values of a food of FoodData Central are laid out in a record. */
export function fdcLayout(nutrients: readonly Nutrient[]): FdcLayout {
  const ids = nutrients.flatMap(({ fdcIds, fdcNumbers }) =>
    [...fdcIds, ...fdcNumbers].map(({ name }) => name),
  );
  const places = new Map(ids.map((id, i) => [id, FOOD_DETAILS.length + i]));
  return {
    header: [...FOOD_DETAILS, ...ids],
    descriptionFields: ['description'],
    keyFields: ['fdc_id'],
    textFields: ['gtin', 'data_type'],
    fieldsOf: ({ column, unit, fdcIds, fdcNumbers }) =>
      FOOD_DETAILS.some((detail) => detail === column)
        ? [{ name: column, unit: unit ?? '' }]
        : // What has to be converted is the last choice.
          [...fdcIds, ...fdcNumbers].toSorted(
            (a, b) => Number(a.unit !== unit) - Number(b.unit !== unit),
          ),
    placeOf: (nutrient) => places.get(nutrient),
    detailValues: (details) => [
      ...FOOD_DETAILS.map((name) => details[name]),
      ...ids.map(() => null),
    ],
  };
}

/** An NDB number as the bundled table has it: five digits. */
export function ndbNumber(value: RawValue): RawValue {
  return value === undefined || value === null || value === ''
    ? undefined
    : String(value).padStart(5, '0');
}

/** The portions as the columns have them: two of their own, and all in one. */
export function portionDetails(portions: readonly SourcePortion[]): FdcDetails {
  // The usual amount comes first: it is that of the food.
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

/** What a portion is: `1 cup, chopped` in one piece, or made of an amount, a unit and a modifier. */
export function portionText(
  description: string,
  amount: string,
  unit: string,
  modifier: string,
): string {
  if (description !== '') return description;
  const parts = [
    withoutZeros(amount),
    unit === 'undetermined' ? '' : unit,
    // Survey foods have a code number there.
    /^\d+$/.test(modifier) ? '' : modifier,
  ];
  return parts.filter((part) => part !== '').join(' ');
}

/** The serving of a branded food, where it is given as a weight. */
export function servingPortions(
  size: RawValue,
  unit: string,
  household: string,
): readonly SourcePortion[] {
  const isWeight = ['g', 'grm', 'gm'].includes(unit.toLowerCase());
  if (!isWeight || size === undefined || size === null || size === '') return [];
  return [{ grams: size, text: household === '' ? `${withoutZeros(String(size))} g` : household }];
}

/** `40` for `40.0`. */
function withoutZeros(amount: string): string {
  return amount.replace(/\.0+$/, '');
}
