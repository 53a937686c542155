import { parentPort, workerData } from 'node:worker_threads';
import { DatabaseError } from '../database-error.ts';
import type { EntrySource, NumberedRows } from '../entry-store.ts';
import { createStore, openCopy } from '../open-store.ts';
import { type AmountChanges, applyChanges } from '../table/apply-changes.ts';
import { applyEncodedDiff } from '../table/catalog-diff.ts';
import type { CatalogData } from '../table/catalog-file.ts';
import { cpuWaitMs, lowerPriority } from '../worker-thread.ts';
import { comparedChanges, listedChanges, numberedChanges } from './find-changes.ts';
import { loadCatalog } from './load-catalog.ts';
import type { LoadThreadData, LoadThreadResult, PatchThreadData } from './load-in-thread.ts';

// Runs the thread that loads changed data while other threads serve the previous data. Decides how
// large a table must be for the thread to lower its priority.

/**
 * For tables of at least this many rows, the thread has a lower priority. Fewer rows take at most a
 * second. At low priority on a busy machine, they would take many times as long.
 */
const LARGE_ROWS = 20_000;

// No top-level await: the thread is terminated as soon as it has answered, and V8 crashes the
// process if a top-level await is still pending then.
void resultOf(workerData).then((result) => parentPort?.postMessage(result));

async function resultOf(wanted: LoadThreadData | PatchThreadData): Promise<LoadThreadResult> {
  return 'files' in wanted ? patch(wanted) : load(wanted);
}

/** Applies published changes. */
function patch({ served, files, label }: PatchThreadData): LoadThreadResult {
  if (served.rows.starts.length > LARGE_ROWS) lowerPriority();
  const data = files.reduce(
    (before, { file, bytes }) => applyEncodedDiff(before, file, label, bytes),
    served,
  );
  return { data, warnings: [], waitedMs: cpuWaitMs() };
}

const FIND_CHANGES = { changedRows: listedChanges, allRows: comparedChanges };

async function load({
  source,
  copied,
  served,
  changes,
}: LoadThreadData): Promise<LoadThreadResult> {
  try {
    if (copied !== undefined && 'rows' in copied)
      return served && patchRows(served, copied, source);
    await using snapshot =
      copied === undefined ? await (await createStore(source)).open() : await openCopy(copied);
    if (snapshot.count >= LARGE_ROWS) lowerPriority();
    const find = changes && FIND_CHANGES[changes];
    const changed = served && (await find?.(served, snapshot, source));
    if (served !== undefined && changed !== undefined) return changedData(served, changed);
    if (changes === 'changedRows') return undefined;
    return { ...(await loadCatalog(snapshot, source)), waitedMs: cpuWaitMs() };
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    return { fault: { database: error.database, reason: error.reason } };
  }
}

/** Applies changed rows, if they differ from the served ones in amounts alone. */
function patchRows(served: CatalogData, changed: NumberedRows, source: EntrySource) {
  if (served.rows.starts.length > LARGE_ROWS) lowerPriority();
  const changes = numberedChanges(served, changed, source);
  return changes && changedData(served, changes);
}

function changedData(served: CatalogData, changes: AmountChanges): LoadThreadResult {
  return { data: applyChanges(served, changes), warnings: [], waitedMs: cpuWaitMs() };
}
