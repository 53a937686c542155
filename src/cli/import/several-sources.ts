import { basename } from 'node:path';
import type { EntryTable, TableColumn } from '../../catalog/entry-store.ts';
import { SeenTexts } from '../../catalog/sqlite/seen-texts.ts';
import { KEY_NAMES } from '../../catalog/table/extra-columns.ts';
import type { StoredValue } from '../../food/decimal.ts';
import { ImportError } from '../../import/import-error.ts';
import { type ImportOptions, importFoods } from '../../import/import-foods.ts';
import type { ImportReport } from '../../import/import-report.ts';

// Combines the foods of several sources in one table. Resolves repeated keys, and adds each food's
// source and license.

/** The results of the first pass over a source. */
interface ReadSource {
  readonly path: string;
  /** The source's name in the table. */
  readonly name: string;
  readonly report: ImportReport;
  readonly columns: readonly TableColumn[];
}

/**
 * Sources recognized by their format, each with its license and the attribution that the license
 * requires, if any.
 */
const KNOWN_SOURCES: readonly (readonly [format: RegExp, license: string, name?: string])[] = [
  [/^FoodData Central/, 'CC0-1.0'],
  [/^Open Food Facts/, 'ODbL-1.0', 'Open Food Facts'],
];

const TERM_COLUMNS = ['source', 'license'];
const OWN_COLUMNS = ['id', ...TERM_COLUMNS];

function nameOf(path: string): string {
  return basename(path).replace(/(?:\.[a-z][a-z\d]*)+$/i, '');
}

/**
 * Returns the name and license of a source: those known for its format, else its file name and
 * `--license`.
 */
function termsOf(name: string, format: string, given: string | undefined) {
  const [, license = given ?? null, publisher = name] =
    KNOWN_SOURCES.find(([form]) => form.test(format)) ?? [];
  return { license, source: publisher };
}

/** Adds each food's source and license, if the license is known and the table lacks both. */
export function withTerms(
  { columns, batches }: EntryTable,
  path: string,
  format: string,
  given: string | undefined,
): EntryTable {
  const { license, source } = termsOf(nameOf(path), format, given);
  if (license === null || columns.some(({ name }) => TERM_COLUMNS.includes(name)))
    return { columns, batches };
  return {
    columns: [...TERM_COLUMNS.map((name): TableColumn => ({ name, type: 'text' })), ...columns],
    batches: (async function* () {
      for await (const rows of batches) yield rows.map((row) => [source, license, ...row]);
    })(),
  };
}

/**
 * Reads the sources one after another into one table. Reads each source twice, so that nothing is
 * written if any source is refused. Each food gets its source, its license, and an `id`: its key,
 * prefixed with the name of the source if the key repeats.
 *
 * @param license the license of sources whose own license is unknown
 */
export async function importSeveral(
  paths: readonly string[],
  write: (table: EntryTable) => Promise<number>,
  options: ImportOptions,
  license: string | undefined,
): Promise<ImportReport[]> {
  const seen = new SeenTexts();
  const repeated = new SeenTexts();
  const sources: ReadSource[] = [];
  for (const path of paths) {
    const name = nameOf(path);
    if (sources.some((source) => source.name === name)) {
      throw new ImportError(path, `another source is also called ${name}. Rename one of them.`);
    }
    let columns: readonly TableColumn[] = [];
    const count = async (table: EntryTable) => {
      columns = table.columns;
      const keys = columns.flatMap((column, at) => (KEY_NAMES.includes(column.name) ? [at] : []));
      let foods = 0;
      for await (const rows of table.batches) {
        foods += rows.length;
        for (const key of rows.flatMap((row) => keys.map((at) => String(row[at])))) {
          if (seen.add(key)) repeated.add(key);
        }
      }
      return foods;
    };
    // Does not compare each source with the existing table: all are compared together below.
    const report = await importFoods(path, count, { ...options, countExisting: undefined });
    sources.push({ path, name, report, columns });
  }
  const kept = sources.reduce((sum, { report }) => sum + report.kept, 0);
  const existingFoods = (await options.countExisting?.()) ?? 0;
  if (kept * 2 < existingFoods && options.accept?.includes('fewer-foods') !== true) {
    throw new ImportError(
      paths.join(', '),
      `they have ${kept} foods, less than half of the ${existingFoods} in the table that they would replace. ` +
        'To replace it anyway, use --accept fewer-foods.',
    );
  }
  const all = new Map(sources.flatMap(({ columns }) => columns.map((one) => [one.name, one])));
  const others = [...all.values()].filter(({ name }) => !OWN_COLUMNS.includes(name));
  const own = OWN_COLUMNS.map((name): TableColumn => ({ name, type: 'text' }));
  const foods = async function* () {
    for (const { path, name, report } of sources) {
      const terms = termsOf(name, report.format, license);
      for await (const { columns, rows } of batchesOf(path, options)) {
        const indexes = new Map(columns.map((column, at) => [column.name, at]));
        const at = (row: readonly StoredValue[], column = '') =>
          row[indexes.get(column) ?? -1] ?? null;
        yield rows.map((row) => {
          const key = at(row, report.key);
          const id = key !== null && repeated.has(String(key)) ? `${name}:${key}` : key;
          return [
            id,
            at(row, 'source') ?? terms.source,
            at(row, 'license') ?? terms.license,
            ...others.map((column) => at(row, column.name)),
          ];
        });
      }
    }
  };
  await write({ columns: [...own, ...others], batches: foods() });
  return sources.map(({ report }) => report);
}

/** Yields the batches of a source as they are read, instead of writing a table. */
async function* batchesOf(path: string, options: ImportOptions) {
  const table = Promise.withResolvers<EntryTable>();
  const isRead = Promise.withResolvers<number>();
  const importing = importFoods(
    path,
    (opened) => {
      table.resolve(opened);
      return isRead.promise;
    },
    { ...options, countExisting: undefined },
  );
  importing.catch(table.reject);
  try {
    const { columns, batches } = await table.promise;
    for await (const rows of batches) yield { columns, rows };
  } finally {
    isRead.resolve(0);
  }
  await importing;
}
