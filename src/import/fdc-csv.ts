import type { Nutrient } from '../catalog/nutrients.ts';
import { readCsvRecords } from './csv-records.ts';
import {
  type FdcDetails,
  fdcLayout,
  ndbNumber,
  type Portion,
  portionDetails,
  portionText,
  servingPortions,
} from './fdc-fields.ts';
import { ImportError } from './import-error.ts';
import type { FindingCounts } from './import-report.ts';
import type { RawRecord, RecordSource } from './record-source.ts';
import { RowSorter, type SortedRow } from './row-sorter.ts';

/** Reads a file of the download by its name without `.csv`; `undefined` where it is not there. */
export type OpenFdcFile = (name: string) => AsyncIterable<Buffer> | undefined;

/** Parts of foods that were analyzed in a laboratory: the download lists them among the foods. */
const SAMPLE_TYPES = new Set([
  'sample_food',
  'sub_sample_food',
  'market_acquisition',
  'market_acquistion',
  'agricultural_acquisition',
  'experimental_food',
]);

const BATCH_SIZE = 1000;

/**
 * The foods of FoodData Central's CSV download, ordered by their ids. Its files are joined on disk:
 * the nutrients of a food are scattered over gigabytes.
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
      // What each row holds is said where it is added.
      const foods = new RowSorter(3);
      const amounts = new RowSorter(2);
      const numbers = new RowSorter(1);
      const portions = new RowSorter(2);
      try {
        await addFoods(name, open, foods);
        await addAmounts(name, open, layout.placeOf, amounts);
        await addNumbers(name, open, numbers);
        await addPortions(name, open, portions);
        yield* join();
      } finally {
        for (const sorter of [foods, amounts, numbers, portions]) sorter.close();
      }

      function* join(): Generator<RawRecord[]> {
        const amountsOf = grouped(amounts.sorted(), (id, row) =>
          findings.add('no-food', 0, () => `fdc_id ${id}: amount ${row.values[1]}`),
        );
        const numbersOf = grouped(numbers.sorted());
        const portionsOf = grouped(portions.sorted());
        let batch: RawRecord[] = [];
        for (const { key, values: food } of foods.sorted()) {
          const [line, type, description] = food;
          const place = Number(line);
          const values = layout.detailValues({
            fdc_id: key,
            description,
            ...numberDetails(numbersOf(key)),
            ...portionDetails(portionsOf(key).map(toPortion)),
          });
          for (const row of amountsOf(key)) {
            const at = Number(row.values[0]);
            const known = values[at];
            if (known === null) values[at] = row.values[1];
            else if (!SAMPLE_TYPES.has(String(type))) {
              findings.add('duplicate-nutrient', place, () => {
                const nutrient = layout.header[at];
                return `fdc_id ${key}, nutrient ${nutrient}: ${known}, ${row.values[1]}`;
              });
            }
          }
          if (SAMPLE_TYPES.has(String(type))) {
            findings.add('not-a-food', place, () => `${type}: ${description}`);
            continue;
          }
          batch.push({ place, values });
          if (batch.length < BATCH_SIZE) continue;
          yield batch;
          batch = [];
        }
        // What is left belongs to no food either.
        amountsOf(Number.POSITIVE_INFINITY);
        yield batch;
      }
    })(),
  };
}

function numberDetails([row]: readonly SortedRow[]): FdcDetails {
  return row === undefined ? {} : { ndb_no: ndbNumber(row.values[0]) };
}

function toPortion({ values: [grams, text] }: SortedRow): Portion {
  return { grams, text: String(text) };
}

/** Gives the rows of one key after the other; the keys have to be asked for in their order. */
function grouped(
  rows: Iterator<SortedRow>,
  onSkipped: (key: number, row: SortedRow) => void = () => {},
): (key: number) => readonly SortedRow[] {
  let next = rows.next();
  return (key) => {
    const group: SortedRow[] = [];
    for (; !next.done && next.value.key <= key; next = rows.next()) {
      if (next.value.key === key) group.push(next.value);
      else onSkipped(next.value.key, next.value);
    }
    return group;
  };
}

/** Rows: line, type, description. */
async function addFoods(name: string, open: OpenFdcFile, foods: RowSorter): Promise<void> {
  for await (const rows of rowsOf(name, open, 'food', ['fdc_id', 'description']))
    for (const { line, field } of rows) {
      foods.add(Number(field('fdc_id')), [line, field('data_type'), field('description')]);
    }
}

/** Rows: place in the record, amount. */
async function addAmounts(
  name: string,
  open: OpenFdcFile,
  placeOf: (nutrient: string) => number | undefined,
  amounts: RowSorter,
): Promise<void> {
  const needed = ['fdc_id', 'nutrient_id', 'amount'];
  for await (const rows of rowsOf(name, open, 'food_nutrient', needed))
    for (const { field } of rows) {
      const at = placeOf(field('nutrient_id'));
      const amount = field('amount');
      if (at !== undefined && amount !== '') amounts.add(Number(field('fdc_id')), [at, amount]);
    }
}

/** Rows: NDB number. */
async function addNumbers(name: string, open: OpenFdcFile, numbers: RowSorter): Promise<void> {
  for (const file of ['sr_legacy_food', 'foundation_food']) {
    for await (const rows of rowsOf(name, open, file))
      for (const { field } of rows) {
        const number = field('NDB_number');
        if (number !== '') numbers.add(Number(field('fdc_id')), [number]);
      }
  }
}

/** Rows: weight in grams, text. */
async function addPortions(name: string, open: OpenFdcFile, portions: RowSorter): Promise<void> {
  const units = new Map<string, string>();
  for await (const rows of rowsOf(name, open, 'measure_unit'))
    for (const { field } of rows) {
      units.set(field('id'), field('name'));
    }
  for await (const rows of rowsOf(name, open, 'food_portion'))
    for (const { field } of rows) {
      const text = portionText(
        field('portion_description'),
        field('amount'),
        units.get(field('measure_unit_id')) ?? '',
        field('modifier'),
      );
      portions.add(Number(field('fdc_id')), [field('gram_weight'), text]);
    }
  for await (const rows of rowsOf(name, open, 'branded_food'))
    for (const { field } of rows) {
      const [serving] = servingPortions(
        field('serving_size'),
        field('serving_size_unit'),
        field('household_serving_fulltext'),
      );
      if (serving !== undefined) {
        portions.add(Number(field('fdc_id')), [String(serving.grams), serving.text]);
      }
    }
}

interface FdcRow {
  readonly line: number;
  readonly field: (name: string) => string;
}

/** The rows of one file; none where the file is not there and no column of it is needed. */
async function* rowsOf(
  name: string,
  open: OpenFdcFile,
  file: string,
  needed: readonly string[] = [],
): AsyncGenerator<FdcRow[]> {
  const chunks = open(file);
  if (chunks === undefined) {
    if (needed.length === 0) return;
    throw new ImportError(name, `it has no ${file}.csv, which FoodData Central's download has.`);
  }
  let places: ReadonlyMap<string, number> | undefined;
  const dialect = { delimiter: ',', isQuoted: true };
  for await (const batch of readCsvRecords(`${name}: ${file}.csv`, chunks, dialect)) {
    const isFirst = places === undefined;
    const known = places ?? headerOf(name, file, batch[0]?.values ?? [], needed);
    places = known;
    yield batch.slice(isFirst ? 1 : 0).map(({ place, values }) => ({
      line: place,
      field: (column) => values[known.get(column) ?? -1] ?? '',
    }));
  }
}

function headerOf(
  name: string,
  file: string,
  header: readonly string[],
  needed: readonly string[],
): ReadonlyMap<string, number> {
  const missing = needed.filter((column) => !header.includes(column));
  if (missing.length > 0) {
    throw new ImportError(name, `its ${file}.csv has no column "${missing.join('", "')}".`);
  }
  return new Map(header.map((field, i) => [field, i]));
}
