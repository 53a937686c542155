import type { Nutrient } from '../../catalog/nutrients.ts';
import { gtinOf } from '../gtin.ts';
import type { FindingCounts } from '../import-report.ts';
import type { RawRecord, RecordSource } from '../record-source.ts';
import {
  type FdcLayout,
  fdcLayout,
  isOtherName,
  ndbNumber,
  portionDetails,
  portionText,
  servingPortions,
} from './fdc-fields.ts';
import {
  FACT,
  Facts,
  type FactsOfFood,
  type FdcRow,
  fdcRowReader,
  type OpenFdcFile,
  type ReadFdcRows,
} from './fdc-rows.ts';

// Reads FoodData Central's CSV download, except laboratory samples, which are not foods.

/** Types of laboratory samples, which the download lists among the foods. */
const SAMPLE_TYPES =
  'sample_food sub_sample_food market_acquisition market_acquistion agricultural_acquisition experimental_food'.split(
    ' ',
  );

/**
 * Opens FoodData Central's CSV download, with foods ordered by ID. The data of a food is scattered
 * over gigabytes, so it is grouped by sorting on disk.
 *
 * @param name - the folder or archive, for errors
 */
export function openFdcCsv(
  name: string,
  open: OpenFdcFile,
  nutrients: readonly Nutrient[],
  findings: FindingCounts,
): RecordSource {
  const layout = fdcLayout(nutrients);
  const read = fdcRowReader(name, open);
  return {
    ...layout,
    batches: Facts.records(
      async (facts) => {
        await addFoods(read, facts);
        await addDetails(read, layout, facts);
        await addPortions(read, facts);
      },
      (food) => recordsOf(food, layout, findings),
    ),
  };
}

/** Yields the records of an ID; none if it is not a food. */
function* recordsOf(
  { id, of }: FactsOfFood,
  layout: FdcLayout,
  findings: FindingCounts,
): Generator<RawRecord> {
  const foods = of(FACT.food);
  const amounts = of(FACT.amount);
  if (foods.length === 0) {
    for (const [, amount] of amounts) {
      findings.add('no-food', 0, () => `fdc_id ${id}: amount ${amount}`);
    }
  }
  for (const [line, type = '', description, group = ''] of foods) {
    const place = Number(line);
    if (SAMPLE_TYPES.includes(type)) {
      findings.add('not-a-food', place, () => `${type}: ${description}`);
      continue;
    }
    const [number] = of(FACT.number);
    const [brand] = of(FACT.brand);
    const portions = of(FACT.portion).map(([grams, text = '']) => ({ grams, text }));
    const values = layout.detailValues({
      fdc_id: id,
      description,
      ndb_no: ndbNumber(number?.[0]),
      ...portionDetails(portions),
      food_group: group === '' ? brand?.[1] : group,
      common_names: of(FACT.commonName)
        .map(([name]) => name)
        .join(', '),
      manufacturer: brand?.[0],
      gtin: gtinOf(brand?.[2]),
      data_type: type,
    });
    for (const [column, amount] of amounts) {
      const at = Number(column);
      const known = values[at];
      const text = () => `fdc_id ${id}, nutrient ${layout.header[at]}: ${known}, ${amount}`;
      if (known === null) values[at] = amount;
      else findings.add('duplicate-nutrient', place, text);
    }
    yield { place, values };
  }
}

async function addFoods(read: ReadFdcRows, facts: Facts): Promise<void> {
  const groups = new Map<string, string>();
  await read('food_category', ({ field }) => groups.set(field('id'), field('description')));
  const survey = 'wweia_food_category';
  await read(survey, ({ field }) => groups.set(field(survey), field(`${survey}_description`)));
  const addFood = ({ line, field }: FdcRow) => {
    const group = groups.get(field('food_category_id')) ?? '';
    const values = [line, field('data_type'), field('description'), group];
    facts.add(field('fdc_id'), FACT.food, ...values);
  };
  await read('food', addFood, ['fdc_id', 'description']);
}

async function addDetails(read: ReadFdcRows, { placeOf }: FdcLayout, facts: Facts): Promise<void> {
  const addAmount = ({ field }: FdcRow) => {
    const at = placeOf(field('nutrient_id'));
    const amount = field('amount');
    if (at !== undefined && amount !== '') facts.add(field('fdc_id'), FACT.amount, at, amount);
  };
  await read('food_nutrient', addAmount, ['fdc_id', 'nutrient_id', 'amount']);
  const addNumber = ({ field }: FdcRow) => {
    const number = field('NDB_number');
    if (number !== '') facts.add(field('fdc_id'), FACT.number, number);
  };
  await read('sr_legacy_food', addNumber);
  await read('foundation_food', addNumber);
  await read('food_attribute', ({ field }) => {
    if (!isOtherName(field('name'), field('food_attribute_type_id'))) return;
    facts.add(field('fdc_id'), FACT.commonName, field('value'));
  });
}

async function addPortions(read: ReadFdcRows, facts: Facts): Promise<void> {
  const units = new Map<string, string>();
  await read('measure_unit', ({ field }) => units.set(field('id'), field('name')));
  await read('food_portion', ({ field }) => {
    const unit = units.get(field('measure_unit_id')) ?? '';
    const text = portionText(
      field('portion_description'),
      field('amount'),
      unit,
      field('modifier'),
    );
    facts.add(field('fdc_id'), FACT.portion, field('gram_weight'), text);
  });
  await read('branded_food', ({ field }) => {
    const [maker, group] = [field('brand_owner'), field('branded_food_category')];
    facts.add(field('fdc_id'), FACT.brand, maker, group, field('gtin_upc'));
    const servings = servingPortions(
      field('serving_size'),
      field('serving_size_unit'),
      field('household_serving_fulltext'),
    );
    for (const { grams, text } of servings) {
      facts.add(field('fdc_id'), FACT.portion, String(grams), text);
    }
  });
}
