import type { FindingCounts } from './import-report.ts';
import { isRecord, scalar } from './json-values.ts';
import type { RawRecord, RecordSource } from './record-source.ts';
import { namedFields } from './table-source.ts';

/**
 * Any JSON objects, whose members are named as the columns of a table would be. All of them are read
 * twice: the first time for the names of their members, which later objects may add to.
 */
export async function openJsonTable(
  open: () => AsyncIterable<readonly unknown[]>,
  findings: FindingCounts,
): Promise<RecordSource> {
  const names = new Set<string>();
  for await (const batch of open()) {
    for (const item of batch.filter(isRecord)) for (const name in item) names.add(name);
  }
  const header = [...names];
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
      for await (const batch of open()) yield batch.flatMap(toRecord);
    })(),
  };
}
