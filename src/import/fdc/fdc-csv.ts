import type { Nutrient } from '../../catalog/nutrients.ts';
import type { FindingCounts } from '../import-report.ts';
import { gtinOf } from '../open-food-facts.ts';
import { BATCH_RECORDS, type RawRecord, type RecordSource } from '../record-source.ts';
import { FACT, Facts, type FactsOfFood } from './fdc-facts.ts';
import {
  type FdcLayout,
  fdcLayout,
  isOtherName,
  ndbNumber,
  portionDetails,
  portionText,
  servingPortions,
} from './fdc-fields.ts';
import { type OpenFdcFile, readFdcRows } from './fdc-rows.ts';

// Reads FoodData Central's CSV download: which files and columns, and which rows are laboratory
// samples, not foods.

/** Parts of foods that were analyzed in a laboratory: the download lists them among the foods. */
const SAMPLE_TYPES = new Set([
  'sample_food',
  'sub_sample_food',
  'market_acquisition',
  'market_acquistion',
  'agricultural_acquisition',
  'experimental_food',
]);

/**
 * The foods of FoodData Central's CSV download, ordered by their ids. What its files say of a food is
 * scattered over gigabytes: it is brought together by sorting it on disk.
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
  return {
    ...layout,
    batches: (async function* () {
      const facts = new Facts();
      try {
        await addFoods(name, open, facts);
        await addAmounts(name, open, layout, facts);
        await addNumbers(name, open, facts);
        await addNames(name, open, facts);
        await addPortions(name, open, facts);
        await addBrands(name, open, facts);
        let batch: RawRecord[] = [];
        for (const food of facts.byFood()) {
          batch.push(...recordsOf(food, layout, findings));
          if (batch.length < BATCH_RECORDS) continue;
          yield batch;
          batch = [];
        }
        yield batch;
      } finally {
        facts.close();
      }
    })(),
  };
}

/** The records of one id: none where it is no food. */
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
    if (SAMPLE_TYPES.has(type)) {
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
      if (known === null) values[at] = amount;
      else {
        findings.add('duplicate-nutrient', place, () => {
          return `fdc_id ${id}, nutrient ${layout.header[at]}: ${known}, ${amount}`;
        });
      }
    }
    yield { place, values };
  }
}

async function addFoods(name: string, open: OpenFdcFile, facts: Facts): Promise<void> {
  const groups = new Map<string, string>();
  for await (const rows of readFdcRows(name, open, 'food_category')) {
    for (const { field } of rows) groups.set(field('id'), field('description'));
  }
  const survey = 'wweia_food_category';
  for await (const rows of readFdcRows(name, open, survey)) {
    for (const { field } of rows) groups.set(field(survey), field(`${survey}_description`));
  }
  for await (const rows of readFdcRows(name, open, 'food', ['fdc_id', 'description'])) {
    for (const { line, field } of rows) {
      const group = groups.get(field('food_category_id')) ?? '';
      const values = [line, field('data_type'), field('description'), group];
      facts.add(field('fdc_id'), FACT.food, ...values);
    }
  }
}

async function addAmounts(
  name: string,
  open: OpenFdcFile,
  { placeOf }: FdcLayout,
  facts: Facts,
): Promise<void> {
  const needed = ['fdc_id', 'nutrient_id', 'amount'];
  for await (const rows of readFdcRows(name, open, 'food_nutrient', needed)) {
    for (const { field } of rows) {
      const at = placeOf(field('nutrient_id'));
      const amount = field('amount');
      if (at !== undefined && amount !== '') facts.add(field('fdc_id'), FACT.amount, at, amount);
    }
  }
}

async function addNumbers(name: string, open: OpenFdcFile, facts: Facts): Promise<void> {
  for (const file of ['sr_legacy_food', 'foundation_food']) {
    for await (const rows of readFdcRows(name, open, file)) {
      for (const { field } of rows) {
        const number = field('NDB_number');
        if (number !== '') facts.add(field('fdc_id'), FACT.number, number);
      }
    }
  }
}

async function addNames(name: string, open: OpenFdcFile, facts: Facts): Promise<void> {
  for await (const rows of readFdcRows(name, open, 'food_attribute')) {
    for (const { field } of rows) {
      if (isOtherName(field('name'), field('food_attribute_type_id'))) {
        facts.add(field('fdc_id'), FACT.commonName, field('value'));
      }
    }
  }
}

async function addPortions(name: string, open: OpenFdcFile, facts: Facts): Promise<void> {
  const units = new Map<string, string>();
  for await (const rows of readFdcRows(name, open, 'measure_unit')) {
    for (const { field } of rows) units.set(field('id'), field('name'));
  }
  for await (const rows of readFdcRows(name, open, 'food_portion')) {
    for (const { field } of rows) {
      const unit = units.get(field('measure_unit_id')) ?? '';
      const text = portionText(
        field('portion_description'),
        field('amount'),
        unit,
        field('modifier'),
      );
      facts.add(field('fdc_id'), FACT.portion, field('gram_weight'), text);
    }
  }
}

async function addBrands(name: string, open: OpenFdcFile, facts: Facts): Promise<void> {
  for await (const rows of readFdcRows(name, open, 'branded_food')) {
    for (const { field } of rows) {
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
    }
  }
}
