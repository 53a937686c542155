import type { Nutrient, SourceField } from '../catalog/nutrients.ts';
import { PORTIONS } from '../catalog/table/further-columns.ts';
import { isRecord, scalar } from './files/json-values.ts';
import type { FindingCounts } from './import-report.ts';
import { portionsJson } from './portions.ts';
import type { RawRecord, RawValue, RecordSource } from './record-source.ts';
import { convertAmount, normalUnit, unitFactor } from './table/units.ts';

// Reads Open Food Facts' CSV and JSON lines, of 2026 and before: its key, name, serving and other
// fields.

const SUFFIX = '_100g';

const [SERVING_GRAMS, SERVING_TEXT] = ['serving_quantity', 'serving_size'];

/** What Open Food Facts has besides amounts, best first. */
const PRODUCT_DETAILS: Readonly<Record<string, readonly string[]>> = {
  gmwt_1: [SERVING_GRAMS],
  gmwt_desc1: [SERVING_TEXT],
  portions: [PORTIONS],
  food_group: ['pnns_groups_2'],
  common_names: ['generic_name'],
  manufacturer: ['brand_owner', 'brands'],
};

const KEY = 'code';
const PRODUCT_NAME = 'product_name';

/** How Open Food Facts names what it has, in its CSV and in its JSON. */
function openFoodFactsFields(header: readonly string[]): Omit<RecordSource, 'batches'> {
  return {
    header,
    descriptionFields: [PRODUCT_NAME],
    keyFields: [KEY],
    fieldsOf: ({ column, unit, openFoodFacts }: Nutrient): readonly SourceField[] => {
      const detail = PRODUCT_DETAILS[column];
      if (detail !== undefined) return detail.map((name) => ({ name, unit: unit ?? '' }));
      return openFoodFacts.map((field) => ({ ...field, name: `${field.name}${SUFFIX}` }));
    },
  };
}

/** The table of Open Food Facts' CSV, with the serving as a portion. */
export function openProductTable({ header, batches }: RecordSource): RecordSource {
  const grams = header.indexOf(SERVING_GRAMS);
  const text = header.indexOf(SERVING_TEXT);
  const withPortion = ({ place, values }: RawRecord): RawRecord => {
    const row = values.slice(0, header.length);
    row[header.length] = portionOf(values[grams], values[text]);
    return { place, values: row };
  };
  return {
    ...openFoodFactsFields([...header, PORTIONS]),
    batches: (async function* () {
      for await (const batch of batches) yield batch.map(withPortion);
    })(),
  };
}

function portionOf(grams: RawValue, text: RawValue): string | undefined {
  return portionsJson([{ grams, text: String(text ?? '') }]);
}

/**
 * The products of Open Food Facts' JSON lines. Their amounts are in `nutrition.aggregated_set` since
 * 2026 and were in `nutriments` before.
 */
export function openProducts(
  batches: AsyncIterable<readonly unknown[]>,
  nutrients: readonly Nutrient[],
  findings: FindingCounts,
): RecordSource {
  const amounts = nutrients.flatMap(({ openFoodFacts }) => openFoodFacts);
  const outer = [KEY, PRODUCT_NAME, ...Object.values(PRODUCT_DETAILS).flat()];
  const header = [...outer, ...amounts.map(({ name }) => `${name}${SUFFIX}`)];
  let place = 0;
  const toRecord = (product: unknown): RawRecord[] => {
    place += 1;
    if (!isRecord(product)) {
      findings.add('not-an-object', place, () => JSON.stringify(product));
      return [];
    }
    const amountOf = amountsOf(product);
    return [
      {
        place,
        values: [
          ...outer.map((field) =>
            field === PORTIONS
              ? portionOf(scalar(product[SERVING_GRAMS]), scalar(product[SERVING_TEXT]))
              : scalar(product[field]),
          ),
          ...amounts.map(amountOf),
        ],
      },
    ];
  };
  return {
    ...openFoodFactsFields(header),
    batches: (async function* () {
      for await (const batch of batches) yield batch.flatMap(toRecord);
    })(),
  };
}

/** How a product's amounts per 100 g or 100 ml are looked up by name and converted to a unit. */
function amountsOf(product: Readonly<Record<string, unknown>>): (field: SourceField) => RawValue {
  const { aggregated_set: set } = isRecord(product.nutrition) ? product.nutrition : {};
  if (isRecord(set) && isRecord(set.nutrients) && isPer100(set.per)) {
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

function isPer100(per: unknown): boolean {
  return per === '100g' || per === '100ml';
}
