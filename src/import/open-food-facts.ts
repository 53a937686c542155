import type { Nutrient, SourceField } from '../catalog/nutrients.ts';
import type { FindingCounts } from './import-report.ts';
import { isRecord, scalar } from './json-values.ts';
import type { RawRecord, RecordSource } from './record-source.ts';

const SUFFIX = '_100g';

/** Household portions: what Open Food Facts has of them. */
const PORTIONS: Readonly<Record<string, string>> = {
  gmwt_1: 'serving_quantity',
  gmwt_desc1: 'serving_size',
};

const KEY = 'code';
const NAME = 'product_name';

/** How Open Food Facts names what it has, in its CSV and in its JSON. */
export function openFoodFactsFields(header: readonly string[]): Omit<RecordSource, 'batches'> {
  return {
    header,
    descriptionFields: [NAME],
    keyFields: [KEY],
    fieldsOf: ({ column, unit, openFoodFacts }: Nutrient): readonly SourceField[] => {
      const portion = PORTIONS[column];
      if (portion !== undefined) return [{ name: portion, unit: unit ?? '' }];
      return openFoodFacts.map((field) => ({ ...field, name: `${field.name}${SUFFIX}` }));
    },
  };
}

/** The products of Open Food Facts' JSON lines, whose amounts are in `nutriments`. */
export function openProducts(
  batches: AsyncIterable<readonly unknown[]>,
  nutrients: readonly Nutrient[],
  findings: FindingCounts,
): RecordSource {
  const amounts = nutrients.flatMap(({ openFoodFacts }) =>
    openFoodFacts.map(({ name }) => `${name}${SUFFIX}`),
  );
  const outer = [KEY, NAME, ...Object.values(PORTIONS)];
  const header = [...outer, ...amounts];
  let place = 0;
  const toRecord = (product: unknown): RawRecord[] => {
    place += 1;
    if (!isRecord(product)) {
      findings.add('not-an-object', place, () => JSON.stringify(product));
      return [];
    }
    const nutriments = isRecord(product.nutriments) ? product.nutriments : {};
    return [
      {
        place,
        values: [
          ...outer.map((field) => scalar(product[field])),
          ...amounts.map((field) => scalar(nutriments[field])),
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
