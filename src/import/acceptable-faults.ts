import type { Acceptance } from './formats.ts';
import { fieldsLike } from './table/column-names.ts';
import { type ColumnMap, listOf, type PlannedColumn } from './table/column-plan.ts';

// Finds the faults for which an import is refused unless `--accept` allows them: columns without
// values, rows left out, fewer foods than before. Defines the thresholds.

/** A column counts as missing if more than this share of the foods has no value in it. */
const MISSING_SHARE = 0.9;
/** With fewer foods or lost rows than this, some faults are not reported. */
const MIN_COUNT = 10;

/** The amounts of an entry that other tables often name differently. */
const ENTRY_AMOUNTS = ['kcal', 'protein_g', 'carbohydrate_g', 'fa_sat_g', 'fa_mono_g', 'fa_poly_g'];
const MAIN = ['kcal', 'protein_g', 'carbohydrate_g'];

/** The result of reading a source. */
export interface ReadValues {
  readonly kept: number;
  /** How many rows that seem to be foods were left out. */
  readonly lost: number;
  /** How many foods the existing table has. */
  readonly existing: number;
  readonly columns: readonly PlannedColumn[];
  readonly map: ColumnMap;
  /** The names of the source's fields. */
  readonly header: readonly string[];
  /** How many foods have no value, by column. */
  readonly nulls: Readonly<Record<string, number>>;
  /** How many values could not be read, by column. */
  readonly unreadable: ReadonlyMap<string, number>;
}

/**
 * Returns why the import is refused, ignoring accepted faults; `undefined` if it is not refused.
 */
export function acceptableFault(
  accepted: readonly Acceptance[],
  read: ReadValues,
): string | undefined {
  const all = { rows: lostFault, nutrients: missingFault, 'fewer-foods': fewerFault };
  const order = ['rows', 'nutrients', 'fewer-foods'] as const;
  return order.flatMap((one) => (accepted.includes(one) ? [] : (all[one](read) ?? [])))[0];
}

/**
 * Reports amounts that nearly all foods lack, if the source has a column for them that could not be
 * read or was not mapped, or if energy, protein and carbohydrate are all missing.
 */
function missingFault(values: ReadValues): string | undefined {
  const { kept, columns, map, header, nulls, unreadable } = values;
  const missing = ENTRY_AMOUNTS.filter(
    (name) => (nulls[name] ?? kept) > kept * MISSING_SHARE && map.get(name) !== '',
  );
  const odd = missing.find((name) => (unreadable.get(name) ?? 0) * 2 > kept && kept >= MIN_COUNT);
  if (odd !== undefined) {
    const field = columns.find(({ name }) => name === odd)?.fields[0]?.name ?? odd;
    return (
      `its column ${JSON.stringify(field)} has amounts that cannot be read. ` +
      `Write them as numbers, or leave ${odd} empty with --accept nutrients.`
    );
  }
  const read = new Set(columns.flatMap(({ fields }) => fields.map(({ index }) => index)));
  const unread = header.filter((_, index) => !read.has(index));
  // Leaves out ratios, since their names contain the names of two columns.
  const isOne = (field: string) =>
    ENTRY_AMOUNTS.filter((name) => fieldsLike(name, [field]).length > 0).length === 1;
  const found = missing
    .map((name) => ({ name, fields: fieldsLike(name, unread).filter(isOne) }))
    .filter(({ fields }) => fields.length > 0);
  if (found.length > 0) {
    const texts = found.map(({ name, fields }) => `${name} (perhaps in ${listOf(fields)})`);
    const example = `${found[0]?.name}=${found[0]?.fields[0]}`;
    return (
      `nearly all of its foods lack ${texts.join(', ')}. Map the right column with ` +
      `--map ${JSON.stringify(example)}, or accept that with --accept nutrients.`
    );
  }
  if (kept < MIN_COUNT || !MAIN.every((name) => missing.includes(name))) return undefined;
  return (
    'nearly all of its foods lack energy, protein and carbohydrate. ' +
    `Columns that were not read: ${listOf(unread)}. Map the ones with these amounts, as in ` +
    '--map kcal="…", or accept that with --accept nutrients.'
  );
}

/** Reports that more rows are left out than kept. */
function lostFault({ lost, kept }: ReadValues): string | undefined {
  if (lost < MIN_COUNT || lost <= kept) return undefined;
  return (
    `${lost} of its ${lost + kept} rows would be left out. Map other columns with --map, ` +
    'or accept that with --accept rows.'
  );
}

function fewerFault({ kept, existing }: ReadValues): string | undefined {
  if (kept * 2 >= existing) return undefined;
  return (
    `it has ${kept} foods, less than half of the ${existing} in the table that it would replace. ` +
    'To replace it anyway, use --accept fewer-foods.'
  );
}
