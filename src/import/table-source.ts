import type { Nutrient, SourceField } from '../catalog/nutrients.ts';
import { KEY_NAMES } from '../catalog/table/offered-fields.ts';
import { unitIn } from './column-plan.ts';
import { type CsvDialect, type CsvRecord, readCsvRecords } from './csv-records.ts';
import type { FindingCounts } from './import-report.ts';
import type { RecordSource } from './record-source.ts';

/** Names under which tables have the name of a food, best first. */
export const TABLE_NAMES = [
  'food_name',
  'food name',
  'description',
  'name',
  'product_name',
  'food',
];

/**
 * Any CSV table with a header. Its columns are known by the names of `data/nutrients.csv`: the
 * column's (`protein_g`), the title (`Protein (g)`), or the INFOODS tagname, in any case.
 */
export async function openTable(
  name: string,
  chunks: AsyncIterable<Buffer>,
  dialect: CsvDialect,
  findings: FindingCounts,
): Promise<RecordSource> {
  const batches = readCsvRecords(name, chunks, dialect);
  const first = await batches.next();
  const [head, ...rest] = first.done ? [] : first.value;
  const header = (head?.values ?? []).map((field) => field.trim());
  return {
    ...namedFields(header),
    batches: (async function* () {
      yield counted(rest, header, findings);
      for await (const batch of batches) yield counted(batch, header, findings);
    })(),
  };
}

/** How the columns of a table are known by their names. */
export function namedFields(header: readonly string[]): Omit<RecordSource, 'batches'> {
  const inLowerCase = (names: readonly string[]) =>
    names.flatMap((name) => header.filter((field) => field.toLowerCase() === name));
  return {
    header,
    descriptionFields: inLowerCase(TABLE_NAMES),
    keyFields: inLowerCase(KEY_NAMES),
    fieldsOf: (nutrient) => header.flatMap((field) => fieldFor(field, nutrient)),
  };
}

function fieldFor(field: string, { column, title, unit, infoods }: Nutrient): SourceField[] {
  const own = unit ?? '';
  if (field.toLowerCase() === column) return [{ name: field, unit: own }];
  const given = unitIn(field);
  const bare = given === undefined ? field : field.replace(/\s*[([][^([]*$/, '');
  const isMeant = [title, infoods].some((name) => name?.toLowerCase() === bare.toLowerCase());
  return isMeant ? [{ name: field, unit: given ?? own }] : [];
}

/** The records as they are, those counted that do not fit the header. */
function counted(
  batch: readonly CsvRecord[],
  header: readonly string[],
  findings: FindingCounts,
): readonly CsvRecord[] {
  for (const { place, values } of batch) {
    if (values.length === header.length) continue;
    findings.add('field-count', place, () => `${values.length} of ${header.length} fields`);
  }
  return batch;
}
