import { realpathSync, type Stats, statSync } from 'node:fs';
import { constants } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { stderr, stdout } from 'node:process';
import { withoutPassword } from '../../catalog/database-error.ts';
import type { EntryTable } from '../../catalog/entry-store.ts';
import { countEntries, writeTo } from '../../catalog/open-store.ts';
import type { StoredValue } from '../../food/decimal.ts';
import { ACCEPTANCES } from '../../import/formats.ts';
import { ImportError } from '../../import/import-error.ts';
import { type ImportOptions, ImportRefusedError, importFoods } from '../../import/import-foods.ts';
import type { ImportReport } from '../../import/import-report.ts';
import { createBar, ExitCode, writeJson } from '../output.ts';
import { readExisting, writeChanges } from './changes.ts';
import { addressIn, fetchedSource } from './download.ts';
import { dryRunText, reportText } from './format-report.ts';
import { importSeveral, withTerms } from './several-sources.ts';

// Runs `import`: shows progress, prints the report, and handles Ctrl-C. Refuses a target that is
// the source or inside it.

export interface ImportCommand extends ImportOptions {
  readonly source: string;
  /** Further sources, whose foods follow the first source's foods. */
  readonly otherSources: readonly string[];
  /** The license to record for sources whose license is unknown. */
  readonly license: string | undefined;
  /** Path of a SQLite file, or URL of a PostgreSQL server; if absent, nothing is written. */
  readonly to: string | undefined;
  /** Whether to import nothing if the table exists. */
  readonly ifMissing: boolean;
  /**
   * Whether to import only products that are newer than the latest change in the table, and to keep
   * the table's other foods.
   */
  readonly isChanges: boolean;
  /** Whether to keep the previous rows, as table `entries_old`. */
  readonly keepOld: boolean;
  readonly isJson: boolean;
}

/** Imports foods and prints the report, or says that the table already exists. */
export async function runImport(command: ImportCommand): Promise<number> {
  const { isJson, to, ifMissing } = command;
  const isThere = ifMissing && to !== undefined && (await countEntries(to)) !== undefined;
  if (!isThere) return importAndReport(command);
  if (isJson) writeJson({ written: 0 });
  else stdout.write(`nothing imported: ${withoutPassword(to)} has a table or view "entries"\n`);
  return ExitCode.success;
}

async function importAndReport(command: ImportCommand): Promise<number> {
  const { source, otherSources, isJson, to, keepOld } = command;
  const foods: StoredFood[] = [];
  const print = (report: ImportReport, isWritten: boolean) => {
    if (isJson) writeJson({ ...report, written: isWritten ? report.kept : 0 });
    else if (to === undefined) stdout.write(dryRunText(report, foods));
    else stdout.write(reportText(report, to, isWritten));
  };
  const sources = [source, ...otherSources].map((one) => {
    const address = addressIn(one);
    if (address === undefined && to !== undefined) refuseSource(one, to);
    return { path: one, fetched: address && fetchedSource(address) };
  });
  const cleanUp = () => {
    for (const { fetched } of sources) fetched?.cleanUp();
  };
  const count = stderr.isTTY ? await createBar('importing {value} foods') : undefined;
  const onSignal = (signal: NodeJS.Signals) => {
    count?.stop();
    cleanUp();
    process.exit(128 + constants.signals[signal]);
  };
  // As PID 1 of a container, the process would ignore the signal if there were no handler.
  for (const signal of SIGNALS) process.once(signal, onSignal);
  try {
    for (const { fetched } of sources) await fetched?.fetch();
    const paths = sources.map(({ path, fetched }) => fetched?.path ?? path);
    const [only = source] = paths;
    const countExisting = async () => (to === undefined ? 0 : ((await countEntries(to)) ?? 0));
    const existing = await existingFor(command);
    const options = {
      ...command,
      ...(existing ? { accept: ACCEPTANCES } : { countExisting }),
      onProgress: count && ((read: number) => count.update(read)),
    };
    const write = (table: EntryTable) => {
      if (to === undefined) return keepFirst(table, foods);
      return existing
        ? writeChanges(table, existing, { keepOld })
        : writeTo(to, table, { keepOld });
    };
    const writeOne = (table: EntryTable, format: string) =>
      write(withTerms(table, source, format, command.license));
    count?.start(0, 0);
    const importing =
      paths.length > 1
        ? importSeveral(paths, write, options, command.license)
        : importFoods(only, writeOne, options).then((report) => [report]);
    const reports = await importing.finally(() => count?.stop());
    for (const report of reports) print(report, to !== undefined);
    return ExitCode.success;
  } catch (error) {
    if (error instanceof ImportRefusedError) print(error.report, false);
    throw error;
  } finally {
    for (const signal of SIGNALS) process.off(signal, onSignal);
    cleanUp();
  }
}

/** With `--changes`, returns the table to update. */
async function existingFor({ isChanges, source, otherSources, to }: ImportCommand) {
  if (!isChanges || to === undefined) return undefined;
  if (otherSources.length === 0) return readExisting(to);
  throw new ImportError(source, '--changes takes one source. Import them one at a time.');
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** A row of the table: maps columns to values. */
type StoredFood = Readonly<Record<string, StoredValue>>;

/** How many foods a dry run shows. */
const SHOWN_FOODS = 3;

/** Reads a whole table, and keeps its first foods. */
async function keepFirst({ columns, batches }: EntryTable, foods: StoredFood[]): Promise<number> {
  let count = 0;
  for await (const rows of batches) {
    for (const row of rows.slice(0, Math.max(0, SHOWN_FOODS - count))) {
      foods.push(Object.fromEntries(columns.map(({ name }, i) => [name, row[i] ?? null])));
    }
    count += rows.length;
  }
  return count;
}

/**
 * Keeps an import from overwriting its source: the target must not be the source or inside a source
 * folder, even through another path or a link.
 *
 * @throws ImportError otherwise
 */
export function refuseSource(source: string, target: string): void {
  const read = statsOf(source);
  if (read === undefined) return;
  const written = statsOf(target);
  if (written !== undefined && written.dev === read.dev && written.ino === read.ino) {
    throw new ImportError(source, 'it is also the target. Choose another path with --to.');
  }
  if (!read.isDirectory()) return;
  const folder = statSync(dirname(finalPath(target)), { throwIfNoEntry: false });
  if (folder !== undefined && folder.dev === read.dev && folder.ino === read.ino) {
    throw new ImportError(source, 'the target is inside it. Choose a path elsewhere with --to.');
  }
}

/** Returns the path with all links followed, except for the last name if there is no such file. */
function finalPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const folder = statSync(dirname(resolve(path)), { throwIfNoEntry: false });
    return folder === undefined
      ? resolve(path)
      : join(realpathSync(dirname(resolve(path))), basename(path));
  }
}

/**
 * Returns `undefined` if the path cannot be accessed. The error is thrown when the path is read.
 */
function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
