import { setImmediate } from 'node:timers/promises';
import { searchableText, serializeValues, UnreadableFats } from '../../food/entry.ts';
import { SearchIndexBuilder } from '../../search/search-index.ts';
import type { EntrySnapshot, EntrySource } from '../entry-store.ts';
import { MAX_ANSWER_BYTES } from '../table/answer-format.ts';
import { AnswerRowsBuilder } from '../table/answer-rows.ts';
import type { CatalogData } from '../table/catalog-file.ts';
import { answerValues, ColumnsBuilder, type OrdinalsOf } from '../table/columns.ts';
import { ExtraColumns } from '../table/extra-columns.ts';
import { revisionWith } from '../table/field-values.ts';
import { ordinalsIn } from '../table/value-ordinals.ts';

// Reads and indexes all entries. Warns about skipped rows, long descriptions and empty tables.

/** Called from time to time with the number of entries loaded so far and the total. */
export type LoadProgress = (loaded: number, total: number) => void;

/** A loaded table, and warnings for its owner. */
export interface LoadedCatalog {
  readonly data: CatalogData;
  /** Each is one line. */
  readonly warnings: readonly string[];
}

/**
 * Descriptions with more UTF-16 code units cause a warning. The longest known name of a food has a
 * few hundred.
 */
const LONG_DESCRIPTION = 10_000;

/** Summarizes rows that were left out because of their encoding, and names the first one. */
function invalidSummary(count: number, first: number): string {
  const rows = count === 1 ? `Row ${first} is` : `${count} rows are`;
  const which = count === 1 ? '' : ` (the first is row ${first})`;
  return `${rows} left out${which}: the text is not valid in its encoding. Write it again as UTF-8`;
}

function longSummary(count: number): string {
  const have = count === 1 ? '1 description has' : `${count} descriptions have`;
  return `${have} more than ${LONG_DESCRIPTION} characters: a response has at most ${MAX_ANSWER_BYTES} bytes, so it may have fewer foods`;
}

/**
 * Reads, serializes and indexes all entries, in the order of the store.
 *
 * @throws DatabaseError if the snapshot cannot be read to the end
 */
export async function loadCatalog(
  snapshot: Pick<EntrySnapshot, 'columns' | 'count' | 'read'>,
  source: Pick<EntrySource, 'key' | 'fields' | 'names' | 'language'>,
  onProgress?: LoadProgress,
): Promise<LoadedCatalog> {
  const rows = new AnswerRowsBuilder();
  const fats = new UnreadableFats();
  const extra = new ExtraColumns(snapshot.columns, source);
  const columns = new ColumnsBuilder(extra.names);
  const texts = new SearchIndexBuilder(source.language);
  let loaded = 0;
  let longCount = 0;
  let invalidCount = 0;
  let firstInvalid = 0;
  const onInvalid = (row: number) => {
    if (invalidCount === 0) firstInvalid = row;
    invalidCount += 1;
  };
  for await (const batch of snapshot.read({ fields: extra.columns, onInvalid })) {
    for (const row of batch) {
      const { entry } = row;
      fats.note(entry);
      const values = serializeValues(entry);
      rows.add(values);
      columns.add(answerValues(entry, values), extra.add(row));
      const text = searchableText(entry.description);
      if (text !== null && text.length > LONG_DESCRIPTION) longCount += 1;
      texts.add(text, extra.otherNames(row));
    }
    loaded += batch.length;
    onProgress?.(loaded, snapshot.count);
    // Yields to the event loop, for example to handle a signal to stop.
    await setImmediate();
  }
  const index = texts.build();
  await setImmediate();
  const { fields, key, warnings } = extra.build();
  const built = rows.build();
  const revision = revisionWith(built.revision, fields, {
    key: key?.column,
    names: extra.namesColumn,
  });
  const ordinalsOf: OrdinalsOf = (...column) => ordinalsIn({ rows: built, fields }, ...column);
  const data = {
    rows: { ...built, revision },
    fields,
    columns: columns.build(fields.offered, ordinalsOf),
    key,
    index,
  };
  if (loaded === 0) warnings.push('it has no foods, so no search finds anything');
  if (invalidCount > 0) warnings.push(invalidSummary(invalidCount, firstInvalid));
  if (fats.count > 0) warnings.push(fats.summary());
  if (longCount > 0) warnings.push(longSummary(longCount));
  return { data, warnings };
}
