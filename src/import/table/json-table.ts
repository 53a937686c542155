import { readNutrients } from '../../catalog/nutrients.ts';
import { objectRecords } from '../files/json-objects.ts';
import { ImportError } from '../import-error.ts';
import type { FindingCounts } from '../import-report.ts';
import type { Json, RawRecord, RawValue, RecordSource } from '../record-source.ts';
import { checkWidth, isFilled, isRecord, scalar, TABLE_NAME } from '../record-source.ts';
import { basisIn, isAmountName, prefer } from './column-names.ts';
import { namedFields } from './table-source.ts';

// Reads any JSON objects as a table: names of nested members, lists of amounts, database exports.

/**
 * Opens any JSON objects whose members, including nested ones, are named like a table's columns.
 * All objects are read twice: first for the names of their members, since later objects may have
 * additional members.
 *
 * @param titles - strings around the objects
 */
export async function openJsonTable(
  path: string,
  open: () => AsyncIterable<readonly unknown[]>,
  findings: FindingCounts,
  titles: readonly string[] = [],
): Promise<RecordSource> {
  const { names, own } = await membersOf(path, rowsOf(open()));
  const header = [...names];
  const amounts = header.filter(isAmountName);
  const { descriptionFields, ...fields } = namedFields(header);
  const toRecord = (item: Json, place: number): RawRecord[] => {
    const values = flat(item);
    // Skips objects without amounts, such as a recipe next to a list of foods.
    if (amounts.length > 2 && !amounts.some((name) => values.has(name))) {
      const isNamed = descriptionFields.some((name) => values.has(name));
      findings.add(
        isNamed ? 'not-an-object' : 'heading',
        () => [...values.values()].slice(0, 3).join(' | '),
        place,
      );
      return [];
    }
    return [{ place, values: header.map((field) => values.get(field)) }];
  };
  return {
    ...fields,
    titles,
    // The description of a serving is not the name of the food.
    descriptionFields: prefer(descriptionFields, (name) => own.has(name)),
    batches: objectRecords(rowsOf(open()), findings, toRecord),
  };
}

/**
 * Returns the names of all members, and the names of those that are not nested. Refuses files with
 * several tables.
 */
async function membersOf(path: string, batches: AsyncIterable<readonly unknown[]>) {
  const [names, own, tables] = [new Set<string>(), new Set<string>(), new Set<unknown>()];
  for await (const batch of batches) {
    for (const item of batch.filter(isRecord)) {
      const members = [...flat(item).keys()];
      for (const name of members) names.add(name);
      for (const name of Object.keys(item)) own.add(name);
      if (members.some(isAmountName)) tables.add(item[TABLE_NAME] ?? 'foods');
    }
    checkWidth(path, names.size);
  }
  if (tables.size <= 1) return { names, own };
  const list = [...tables].join(', ');
  throw new ImportError(path, `it has several tables of foods: ${list}. Export only one of them.`);
}

/** Replaces the tables in a phpMyAdmin export with their rows. */
async function* rowsOf(batches: AsyncIterable<readonly unknown[]>) {
  for await (const batch of batches) {
    yield batch.flatMap((item) => {
      if (!isRecord(item) || item.type !== 'table' || !Array.isArray(item.data)) return [item];
      return item.data.filter(isRecord).map((row) => ({ ...row, [TABLE_NAME]: item.name }));
    });
  }
}

/** The members that hold an amount and, in lists, the name or ID of its nutrient. */
const AMOUNTS = ['value', 'amount', 'quantity'];
const NAME_KEYS = ['name', 'nutrient', 'label'];
const ID_KEYS = ['nutrientId', 'nutrient_id', 'nutrientNumber', 'attr_id', 'number', 'code', 'id'];

/** FoodData Central's nutrients, by their IDs and numbers. */
const FDC_NAMES = new Map(
  readNutrients().flatMap(({ title, fdcIds, fdcNumbers }) =>
    [...fdcIds, ...fdcNumbers].map(({ name, unit }) => [name, { title, unit }] as const),
  ),
);

type Values = Map<string, RawValue>;

/** Matches the name of a list of ingredients, in which sugar is not the nutrient. */
const INGREDIENTS = /ingr[eé]di|zutat|składnik|skladnik|состав|食材|配料|材料|재료/iu;

/** The deepest nesting that is read; no table has more. */
const MAX_DEPTH = 20;

/**
 * Collects an object's members by name, including members of nested objects and lists. If members
 * have the same name, the first keeps it, and a different number is stored as `name (2)`.
 */
function flat(item: Json, values: Values = new Map(), depth = 0): Values {
  if (depth > MAX_DEPTH) return values;
  for (const [name, value] of Object.entries(item)) {
    const plain = scalar(value);
    if (plain !== undefined) setFirst(values, name, plain);
    else if (INGREDIENTS.test(name)) continue;
    else if (isRecord(value)) addNamed(name, value, values, depth);
    else if (Array.isArray(value)) addList(name, value, values, depth);
  }
  return values;
}

/**
 * Adds a list of amounts, each identified by its nutrient's name or, if the list's name contains
 * `nutri`, by the nutrient's ID.
 */
function addList(of: string, list: readonly unknown[], values: Values, depth: number): void {
  for (const item of list.filter(isRecord)) {
    const part = isRecord(item.nutrient) ? { ...item, ...item.nutrient } : item;
    if (firstOf(part, AMOUNTS) === undefined) continue;
    const name = firstOf(part, NAME_KEYS);
    const known = /nutri/i.test(of) ? FDC_NAMES.get(String(firstOf(part, ID_KEYS))) : undefined;
    if (name !== undefined) addNamed(String(name), part, values, depth);
    else if (known !== undefined)
      addNamed(known.title, { unit: part.unitName ?? known.unit, ...part }, values, depth);
  }
}

/**
 * Adds `{"value": 5, "unit": "g"}` as an amount under its name. For any other object, adds its
 * members.
 */
function addNamed(name: string, part: Json, values: Values, depth: number): void {
  const amount =
    firstOf(part, AMOUNTS) ?? (isFilled(scalar(part.unit)) ? scalar(part.size) : undefined);
  if (amount === undefined) {
    const per = basisIn(name);
    if (per === undefined) flat(part, values, depth + 1);
    else
      for (const [key, value] of flat(part, new Map(), depth + 1))
        setFirst(values, `${key} (${per})`, value);
    return;
  }
  const unit = scalar(part.unit ?? part.unitName);
  setFirst(values, unit === undefined ? name : `${name} (${unit})`, amount);
}

function firstOf(part: Json, keys: readonly string[]): RawValue {
  return keys.map((key) => scalar(part[key])).find((value) => value !== undefined);
}

function setFirst(values: Values, name: string, value: RawValue): void {
  const known = values.get(name);
  if (known === undefined) values.set(name, value);
  // A different amount with the same name, such as for a serving or for the cooked food.
  else if (typeof value === 'number' && value !== known) values.set(`${name} (2)`, value);
}
