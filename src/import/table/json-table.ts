import { objectRecords } from '../files/json-objects.ts';
import type { FindingCounts } from '../import-report.ts';
import {
  isRecord,
  type Json,
  type RawRecord,
  type RawValue,
  type RecordSource,
  refuseWidth,
  scalar,
} from '../record-source.ts';
import { isAmountName, perIn } from './column-names.ts';
import { namedFields, those } from './table-source.ts';

// Reads any JSON objects as a table: names of nested members, and lists of amounts.

/**
 * Opens any JSON objects whose members, including nested ones, are named like a table's columns.
 * All objects are read twice: first for the names of their members, since later objects may have
 * more.
 *
 * @param titles - texts around the objects
 */
export async function openJsonTable(
  path: string,
  open: () => AsyncIterable<readonly unknown[]>,
  findings: FindingCounts,
  titles: readonly string[] = [],
): Promise<RecordSource> {
  const names = new Set<string>();
  const own = new Set<string>();
  for await (const batch of open()) {
    for (const item of batch.filter(isRecord)) {
      for (const name of flat(item).keys()) names.add(name);
      for (const name of Object.keys(item)) own.add(name);
    }
    refuseWidth(path, names.size);
  }
  const header = [...names];
  const amounts = header.filter(isAmountName);
  const toRecord = (item: Json, place: number): RawRecord[] => {
    const values = flat(item);
    // A recipe beside a list of foods, for example.
    if (amounts.length > 2 && !amounts.some((name) => values.has(name))) {
      findings.add('heading', place, () => [...values.values()].slice(0, 3).join(' | '));
      return [];
    }
    return [{ place, values: header.map((field) => values.get(field)) }];
  };
  const { descriptionFields, ...fields } = namedFields(header);
  return {
    ...fields,
    titles,
    // The description of a serving is not the name of the food.
    descriptionFields: those(descriptionFields, (name) => own.has(name)),
    batches: objectRecords(open(), findings, toRecord),
  };
}

/** The members that hold the amount of an object and, in lists, the name of its nutrient. */
const AMOUNTS = ['value', 'amount', 'quantity'];
const NAME_KEYS = ['name', 'nutrient', 'label'];

type Values = Map<string, RawValue>;

/** The deepest nesting that is read; no table has more. */
const MAX_DEPTH = 20;

/**
 * Collects the members of an object by name, including those of nested objects and lists: the first
 * of a name wins.
 */
function flat(item: Json, values: Values = new Map(), depth = 0): Values {
  if (depth > MAX_DEPTH) return values;
  for (const [name, value] of Object.entries(item)) {
    const plain = scalar(value);
    if (plain !== undefined) setFirst(values, name, plain);
    else if (isRecord(value)) addNamed(name, value, values, depth);
    else if (Array.isArray(value)) addList(value, values, depth);
  }
  return values;
}

/** Adds a list of amounts, each with the name of its nutrient. */
function addList(list: readonly unknown[], values: Values, depth: number): void {
  for (const part of list.filter(isRecord)) {
    const name = NAME_KEYS.map((key) => scalar(part[key])).find((text) => text !== undefined);
    if (name !== undefined && amountIn(part) !== undefined)
      addNamed(String(name), part, values, depth);
  }
}

/**
 * Adds `{"value": 5, "unit": "g"}` as an amount under its name; of any other object, its members.
 */
function addNamed(name: string, part: Json, values: Values, depth: number): void {
  const amount = amountIn(part);
  if (amount === undefined) {
    const per = perIn(name);
    if (per === undefined) flat(part, values, depth + 1);
    else
      for (const [key, value] of flat(part, new Map(), depth + 1))
        setFirst(values, `${key} (${per})`, value);
    return;
  }
  const unit = scalar(part.unit ?? part.unitName);
  setFirst(values, unit === undefined ? name : `${name} (${unit})`, amount);
}

function amountIn(part: Json): RawValue {
  return AMOUNTS.map((key) => scalar(part[key])).find((value) => value !== undefined);
}

function setFirst(values: Values, name: string, value: RawValue): void {
  if (!values.has(name)) values.set(name, value);
}
