import { show } from '../../errors/shown-value.ts';
import { RequestError } from '../../errors/user-error.ts';
import {
  type Condition,
  MAX_CONDITIONS,
  MAX_SELECTION_LENGTH,
  OPERATORS,
  type Order,
  tooManyConditions,
} from './selection.ts';

// Parses the texts of `where` (`sodium_mg<140,!iron_mg`) and `sort`.

const IN_QUOTES = '"(?:[^"]|"")*"';
/** Matches a text up to one of these characters, without surrounding spaces, in linear time. */
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
 * Returns the conditions in a text such as `sodium_mg<140,!iron_mg`.
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
        `Cannot read ${show(text.slice(at))} in \`where\`: use a column, one of ${OPERATORS.join(' ')} and a value, such as kcal<100, or ! and a column`,
      );
    }
    const comparison = OPERATORS.find((one) => one === operator);
    conditions.push({ column, operator: comparison ?? '!', value: unquoted(value) });
    isMore = comma !== undefined;
  }
  return conditions;
}

/**
 * Returns the order in a text such as `-protein_g` or `protein_g/kcal`.
 *
 * @throws RequestError if the text cannot be read
 */
export function readOrder(text: string): Order {
  checkLength('sort', text);
  const [, minus, name, divided] = ORDER.exec(text) ?? [];
  const [column, divisor] = [unquoted(name), unquoted(divided)];
  if (column === '' || (divided !== undefined && divisor === '')) {
    throw new RequestError(
      `Cannot read ${show(text)} in \`sort\`: use a column, - before it for the largest first, such as -protein_g, or two with / between them`,
    );
  }
  const isDescending = minus !== undefined;
  return divisor === '' ? { column, isDescending } : { column, divisor, isDescending };
}

/** Returns a comma-separated list of texts; `undefined` if it has too many or cannot be read. */
export function readList(text: string, most: number): readonly string[] | undefined {
  const list: string[] = [];
  ITEM.lastIndex = startOf(text);
  for (let isMore = true; isMore; ) {
    const [whole, item, comma] = ITEM.exec(text) ?? [];
    if (whole === undefined || list.length === most) return undefined;
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
