import type { FindingCounts } from './import-report.ts';
import { isRecord, scalar } from './json-values.ts';
import type { RawRecord, RecordSource } from './record-source.ts';
import { namedFields } from './table-source.ts';

/**
 * Any JSON objects, whose members are named as the columns of a table would be. The members of the
 * first batch are the header: what only later objects have is not seen.
 */
export async function openJsonTable(
  batches: AsyncGenerator<readonly unknown[]>,
  findings: FindingCounts,
): Promise<RecordSource> {
  const first = await batches.next();
  const start = first.done ? [] : first.value;
  const header = [...new Set(start.filter(isRecord).flatMap((item) => Object.keys(item)))];
  let place = 0;
  const toRecord = (item: unknown): RawRecord[] => {
    place += 1;
    if (isRecord(item)) return [{ place, values: header.map((field) => scalar(item[field])) }];
    findings.add('not-an-object', place, () => JSON.stringify(item));
    return [];
  };
  return {
    ...namedFields(header),
    batches: (async function* () {
      yield start.flatMap(toRecord);
      for await (const batch of batches) yield batch.flatMap(toRecord);
    })(),
  };
}
