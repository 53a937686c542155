import type { Nutrient } from '../../catalog/nutrients.ts';
import type { SourceFile } from '../files/source-files.ts';
import type { FindingCounts } from '../import-report.ts';
import type { RecordSource } from '../record-source.ts';
import type { FdcLayout } from './fdc-fields.ts';
import { fdcLayout, isCommonName, portionText, servingPortions } from './fdc-fields.ts';
import type { AddFact, NamedRow, ReadFdcRows } from './fdc-rows.ts';
import { FACT, fdcRowReader, recordsByFood } from './fdc-rows.ts';

// Reads FoodData Central's CSV download, except laboratory samples, which are not foods.

/** Matches the types of laboratory samples, which the download lists among the foods. */
const SAMPLE = /sample_food$|acquisi?tion$|^experimental_food$/;

/**
 * Opens FoodData Central's CSV download, with foods ordered by ID. The parts of a food are
 * scattered over gigabytes, so they are sorted on disk to group them.
 *
 * @param name - the folder or archive, for errors
 * @param files - decoded to UTF-8
 */
export function openFdcCsv(
  name: string,
  files: readonly SourceFile[],
  nutrients: readonly Nutrient[],
  findings: FindingCounts,
): RecordSource {
  const layout = fdcLayout(nutrients);
  const read = fdcRowReader(name, files);
  const addAll = async (add: AddFact) => {
    await addFoods(read, add);
    await addDetails(read, layout, add);
    await addPortions(read, add);
  };
  return {
    ...layout,
    batches: recordsByFood(layout.header, findings, addAll, (food, of, id) => {
      const [line, type = '', description, group = ''] = food;
      if (SAMPLE.test(type)) {
        findings.add('not-a-food', () => `${type}: ${description}`, Number(line));
        return undefined;
      }
      const [number] = of(FACT.number);
      const [brand] = of(FACT.brand);
      const portions = of(FACT.portion).map(([grams, text = '']) => ({ grams, text }));
      const names = of(FACT.commonName).map(([name]) => name);
      const details = {
        fdc_id: id,
        description,
        ndb_no: number?.[0],
        food_group: group === '' ? brand?.[1] : group,
        common_names: names.join(', '),
        manufacturer: brand?.[0],
        gtin: brand?.[2],
        data_type: type,
      };
      return layout.detailValues(details, portions);
    }),
  };
}

async function addFoods(read: ReadFdcRows, add: AddFact): Promise<void> {
  const groups = new Map<string, string>();
  await read('food_category', ({ field }) => groups.set(field('id'), field('description')));
  const survey = 'wweia_food_category';
  await read(survey, ({ field }) => groups.set(field(survey), field(`${survey}_description`)));
  const addFood = ({ line, field }: NamedRow) => {
    const group = groups.get(field('food_category_id')) ?? '';
    const values = [line, field('data_type'), field('description'), group];
    add(field('fdc_id'), FACT.food, ...values);
  };
  await read('food', addFood, ['fdc_id', 'description']);
}

async function addDetails(read: ReadFdcRows, { placeOf }: FdcLayout, add: AddFact): Promise<void> {
  const addAmount = ({ field }: NamedRow) => {
    const at = placeOf(field('nutrient_id'));
    const amount = field('amount');
    if (at !== undefined && amount !== '') add(field('fdc_id'), FACT.amount, at, amount);
  };
  await read('food_nutrient', addAmount, ['fdc_id', 'nutrient_id', 'amount']);
  const addNumber = ({ field }: NamedRow) => {
    const number = field('NDB_number');
    if (number !== '') add(field('fdc_id'), FACT.number, number);
  };
  await read('sr_legacy_food', addNumber);
  await read('foundation_food', addNumber);
  await read('food_attribute', ({ field }) => {
    if (!isCommonName(field('name'), field('food_attribute_type_id'))) return;
    add(field('fdc_id'), FACT.commonName, field('value'));
  });
}

async function addPortions(read: ReadFdcRows, add: AddFact): Promise<void> {
  const units = new Map<string, string>();
  await read('measure_unit', ({ field }) => units.set(field('id'), field('name')));
  await read('food_portion', ({ field }) => {
    const unit = units.get(field('measure_unit_id')) ?? '';
    const [amount, modifier] = [field('amount'), field('modifier')];
    const text = portionText(field('portion_description'), amount, unit, modifier);
    add(field('fdc_id'), FACT.portion, field('gram_weight'), text);
  });
  await read('branded_food', ({ field }) => {
    const [maker, group] = [field('brand_owner'), field('branded_food_category')];
    add(field('fdc_id'), FACT.brand, maker, group, field('gtin_upc'));
    const [size, unit] = [field('serving_size'), field('serving_size_unit')];
    const servings = servingPortions(size, unit, field('household_serving_fulltext'));
    for (const { grams, text } of servings) {
      add(field('fdc_id'), FACT.portion, String(grams), text);
    }
  });
}
