import { isRecord, type Json, scalar, TABLE_NAME } from '../record-source.ts';
import { basisIn, isAmountName, isFoodName } from '../table/column-names.ts';

// Splits a JSON list into its elements while reading it. Limits their size, and reports errors in
// the JSON.

const [QUOTE, COMMA, BACKSLASH] = [0x22, 0x2c, 0x5c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * The longest value or line that is read, in bytes: 16 MiB. Parsing takes about ten times as much
 * memory.
 */
export const MAX_JSON_BYTES = 2 ** 24;
/**
 * The maximum number of members and elements of a value. Many small ones would take much memory.
 */
const MAX_PARTS = 200_000;
/** The deepest nesting of brackets. No table comes close. */
const MAX_OPEN_BRACKETS = 100_000;

/**
 * Splits JSON text into the values of its list and parses each separately, four times as fast as a
 * character-by-character parser. The list is the whole text or a member of its object. Maps of
 * lists, such as `{"chains": {"A": […]}}`, count too.
 *
 * @throws SyntaxError if the text is not JSON
 */
export class JsonElements {
  readonly #onElement: (value: unknown) => void;
  readonly #onText: OnText;
  /** Open brackets and braces, innermost last. */
  readonly #open: number[] = [];
  #isInString = false;
  #isEscaped = false;
  #isEnded = false;
  /** Whether the current member of the object is a list, whose values are taken. */
  #isList = false;
  /** Where the current value or member begins in this chunk, and its parts from earlier chunks. */
  #start = 0;
  #earlier: Buffer[] = [];
  #earlierBytes = 0;
  #parts = 0;
  /** The name of the list, if it is a list of dishes or meals. */
  #table: string | undefined;

  /** @param onText - called with the strings outside the list */
  constructor(onElement: (value: unknown) => void, onText: OnText = () => {}) {
    this.#onElement = onElement;
    this.#onText = onText;
  }

  write(chunk: Buffer): void {
    this.#start = 0;
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at];
      if (this.#isInString) this.#inString(byte);
      else if (byte === QUOTE) this.#isInString = true;
      else if (byte === COMMA) this.#cut(chunk, at);
      else if (byte === OPEN_OBJECT || byte === OPEN_LIST) this.#opened(byte, chunk, at);
      else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) this.#closed(byte, chunk, at);
    }
    this.#earlier.push(chunk.subarray(this.#start));
    this.#earlierBytes += chunk.length - this.#start;
    if (this.#earlierBytes > MAX_JSON_BYTES) throw new SyntaxError('a value is over 16 MiB');
  }

  end(): void {
    const rest = Buffer.concat(this.#earlier).toString().trim();
    if (!this.#isEnded || rest !== '') throw new SyntaxError('incomplete JSON, or text after it');
  }

  #inString(byte: number | undefined): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (byte === BACKSLASH) this.#isEscaped = true;
    else if (byte === QUOTE) this.#isInString = false;
  }

  /**
   * Whether values at this depth, which are elements of the list or members of the object, are
   * taken.
   */
  get #isAtValue(): boolean {
    return this.#open.length === (this.#isList ? 2 : 1);
  }

  #opened(byte: number, chunk: Buffer, at: number): void {
    if (this.#isEnded) throw new SyntaxError('text after the end');
    if (this.#open.push(byte) > MAX_OPEN_BRACKETS) throw new SyntaxError('too many open brackets');
    const isRoot = this.#open.length === 1;
    const isMemberList =
      this.#open.length === 2 && byte === OPEN_LIST && this.#open[0] === OPEN_OBJECT;
    if (isMemberList) {
      this.#isList = true;
      this.#table = DISHES_NAME.exec(chunk.toString('utf8', Math.max(0, at - 50), at))?.[1];
    }
    if (isRoot || isMemberList) this.#begin(at + 1);
  }

  #closed(byte: number, chunk: Buffer, at: number): void {
    const open = this.#open.at(-1);
    if (open !== (byte === CLOSE_LIST ? OPEN_LIST : OPEN_OBJECT)) {
      throw new SyntaxError('brackets that do not match');
    }
    if (this.#isAtValue) this.#emitValue(chunk, at, true);
    this.#open.pop();
    // The text between the end of a list and the next member is not a value.
    if (this.#open.length === 1 && this.#isList) this.#begin(at + 1);
    if (this.#open.length > 0) return;
    this.#isEnded = true;
    this.#begin(at + 1);
  }

  #cut(chunk: Buffer, at: number): void {
    if (this.#isList && this.#open.length === 1) {
      this.#isList = false;
      this.#begin(at + 1);
    } else if (this.#isAtValue) {
      this.#emitValue(chunk, at, false);
      this.#begin(at + 1);
    } else {
      this.#parts += 1;
      if (this.#parts > MAX_PARTS) throw new SyntaxError('a value has more than 200,000 parts');
    }
  }

  #begin(at: number): void {
    this.#parts = 0;
    this.#start = at;
    this.#earlier = [];
    this.#earlierBytes = 0;
  }

  /** Takes the value or member that ends here. There is none in an empty list. */
  #emitValue(chunk: Buffer, end: number, isLast: boolean): void {
    const part = chunk.subarray(this.#start, end);
    const bytes = this.#earlier.length === 0 ? part : Buffer.concat([...this.#earlier, part]);
    const text = bytes.toString();
    if (isLast && text.trim() === '') return;
    if (this.#isList || this.#open[0] === OPEN_LIST) {
      const value: unknown = JSON.parse(text);
      const table = isRecord(value) && this.#table;
      this.#onElement(table ? { ...value, [TABLE_NAME]: table } : value);
    } else
      for (const [name, value] of Object.entries(JSON.parse(`{${text}}`)))
        this.#member(name, value);
  }

  /**
   * Takes the objects inside a member that is an object. Each object in a list there gets a member
   * that names the list, such as `chain: "A"`.
   */
  #member(name: string, value: unknown): void {
    if (typeof value === 'string') this.#onText(`${name}: ${value}`);
    if (!isRecord(value)) return;
    // An Open Food Facts response for one product.
    if (name === 'product') this.#onElement(value);
    else this.#group(name, value);
  }

  #group(name: string, value: Json): void {
    const group = name.replace(/s$/, '');
    const isFood = isOneFood(value);
    const isItem = itemTest(value);
    const withName = areAlike(value) ? named : (_: string, inner: Json) => inner;
    if (isFood) this.#onElement(named(name, value));
    for (const [key, inner] of Object.entries(value)) {
      if (isRecord(inner) && !isFood) this.#onElement(withName(key, inner));
      if (typeof inner === 'string' && !isFood) this.#onText(`${key}: ${inner}`);
      for (const item of itemsOf(inner, isItem))
        this.#onElement(isRecord(item) ? { [group]: key, ...item } : item);
    }
  }
}

/**
 * Returns a test that distinguishes foods in an object's lists from the tags and portions of a
 * food.
 */
function itemTest(owner: Json): (item: unknown) => boolean {
  if (!isOneFood(owner)) return () => true;
  const amountsOf = (food: Json) => Object.keys(food).filter(isAmountName).length;
  // If the owner has amounts, it may be a food, or a day with totals. Its foods must then have
  // amounts.
  if (amountsOf(owner) === 0) return hasName;
  return (item) => isRecord(item) && hasName(item) && amountsOf(item) > 1;
}

function itemsOf(member: unknown, isItem: (item: unknown) => boolean): readonly unknown[] {
  return Array.isArray(member) ? member.filter(isItem) : [];
}

/** Matches the name before a list of dishes or meals. */
const DISHES_NAME = /"([^"]*(?:recipe|rezept|recette|receta|meal|diary|log)[^"]*)"\s*:\s*$/i;

/** Called with a string outside of records and its name: `per: serving`. */
export type OnText = (text: string) => void;

/** Matches the amount of a nutrient, as a number or a text. */
const MEMBER_AMOUNT = /^-?\d[\d.,]*(?:e-\d+)?\s?(?:k?cal|kj|[mµ]?g)?$/i;

/** Checks whether an object is a food: several amounts (`5`, `"5.2 g"`), or a `per_100g`. */
function isOneFood(value: Json): boolean {
  const numbers = Object.values(value).filter((inner) => MEMBER_AMOUNT.test(`${scalar(inner)}`));
  return numbers.length > 1 || Object.keys(value).some((key) => basisIn(key) !== undefined);
}

/**
 * Checks whether all members are objects that begin with the same member, as if names were mapped
 * to foods.
 */
function areAlike(value: Json): boolean {
  const first = Object.values(value).map((inner) => isRecord(inner) && Object.keys(inner)[0]);
  return first.length > 1 && first.every((key) => key === first[0]);
}

function hasName(value: unknown): boolean {
  return isRecord(value) && Object.keys(value).some(isFoodName);
}

/** Names a food that has no name by its key: `{"Egg": {"kcal": 143, "protein": 12.6}}`. */
function named(name: string, food: Json): Json {
  return hasName(food) || /^(?:\P{L}*$|nutri|macros?$)/iu.test(name) ? food : { name, ...food };
}
