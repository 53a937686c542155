import type { EntrySnapshot } from '../catalog/entry-store.ts';
import { keyCandidates, possibleFields } from '../catalog/offered-fields.ts';
import { ENTRY_COLUMNS } from '../food/food-entry.ts';
import { ExactNumber, type StoredValue } from '../food/stored-value.ts';
import { planColumns } from './column-plan.ts';
import { FoodCleaner } from './food-cleaner.ts';
import { noteColumns } from './import-foods.ts';
import { FindingCounts, type ImportReport, NOTES, SKIPS } from './import-report.ts';
import { readNutrients } from './nutrients.ts';
import type { RawValue } from './record-source.ts';
import { SeenTexts } from './seen-texts.ts';
import { namedFields } from './table-source.ts';

/** What a table has, and what of it can be served. */
export interface EntriesCheck {
  readonly columns: readonly string[];
  /** The fields that `--fields` can offer. */
  readonly fields: readonly string[];
  readonly report: ImportReport;
}

/**
 * Reads a whole table and applies the rules of the import to it, without changing anything. Places
 * are the numbers of the rows.
 *
 * @param namedKey the column to look up by; without one, those of the usual names are tried
 */
export async function checkEntries(
  name: string,
  snapshot: Pick<EntrySnapshot, 'columns' | 'read'>,
  namedKey?: string,
): Promise<EntriesCheck> {
  const isEntryColumn = (column: string) =>
    ENTRY_COLUMNS.some((needed) => needed === column.toLowerCase());
  const others = snapshot.columns.filter((column) => !isEntryColumn(column));
  const header = [...ENTRY_COLUMNS, ...others];
  const findings = new FindingCounts();
  const columns = planColumns(name, { ...namedFields(header), batches: [] }, readNutrients());
  noteColumns(columns, findings);
  const cleaner = new FoodCleaner(columns, undefined, findings, false);
  const candidates = keyCandidates(header, namedKey).map((column) => ({
    column,
    place: header.indexOf(column),
    seen: new SeenTexts(),
    isUnique: true,
  }));
  let place = 0;
  let kept = 0;
  for await (const batch of snapshot.read({ fields: others })) {
    const records = batch.map(({ entry, fields }) => {
      place += 1;
      return {
        place,
        values: [...ENTRY_COLUMNS.map((column) => entry[column]), ...fields].map(toRaw),
      };
    });
    kept += cleaner.clean(records).length;
    for (const candidate of candidates) {
      for (const { values } of records) {
        const key = values[candidate.place];
        if (key !== null && candidate.seen.add(String(key))) candidate.isUnique = false;
      }
    }
  }
  return {
    columns: snapshot.columns,
    fields: possibleFields(snapshot.columns),
    report: {
      format: 'entries',
      read: cleaner.read,
      kept,
      skipped: findings.of(SKIPS),
      findings: findings.of(NOTES),
      nulls: Object.fromEntries(columns.map((column, i) => [column.name, cleaner.nulls[i] ?? 0])),
      key: candidates.find(({ isUnique }) => isUnique)?.column,
    },
  };
}

function toRaw(value: StoredValue): RawValue {
  return value instanceof ExactNumber ? value.digits : value;
}
