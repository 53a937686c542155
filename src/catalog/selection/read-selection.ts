import { show } from '../../errors/shown-value.ts';
import {
  badRequest,
  type Condition,
  MAX_CONDITIONS,
  MAX_SELECTION_LENGTH,
  OPERATORS,
  type Order,
  type QueryFault,
} from './selection.ts';

// Parses the texts of `where` (`sodium_mg<140,!iron_mg`) and `sort`, with errors for those that
// cannot be read.

const NAME_ENDS = '<>=!,';
/** Longest first, since two operators begin with another. */
const BY_LENGTH = OPERATORS.toSorted((a, b) => b.length - a.length);

/** Returns the conditions in a text such as `sodium_mg<140,!iron_mg`, or what is wrong with it. */
export function readConditions(text: string): readonly Condition[] | QueryFault {
  const fault = faultOfLength('where', text);
  if (fault !== undefined) return fault;
  const reader = new Reader(text);
  const conditions: Condition[] = [];
  do {
    if (conditions.length === MAX_CONDITIONS) {
      return badRequest(`\`where\` has more than ${MAX_CONDITIONS} conditions: leave some out`);
    }
    const { at } = reader;
    const condition = readCondition(reader);
    if (condition === undefined || !reader.isAtEndOf(',')) {
      return badRequest(
        `Cannot read ${show(text.slice(at))} in \`where\`: use a column, one of ${OPERATORS.join(' ')} and a value, such as kcal<100, or ! and a column`,
      );
    }
    conditions.push(condition);
  } while (reader.take(','));
  return conditions;
}

/**
 * Returns the order in a text such as `-protein_g` or `protein_g/kcal`, or what is wrong with it.
 */
export function readOrder(text: string): Order | QueryFault {
  const fault = faultOfLength('sort', text);
  if (fault !== undefined) return fault;
  const reader = new Reader(text);
  const isDescending = reader.take('-');
  const column = reader.readUntil('/');
  const isDivided = reader.take('/');
  const divisor = isDivided ? reader.readUntil('/') : '';
  if (column === '' || isDivided === (divisor === '') || !reader.isAtEndOf()) {
    return badRequest(
      `Cannot read ${show(text)} in \`sort\`: use a column, - before it for the largest first, such as -protein_g, or two with / between them`,
    );
  }
  return isDivided ? { column, divisor, isDescending } : { column, isDescending };
}

/** Returns a comma-separated list of texts; `undefined` if it has too many or cannot be read. */
export function readList(text: string, most: number): readonly string[] | undefined {
  const reader = new Reader(text);
  const list: string[] = [];
  do {
    if (list.length === most) return undefined;
    list.push(reader.readUntil(','));
    if (!reader.isAtEndOf(',')) return undefined;
  } while (reader.take(','));
  return list;
}

function readCondition(reader: Reader): Condition | undefined {
  if (reader.take('!')) {
    const column = reader.readUntil(NAME_ENDS);
    return column === '' ? undefined : { column, operator: '!', value: '' };
  }
  const column = reader.readUntil(NAME_ENDS);
  const operator = BY_LENGTH.find((one) => reader.take(one));
  if (column === '' || operator === undefined) return undefined;
  return { column, operator, value: reader.readUntil(',') };
}

function faultOfLength(parameter: string, { length }: string): QueryFault | undefined {
  if (length <= MAX_SELECTION_LENGTH) return undefined;
  return badRequest(
    `\`${parameter}\` has ${length} characters: use at most ${MAX_SELECTION_LENGTH}`,
  );
}

/** Reads a text once, from beginning to end. */
class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
    this.#passSpaces();
  }

  get at(): number {
    return this.#at;
  }

  /** Checks whether the text ends here, or continues with this character. */
  isAtEndOf(character?: string): boolean {
    const next = this.#text[this.#at];
    return next === undefined || next === character;
  }

  /** Skips these characters if they come next. */
  take(characters: string): boolean {
    if (!this.#text.startsWith(characters, this.#at)) return false;
    this.#at += characters.length;
    this.#passSpaces();
    return true;
  }

  /**
   * Reads a quoted text, or everything up to one of these characters, without surrounding spaces.
   */
  readUntil(ends: string): string {
    if (this.#text[this.#at] === '"') return this.#readQuoted();
    const start = this.#at;
    for (let next = this.#text[start]; next !== undefined && !ends.includes(next); ) {
      next = this.#text[++this.#at];
    }
    let end = this.#at;
    while (end > start && this.#text[end - 1] === ' ') end--;
    return this.#text.slice(start, end);
  }

  /** Reads a quoted text. Without a closing quote, nothing is read, so no list item ends here. */
  #readQuoted(): string {
    const start = this.#at;
    for (let end = start + 1; ; end += 2) {
      end = this.#text.indexOf('"', end);
      if (end === -1) break;
      if (this.#text[end + 1] === '"') continue;
      this.#at = end + 1;
      this.#passSpaces();
      return this.#text.slice(start + 1, end).replaceAll('""', '"');
    }
    return '';
  }

  #passSpaces(): void {
    while (this.#text[this.#at] === ' ') this.#at++;
  }
}
