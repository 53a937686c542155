import type { TableColumn } from '../../catalog/entry-store.ts';
import type { Nutrient } from '../../catalog/nutrients.ts';
import { KEY_NAMES } from '../../catalog/table/extra-columns.ts';
import { ENTRY_COLUMNS } from '../../food/entry.ts';
import { isUnit, normalUnit, unitFactor } from '../../food/nutrient-units.ts';
import { markerOf } from '../cell-amount.ts';
import { ImportError } from '../import-error.ts';
import { nameLike, type RawRecord, type RecordSource } from '../record-source.ts';
import { unitIn } from './column-names.ts';

// Decides which columns an imported table gets, and which fields fill them (`--map`). Refuses
// tables without names or amounts.

/** A field of the source that may have the value of a column. */
export interface PlannedField {
  /** The index into the values of a record. */
  readonly index: number;
  readonly name: string;
  /** The factor that converts the field's amounts to the column's unit. */
  readonly factor: number;
}

/** A column of the new table, with the fields that may fill it, best first. */
export interface PlannedColumn extends TableColumn {
  readonly fields: readonly PlannedField[];
  readonly unit: string | undefined;
}

/** Which field fills which column: `kcal` from `Energy (kcal)`. */
export type ColumnMap = ReadonlyMap<string, string>;

/**
 * Decides which columns the table has and which fields fill them: the key, the seven columns that
 * every table needs, others in `data/nutrients.csv` that the source has, its text fields, and those
 * in `map`.
 *
 * @param map - a column mapped to '' is left out, or left empty if every table needs it
 * @param sample - some records, used to rank the fields of a column and to suggest a name column
 * @throws ImportError if the source has no names or no amounts, or `map` cannot be used: it names a
 *   missing column, for example, or one in a unit that cannot be converted
 */
export function planColumns(
  name: string,
  source: RecordSource,
  nutrients: readonly Nutrient[],
  map: ColumnMap = new Map(),
  sample: readonly RawRecord[] = [],
): PlannedColumn[] {
  // If a name occurs twice, the first field counts.
  const places = new Map(source.header.map((field, index) => [field, index] as const).toReversed());
  const mapping = new Map([...map].map(([column, text]) => [column, mappedField(text, places)]));
  const missing = [...mapping.values()]
    .map(({ name }) => name)
    .filter((field) => field !== '' && !places.has(field));
  if (missing.length > 0) throw new ImportError(name, unknownFields(missing, source.header));

  const find: FindFields = (fields) =>
    fields.flatMap((field) => {
      const index = places.get(field);
      return index === undefined ? [] : [{ index, name: field, factor: 1 }];
    });
  // A format with its own text fields chooses among its fields for each food separately.
  const columns = nutrientColumns(name, source, nutrients, mapping, find).map((column) =>
    column.type === 'text' || source.textFields !== undefined
      ? column
      : { ...column, fields: fullestFirst(column, sample) },
  );
  for (const field of source.textFields ?? []) {
    columns.push({ name: field, type: 'text', unit: undefined, fields: find([field]) });
  }
  // SQLite treats names that differ only in case as the same.
  const known = new Map(columns.map((column) => [column.name.toLowerCase(), column.name]));
  for (const [column, { name: field }] of mapping) {
    const same = known.get(column.toLowerCase());
    if (same === column || field === '') continue;
    if (same !== undefined) {
      throw new ImportError(name, `--map cannot make a column "${column}" next to "${same}".`);
    }
    known.set(column.toLowerCase(), column);
    columns.push({ name: column, type: 'any', unit: undefined, fields: find([field]) });
  }
  refuseUseless(name, source, columns, sample);
  const key = source.keyFields.find((field) => places.has(field));
  // The key column needs one of the names that the service recognizes as a key.
  const column = key === undefined || KEY_NAMES.includes(key.toLowerCase()) ? key : 'code';
  if (key === undefined || column === undefined || known.has(column.toLowerCase())) return columns;
  return [{ name: column, type: 'text', unit: undefined, fields: find([key]) }, ...columns];
}

/**
 * A field with fewer than this share of the amounts of another field in the same unit only fills
 * gaps in that field.
 */
const FULL_SHARE = 0.8;
/** Fields are about the same portion if this matches the same text in their names. */
const SERVING = /serv|por[tcçz]/;

function fullestFirst({ name, fields }: PlannedColumn, sample: readonly RawRecord[]) {
  const counted = fields.map((field) => {
    const cells = sample.map(({ values }) => String(values[field.index] ?? '') || '-');
    return { field, count: cells.filter((one) => markerOf(one) !== 'missing').length };
  });
  const isRare = ({ field: { factor }, count }: (typeof counted)[number]) =>
    counted.some((one) => one.field.factor === factor && count < FULL_SHARE * one.count);
  const sorted = counted.toSorted((a, b) => Number(isRare(a)) - Number(isRare(b)));
  const names = sorted.map(({ field }) => field.name.toLowerCase());
  // Leaves out fields about other portions, which have other weights.
  const portion = name.startsWith('gmwt_') ? (SERVING.exec(names[0] ?? '')?.[0] ?? '\n') : '';
  return sorted.flatMap(({ field }, i) => (i === 0 || names[i]?.includes(portion) ? field : []));
}

/** Returns the fields with these names that the source has. */
type FindFields = (fields: readonly string[]) => PlannedField[];

/**
 * Returns the columns of `data/nutrients.csv` that the source has, and those that every table
 * needs.
 */
function nutrientColumns(
  name: string,
  source: RecordSource,
  nutrients: readonly Nutrient[],
  mapping: ReadonlyMap<string, MappedField>,
  find: FindFields,
): PlannedColumn[] {
  // A field fills only one column unless the map says otherwise: VITD cannot be in both micrograms
  // and IU.
  const taken = new Set<number>();
  return nutrients.flatMap((nutrient): PlannedColumn[] => {
    const { column, unit } = nutrient;
    const mapped = mapping.get(column);
    const fields =
      mapped !== undefined
        ? mappedFields(name, mapped, unit, find)
        : column === 'description'
          ? find(source.descriptionFields)
          : source.fieldsOf(nutrient).flatMap((field) => {
              const factor = unit === undefined ? 1 : unitFactor(field.unit, unit);
              const free = find([field.name]).filter(({ index }) => !taken.has(index));
              return factor === undefined ? [] : free.map((one) => ({ ...one, factor }));
            });
    for (const { index } of fields) taken.add(index);
    const isNeeded = ENTRY_COLUMNS.some((needed) => needed === column);
    if (fields.length === 0 && !isNeeded) return [];
    return [{ name: column, type: unit === undefined ? 'text' : 'number', unit, fields }];
  });
}

/** @throws ImportError if there are no names, or no amounts */
function refuseUseless(
  name: string,
  { header }: RecordSource,
  columns: readonly PlannedColumn[],
  sample: readonly RawRecord[],
): void {
  if (columns.find((column) => column.name === 'description')?.fields.length === 0) {
    throw new ImportError(
      name,
      `none of its columns looks like the name of a food. It has ${listOf(header)}. ` +
        `Map the column with --map ${JSON.stringify(`description=${nameLike(header, sample)[0] ?? '…'}`)}.`,
    );
  }
  if (!columns.some((column) => isNutrient(column) && column.fields.length > 0)) {
    throw new ImportError(
      name,
      `none of its columns looks like energy or a nutrient. It has ${listOf(header)}. ` +
        'Map them, as in --map kcal="…".',
    );
  }
}

/**
 * Returns the column to look foods up by, if there is one: the source's own key, or a mapped one.
 */
export function keyColumn(
  columns: readonly PlannedColumn[],
  { keyFields }: Pick<RecordSource, 'keyFields'>,
): string | undefined {
  const keys = columns.filter(
    ({ name, fields }) => KEY_NAMES.includes(name.toLowerCase()) && fields.length > 0,
  );
  const own = keyFields.flatMap((key) =>
    keys.filter(({ fields }) => fields.some((field) => field.name === key)),
  );
  return [...own, ...keys][0]?.name;
}

/** Columns of numbers that do not say what a food contains. */
const PORTION = /^gmwt_\d$|^refuse_pct$/;

/** Checks whether a column has amounts of energy or of a nutrient. */
export function isNutrient({ name, type }: TableColumn): boolean {
  return type === 'number' && !PORTION.test(name);
}

/**
 * Parses `Energy:kJ` as the field `Energy` in kJ, unless a field has exactly that name. Otherwise,
 * the unit is the one in the name.
 */
function mappedField(text: string, places: ReadonlyMap<string, number>) {
  const [, name = '', given = ''] = /^(.*):([^:]+)$/s.exec(text) ?? [];
  const unit = normalUnit(given);
  if (!places.has(text) && isUnit(unit)) return { name, unit };
  return { name: text, unit: unitIn(text) };
}

type MappedField = ReturnType<typeof mappedField>;

function mappedFields(
  source: string,
  { name, unit: from }: MappedField,
  unit: string | undefined,
  find: FindFields,
): PlannedField[] {
  const factor = unit === undefined || from === undefined ? 1 : unitFactor(from, unit);
  if (factor === undefined) {
    throw new ImportError(
      source,
      `its column ${JSON.stringify(name)} is in ${from}, which cannot be converted to ${unit}. ` +
        `If that is wrong, give the unit: --map …="${name}:${unit}".`,
    );
  }
  return find([name]).map((planned) => ({ ...planned, factor }));
}

const LISTED_FIELDS = 20;

/** Returns the first of these names, quoted, and how many more there are. */
export function listOf(names: readonly string[]): string {
  const listed = names.slice(0, LISTED_FIELDS).map((name) => JSON.stringify(name));
  const rest = names.length - listed.length;
  return `${listed.join(', ') || 'no columns'}${rest > 0 ? ` and ${rest} more` : ''}`;
}

function unknownFields(missing: readonly string[], header: readonly string[]): string {
  const [, field = '', unit = ''] = /^(.*):([^:]+)$/s.exec(missing[0] ?? '') ?? [];
  if (header.includes(field)) {
    return `${JSON.stringify(unit)} is not a unit. Use g, mg, µg, kcal or kJ, such as ${JSON.stringify(`${field}:g`)}.`;
  }
  return `it has no column ${listOf(missing)}. It has ${listOf(header)}.`;
}
