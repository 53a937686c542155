import { BoundedMap, remember } from '../../cache/bounded-map.ts';
import type { FoodValues } from '../../catalog/food-catalog.ts';
import type { Nutrient } from '../../catalog/nutrients.ts';
import { GTIN_COLUMN } from '../../food/gtin.ts';
import { printedCode } from '../barcodes.ts';
import type { FoodRow, FoodSource, NumberForm } from '../food-source.ts';
import {
  CACHED_HEAD_BYTES,
  CACHED_HEADS_BYTES,
  measuresOf,
  oneOf,
  type Page,
  type Parameters,
  textOf,
} from '../interface.ts';
import { beforeMember, type JsonWriter, LIST } from '../json-writer.ts';

// Writes a food in FoodData Central's formats: search result, full and abridged. Determines its
// type, and the conditions that select foods of certain types.

export const FDC_ID = 'fdc_id';
/** The columns that may name the brand owner. */
export const OWNERS = ['brand_owner', 'manufacturer'];

/** UPC-A, the format of most barcodes in FoodData Central. */
const UPC_LENGTH = 12;

/**
 * Returns the values of a parameter that is repeated, named `name[]` (as axios sends lists), or
 * separated by commas.
 */
export function listIn(query: Parameters, name: string): string[] {
  const all = [...query.getAll(name), ...query.getAll(`${name}[]`)];
  const given = all.flatMap((text) => text.split(','));
  return given.map((text) => text.trim()).filter((text) => text !== '');
}

/** Returns the members common to all formats of a food. */
function headOf(row: FoodRow) {
  const gtin = textOf(row, GTIN_COLUMN);
  return {
    fdcId: row.number(FDC_ID),
    description: textOf(row, 'description') ?? '',
    dataType: typeOf(row),
    brandOwner: textOf(row, ...OWNERS) ?? null,
    gtinUpc: gtin === undefined ? null : printedCode(gtin, UPC_LENGTH),
  };
}

/** Adds the brand name and package of a food and, if it is branded, its serving. */
function fullHeadOf(row: FoodRow) {
  const head = headOf(row);
  const serving = head.dataType === BRANDED ? measuresOf(row)[0] : undefined;
  return {
    ...head,
    brandName: textOf(row, 'brand_name', 'brand') ?? null,
    servingSize: serving?.grams ?? null,
    servingSizeUnit: serving === undefined ? null : 'g',
    householdServingFullText: serving === undefined ? null : `${serving.count} ${serving.name}`,
    packageWeight: textOf(row, 'package_weight', 'quantity') ?? null,
  };
}

/** The formats of a nutrient: in searches, abridged foods, and full foods. */
type Form = 'searched' | 'abridged' | 'full';

interface FdcNutrient {
  readonly column: string;
  readonly number: string;
  readonly unit: string;
  readonly forms: Readonly<Record<Form, NumberForm>>;
}

const listed = new WeakMap<readonly Nutrient[], readonly FdcNutrient[]>();

/**
 * Returns the nutrients with a FoodData Central ID, number and name. International units come last,
 * because programs read the first vitamin A as micrograms.
 */
function fdcNutrients({ nutrients }: FoodSource): readonly FdcNutrient[] {
  return remember(listed, nutrients, () => {
    const known = nutrients.flatMap(({ column, unit = '', fdcIds, fdcNumbers, fdcName: name }) => {
      const [{ name: id } = {}, { name: number } = {}] = [fdcIds[0], fdcNumbers[0]];
      if (id === undefined || number === undefined || name === undefined) return [];
      const own = { id: Number(id), number, name, unitName: unit };
      // Searches and abridged foods have units in uppercase, without µ.
      const unitName = unit.replace('µ', 'u').toUpperCase();
      const [nutrientId, nutrientNumber, nutrientName] = [own.id, number, name];
      const searched = { nutrientId, nutrientNumber, nutrientName, unitName };
      const forms = {
        searched: formOf(searched, 'value'),
        abridged: formOf({ number, name, unitName }, 'amount'),
        full: formOf({ type: 'FoodNutrient', nutrient: own }, 'amount'),
      };
      return { column, number, unit, forms };
    });
    const isLast = ({ unit }: FdcNutrient) => unit === 'IU';
    return known.toSorted((one, other) => Number(isLast(one)) - Number(isLast(other)));
  });
}

const END_OF_OBJECT = Buffer.from('}');

function formOf(head: object, name: string): NumberForm {
  return { before: Buffer.from(`,${beforeMember(head, name)}`), after: END_OF_OBJECT };
}

type WriteFood = (row: FoodRow, to: JsonWriter) => void;

/**
 * For each table, caches the JSON of foods up to their nutrients. Writing it takes as long as
 * writing the nutrients.
 */
const heads = new WeakMap<FoodValues, BoundedMap<string, string>>();

/** Returns a function that writes foods with the known amounts of some nutrients. */
function writerOf(
  form: Form,
  { values }: FoodSource,
  nutrients: readonly FdcNutrient[],
  foodOf: (row: FoodRow) => object,
): WriteFood {
  const known = remember(
    heads,
    values,
    () => new BoundedMap(CACHED_HEADS_BYTES, (_, { length }) => length + CACHED_HEAD_BYTES),
  );
  const written = nutrients.flatMap(({ column, forms }) => {
    const index = values.indexOf(column);
    return index === undefined ? [] : { index, form: forms[form] };
  });
  return (row, to) => {
    to.add(remember(known, `${form}${row.row}`, () => beforeMember(foodOf(row), 'foodNutrients')));
    to.enclose(LIST, () => {
      for (const { index, form: own } of written) row.writeNumber(index, own, to);
    });
    to.addBytes(END_OF_OBJECT);
  };
}

/** Returns a function that writes foods in the format that FoodData Central's searches return. */
export function searchedFoodWriter(source: FoodSource): WriteFood {
  return writerOf('searched', source, fdcNutrients(source), (row) => ({
    ...fullHeadOf(row),
    ndbNumber: row.number('ndb_no')?.toString(),
    foodCategory: textOf(row, 'food_group'),
    foodMeasures: measuresOf(row).map(({ count, name, grams }) => ({
      disseminationText: `${count} ${name}`,
      gramWeight: grams,
    })),
  }));
}

/** Returns a function that writes foods, full or abridged, with nutrients requested by number. */
export function foodWriter(source: FoodSource, query: Parameters, form?: 'abridged'): WriteFood {
  const asked = new Set(listIn(query, 'nutrients'));
  const wanted = fdcNutrients(source).filter(({ number }) => asked.size === 0 || asked.has(number));
  if ((form ?? oneOf(query, 'format', ['full', 'abridged'])) === 'abridged')
    return writerOf('abridged', source, wanted, (row) => ({
      ...headOf(row),
      ndbNumber: row.number('ndb_no')?.toString(),
    }));
  return writerOf('full', source, wanted, (row) => ({
    ...fullHeadOf(row),
    ndbNumber: row.number('ndb_no'),
    foodCategory: { description: textOf(row, 'food_group') ?? null },
    foodPortions: measuresOf(row).map(({ count, name, grams }, i) => ({
      sequenceNumber: i + 1,
      amount: count,
      gramWeight: grams,
      modifier: name,
      portionDescription: null,
      measureUnit: { id: 9999, name: 'undetermined', abbreviation: 'undetermined' },
    })),
  }));
}

/** Columns that may tell which part of FoodData Central a food is from. */
const SOURCES = ['data_type', 'source'];

export type Conditions = NonNullable<Page['conditions']>;

export const [LEGACY, BRANDED] = ['SR Legacy', 'Branded'];

/** Maps a food's source, as tables name it, to FoodData Central's name for the type of food. */
const FDC_TYPES: readonly (readonly [RegExp, string])[] = [
  [/foundation/i, 'Foundation'],
  [/survey|fndds/i, 'Survey (FNDDS)'],
  [/branded/i, BRANDED],
  [/legacy|standard reference|\bsr ?\d*\b/i, LEGACY],
];

function typeNamed(source: string): string | undefined {
  return FDC_TYPES.find(([form]) => form.test(source))?.[1];
}

/** Foods of unknown type count as branded if they have a barcode. */
function typeOf(row: FoodRow): string {
  const byBarcode = textOf(row, GTIN_COLUMN) === undefined ? LEGACY : BRANDED;
  return typeNamed(textOf(row, ...SOURCES) ?? '') ?? byBarcode;
}

/** Returns conditions that select foods of these types; `undefined` if the table has none. */
export async function conditionsOfTypes(
  types: readonly string[],
  { fields, valuesOf }: FoodSource,
): Promise<Conditions | undefined> {
  if (types.length === 0) return [];
  const wanted = new Set(types);
  const isWanted = (type: string) => wanted.has(type);
  const column = SOURCES.find((name) => fields.includes(name));
  const sources = column === undefined ? [] : await valuesOf(column);
  // If the sources have names such as "USDA", which show no type, the barcode decides.
  if (column !== undefined && sources.some((one) => typeNamed(one) !== undefined)) {
    const unwanted = sources.filter((one) => !isWanted(typeNamed(one) ?? LEGACY));
    if (unwanted.length === sources.length) return undefined;
    return unwanted.map((value) => ({ column, operator: '!=', value }));
  }
  const [wantsLegacy, wantsBranded] = [isWanted(LEGACY), isWanted(BRANDED)];
  if (!fields.includes(GTIN_COLUMN)) return wantsLegacy ? [] : undefined;
  if (wantsBranded && wantsLegacy) return [];
  if (wantsBranded) return [{ column: GTIN_COLUMN, operator: '>', value: '0' }];
  return wantsLegacy ? [{ column: GTIN_COLUMN, operator: '!', value: '' }] : undefined;
}
