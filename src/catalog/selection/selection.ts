import { nearestNames, show } from '../../errors/shown-value.ts';
import { RequestError } from '../../errors/user-error.ts';

// Parses `where` (`sodium_mg<140,!iron_mg`) and `sort`. Defines operators, and the limits of
// `where`, `sort` and `offset`. Rejects unknown columns and invalid values.

/** The operators that compare a value with another. */
export const OPERATORS = ['<', '<=', '>', '>=', '=', '!='] as const;
export type Operator = (typeof OPERATORS)[number];

/** A condition on a food, as plain data. */
export interface Condition {
  readonly column: string;
  /** `!` matches if the value of the column is unknown. */
  readonly operator: Operator | '!';
  /** The value as given: a decimal for a column of numbers. Empty with `!`. */
  readonly value: string;
}

/** How foods are sorted. Ties are in order of rank. Unknown values come last. */
export interface Order {
  readonly column: string;
  /** If given, the column to divide the first column by. */
  readonly divisor?: string;
  readonly isDescending: boolean;
}

/** Which matching foods are listed, and in which order, as plain data. */
export interface Selection {
  readonly conditions: readonly Condition[];
  readonly order?: Order | undefined;
  /** How many foods to skip, from 0 to {@link MAX_OFFSET}. */
  readonly offset: number;
  /** Whether to report how many foods match. */
  readonly wantsTotal: boolean;
}

/** A column that `where` and `sort` may name. */
export interface Column {
  readonly name: string;
  /** Whether every known value is a number. All other columns hold strings. */
  readonly holdsNumbers: boolean;
  /** Whether the column holds few distinct strings, so that foods can be grouped by them. */
  readonly hasGroups: boolean;
}

/** The maximum number of foods to skip. */
export const MAX_OFFSET = 10_000;
/** The maximum number of conditions, each of which is checked for every matching food. */
export const MAX_CONDITIONS = 8;
/**
 * The maximum length of `where` and of `sort` in UTF-16 units, checked before anything is split.
 */
export const MAX_SELECTION_LENGTH = 2_048;

const CONDITION_NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;

/** @throws RequestError if the conditions do not fit a table with these columns */
export function checkConditions(
  conditions: readonly Condition[],
  columns: readonly Column[],
): void {
  if (conditions.length > MAX_CONDITIONS) throw tooManyConditions();
  for (const { column: name, operator, value } of conditions) {
    const { holdsNumbers } = columnNamed(name, 'where', columns);
    if (operator !== '!' && holdsNumbers && !CONDITION_NUMBER.test(value)) {
      const named = `column ${JSON.stringify(name)} in \`where\``;
      throw new RequestError(`Invalid value ${show(value)} for ${named}: use a number`);
    }
  }
}

export function tooManyConditions(): RequestError {
  return new RequestError(`\`where\` has more than ${MAX_CONDITIONS} conditions: leave some out`);
}

/** @throws RequestError if a table with these columns cannot be sorted in this order */
export function checkOrder({ column, divisor }: Order, columns: readonly Column[]): void {
  for (const name of divisor === undefined ? [column] : [column, divisor]) {
    const { holdsNumbers } = columnNamed(name, 'sort', columns);
    if (divisor !== undefined && !holdsNumbers) {
      const named = `Column ${JSON.stringify(name)} in \`sort\``;
      throw new RequestError(`${named} is not numeric: use columns of numbers`);
    }
  }
}

function columnNamed(name: string, parameter: string, columns: readonly Column[]): Column {
  const found = columns.find((column) => column.name === name);
  if (found !== undefined) return found;
  const names = columns.map((column) => column.name);
  const choice = nearestNames(name, names).join(', ');
  throw new RequestError(`Unknown column ${show(name)} in \`${parameter}\`: use ${choice}`);
}

const IN_QUOTES = '"(?:[^"]|"")*"';
/** Matches text up to one of these characters, without spaces around it, in linear time. */
const plain = (ends: string) => `[^${ends} "][^${ends} ]*(?: +[^${ends} ]+)*`;
const COLUMN_NAME = `(${IN_QUOTES}|${plain('<>=!,')})`;
const VALUE = `(?:(${IN_QUOTES}|${plain(',')}) *)?`;
const OPERATOR = '([<>!]=|=|[<>](?!=))';
const LIST_END = '(?:(,) *|$)';
const CONDITION = new RegExp(
  `(?:! *${COLUMN_NAME} *|${COLUMN_NAME} *${OPERATOR} *${VALUE})${LIST_END}`,
  'y',
);
const ITEM = new RegExp(VALUE + LIST_END, 'y');
const COLUMN = `(${IN_QUOTES}|${plain('/')})`;
const ORDER = new RegExp(`^ *(?:(-) *|(?!-))${COLUMN} *(?:/ *${COLUMN} *)?$`);

/**
 * Returns the conditions in a string such as `sodium_mg<140,!iron_mg`.
 *
 * @throws RequestError if the text cannot be read
 */
export function readConditions(text: string): readonly Condition[] {
  checkLength('where', text);
  const conditions: Condition[] = [];
  let at = startOf(text);
  for (let isMore = true; isMore; at = CONDITION.lastIndex) {
    if (conditions.length === MAX_CONDITIONS) throw tooManyConditions();
    CONDITION.lastIndex = at;
    const [, unknown, known, operator, value, comma] = CONDITION.exec(text) ?? [];
    const column = unquoted(unknown ?? known);
    if (column === '') {
      throw new RequestError(
        `Cannot read ${show(text.slice(at))} in \`where\`: use a comparison (${OPERATORS.join(' ')}), such as kcal<100, or ! and a column`,
      );
    }
    const comparison = OPERATORS.find((one) => one === operator);
    conditions.push({ column, operator: comparison ?? '!', value: unquoted(value) });
    isMore = comma !== undefined;
  }
  return conditions;
}

/**
 * Returns the order in a string such as `-protein_g` or `protein_g/kcal`.
 *
 * @throws RequestError if the text cannot be read
 */
export function readOrder(text: string): Order {
  checkLength('sort', text);
  const [, minus, name, divided] = ORDER.exec(text) ?? [];
  const [column, divisor] = [unquoted(name), unquoted(divided)];
  if (column === '' || (divided !== undefined && divisor === '')) {
    throw new RequestError(
      `Cannot read ${show(text)} in \`sort\`: use a column, such as kcal, or -protein_g for descending order, or a ratio, such as protein_g/kcal`,
    );
  }
  const isDescending = minus !== undefined;
  return divisor === '' ? { column, isDescending } : { column, divisor, isDescending };
}

/** Reads a comma-separated list; `undefined` if it is invalid or has over `max` strings. */
export function readList(text: string, max: number): readonly string[] | undefined {
  const list: string[] = [];
  ITEM.lastIndex = startOf(text);
  for (let isMore = true; isMore; ) {
    const [whole, item, comma] = ITEM.exec(text) ?? [];
    if (whole === undefined || list.length === max) return undefined;
    list.push(unquoted(item));
    isMore = comma !== undefined;
  }
  return list;
}

function checkLength(parameter: string, { length }: string): void {
  if (length <= MAX_SELECTION_LENGTH) return;
  throw new RequestError(
    `\`${parameter}\` has ${length} characters: use at most ${MAX_SELECTION_LENGTH}`,
  );
}

/** Returns the index of the first character that is not a space. */
function startOf(text: string): number {
  return text.search(/[^ ]|$/);
}

function unquoted(text = ''): string {
  return text.startsWith('"') ? text.slice(1, -1).replaceAll('""', '"') : text;
}
