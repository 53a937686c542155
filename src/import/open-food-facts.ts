import type { Nutrient, SourceField } from '../catalog/nutrients.ts';
import { PORTIONS } from '../catalog/table/extra-columns.ts';
import { portionsJson } from '../catalog/table/portions.ts';
import { gtinOf } from '../food/gtin.ts';
import { convertAmount, normalUnit, unitFactor } from '../food/nutrient-units.ts';
import { objectRecords } from './files/json-objects.ts';
import type { FindingCounts } from './import-report.ts';
import type { Json, RawRecord, RawValue, RecordSource } from './record-source.ts';
import { isRecord, scalar } from './record-source.ts';

// Reads Open Food Facts' CSV and JSON, in the formats of 2026 and of earlier years: key, name,
// serving and other fields.

const SUFFIX = '_100g';

const [SERVING_GRAMS, SERVING_TEXT] = ['serving_quantity', 'serving_size'];

/** The fields of Open Food Facts for each column other than amounts, best first. */
const PRODUCT_DETAILS: Readonly<Record<string, readonly string[]>> = {
  gmwt_1: [SERVING_GRAMS],
  gmwt_desc1: [SERVING_TEXT],
  portions: [PORTIONS],
  food_group: ['pnns_groups_2'],
  common_names: ['generic_name'],
  manufacturer: ['brand_owner', 'brands'],
};

export const [KEY, CHANGED_AT] = ['code', 'last_modified_t'];
const [GTIN, PRODUCT_NAME, COUNTRIES] = ['gtin', 'product_name', 'countries_tags'];
/** The field that names the basis of amounts, such as `100g`. */
const AMOUNTS_PER = 'nutrition_data_per';
const MORE_FIELDS = ['quantity', COUNTRIES, AMOUNTS_PER, CHANGED_AT];

/** Which products to import, and which of their names to use. */
export interface ProductOptions {
  /**
   * Countries where the products are sold, as tagged by Open Food Facts: `germany`. Default: all.
   */
  readonly countries?: readonly string[] | undefined;
  /** Preferred languages of names, best first. Default: the product's own language. */
  readonly namesIn?: readonly string[] | undefined;
}

/** Returns the names of Open Food Facts' columns, in its CSV and JSON. */
function openFoodFactsFields(
  header: readonly string[],
  names: readonly string[],
): Omit<RecordSource, 'batches'> {
  return {
    header,
    descriptionFields: names.filter((name) => header.includes(name)),
    keyFields: [KEY],
    textFields: [GTIN, ...MORE_FIELDS].filter((name) => header.includes(name)),
    fieldsOf: ({ column, unit, openFoodFacts }: Nutrient): readonly SourceField[] => {
      const detail = PRODUCT_DETAILS[column];
      if (detail !== undefined) return detail.map((name) => ({ name, unit: unit ?? '' }));
      return openFoodFacts.map((field) => ({ ...field, name: `${field.name}${SUFFIX}` }));
    },
  };
}

function namesOf({ namesIn = [] }: ProductOptions): readonly string[] {
  return [...namesIn.map((language) => `${PRODUCT_NAME}_${language}`), PRODUCT_NAME];
}

/** Opens Open Food Facts' CSV, with the serving as a portion. */
export function openProductTable(
  { header, batches }: RecordSource,
  findings: FindingCounts,
  options: ProductOptions,
): RecordSource {
  const places = new Map(header.map((name, place) => [name, place]));
  const sold = header.includes(COUNTRIES) ? COUNTRIES : 'countries';
  const isSold = countryFilter(options, findings);
  const toRecord = ({ place, values }: RawRecord): RawRecord[] => {
    const of = (field: string) => values[places.get(field) ?? -1];
    if (!isSold(place, of(sold))) return [];
    const row = [...header.map((_, i) => values[i]), portionsIn(of), gtinOf(of(KEY))];
    return [{ place, values: row }];
  };
  return {
    ...openFoodFactsFields([...header, PORTIONS, GTIN], namesOf(options)),
    batches: (async function* () {
      for await (const batch of batches) yield batch.flatMap(toRecord);
    })(),
  };
}

/** Returns the serving of a product as a portion. */
function portionsIn(of: (field: string) => RawValue): RawValue {
  return portionsJson([{ grams: of(SERVING_GRAMS), text: String(of(SERVING_TEXT) ?? '') }]);
}

/** Returns a test for products that are sold in one of the requested countries. */
function countryFilter({ countries }: ProductOptions, findings: FindingCounts) {
  const wanted = countries?.map(withoutPrefix);
  return (place: number, tags: unknown): boolean => {
    if (wanted === undefined) return true;
    const sold: unknown[] = Array.isArray(tags) ? tags : String(tags ?? '').split(',');
    if (sold.some((tag) => wanted.includes(withoutPrefix(String(tag))))) return true;
    findings.add('other-country', () => String(tags ?? ''), place);
    return false;
  };
}

/** Returns `germany` for `en:germany`. */
function withoutPrefix(tag: string): string {
  return tag
    .toLowerCase()
    .replaceAll(/^\s*(?:[a-z]{2}:)?|\s+$/g, '')
    .replaceAll(' ', '-');
}

/**
 * Opens the products of Open Food Facts' JSON. Amounts have been in `nutrition.aggregated_set`
 * since 2026, and were in `nutriments` before.
 */
export function openProducts(
  batches: AsyncIterable<readonly unknown[]>,
  nutrients: readonly Nutrient[],
  findings: FindingCounts,
  options: ProductOptions,
): RecordSource {
  const amounts = nutrients.flatMap(({ openFoodFacts }) => openFoodFacts);
  const names = namesOf(options);
  const outer = [KEY, ...names, ...Object.values(PRODUCT_DETAILS).flat(), ...MORE_FIELDS, GTIN];
  const header = [...outer, ...amounts.map(({ name }) => `${name}${SUFFIX}`)];
  const isSold = countryFilter(options, findings);
  const toRecord = (product: Json, place: number): RawRecord[] => {
    if (!isSold(place, product[COUNTRIES])) return [];
    const made: Readonly<Record<string, RawValue>> = {
      [PORTIONS]: portionsIn((field) => scalar(product[field])),
      [GTIN]: gtinOf(scalar(product[KEY])),
      [AMOUNTS_PER]: scalar(setOf(product)?.per) ?? scalar(product[AMOUNTS_PER]),
    };
    const amountOf = amountsOf(product);
    const values = outer.map((field) => (field in made ? made[field] : textIn(product[field])));
    return [{ place, values: [...values, ...amounts.map(amountOf)] }];
  };
  return {
    ...openFoodFactsFields(header, names),
    batches: objectRecords(batches, findings, toRecord),
  };
}

/** Joins lists, such as countries, with commas, as in the CSV. */
function textIn(value: unknown): RawValue {
  return Array.isArray(value)
    ? value.filter((tag) => typeof tag === 'string').join(',')
    : scalar(value);
}

/** Returns the amounts of a product in the format of 2026 and later. */
function setOf({ nutrition }: Json): Json | undefined {
  const set = isRecord(nutrition) ? nutrition.aggregated_set : undefined;
  return isRecord(set) ? set : undefined;
}

/** Returns a function that looks up a product's amount per 100 g or 100 ml, in a field's unit. */
function amountsOf(product: Json): (field: SourceField) => RawValue {
  const set = setOf(product);
  if (isRecord(set?.nutrients) && /^100(?:g|ml)$/.test(String(set.per))) {
    const { nutrients } = set;
    return ({ name, unit }) => {
      const nutrient = nutrients[name];
      if (!isRecord(nutrient)) return undefined;
      const factor = unitFactor(normalUnit(String(nutrient.unit)), unit);
      const value = Number(scalar(nutrient.value_computed) ?? scalar(nutrient.value) ?? Number.NaN);
      return factor === undefined || Number.isNaN(value) ? undefined : convertAmount(value, factor);
    };
  }
  const nutriments = isRecord(product.nutriments) ? product.nutriments : {};
  return ({ name }) => scalar(nutriments[`${name}${SUFFIX}`]);
}
