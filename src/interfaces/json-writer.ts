import { nextTurn } from '../meal/meal.ts';

// Assembles the JSON of long responses. Decides how often this yields to the event loop.

const FIRST_SIZE = 2 ** 14;
/** The maximum number of bytes that a UTF-16 unit takes in UTF-8. */
const MAX_UTF8_BYTES = 3;
/** Native copies are faster than loops for this many bytes or more. */
const SHORT = 16;
/** The brackets of a list, and of an object. */
export const [LIST, OBJECT] = ['[]', '{}'];

/** The largest buffer that is kept for the next response. */
const MAX_SPARE_SIZE = 2 ** 21;
/** The buffer for the next response. Allocating another would take half as long as the writing. */
let spare: Buffer | undefined;

/** Collects JSON as bytes: as strings, a page of foods would take several times as long. */
export class JsonWriter {
  #bytes = spare ?? Buffer.allocUnsafe(FIRST_SIZE);
  #length = 0;

  constructor() {
    spare = undefined;
  }

  add(json: string): void {
    // Counting the bytes first would take as long as writing them.
    this.#makeRoom(MAX_UTF8_BYTES * json.length);
    this.#length += this.#bytes.write(json, this.#length);
  }

  addBytes(json: Uint8Array): void {
    if (json.length < SHORT) this.copyShort(json, 0, json.length);
    else {
      this.#makeRoom(json.length);
      this.#bytes.set(json, this.#length);
      this.#length += json.length;
    }
  }

  /** Appends short ASCII text in a loop, which is faster than a native call. */
  addShort(json: string): void {
    this.#makeRoom(json.length);
    for (let i = 0; i < json.length; i++) this.#bytes[this.#length++] = json.charCodeAt(i);
  }

  /** Appends a few bytes in a loop, which is faster than a native call. */
  copyShort(source: Uint8Array, start: number, end: number): void {
    this.#makeRoom(end - start);
    for (let at = start; at < end; at++) this.#bytes[this.#length++] = inBounds(source[at]);
  }

  /** Appends a list or an object whose elements or members all begin with a comma. */
  enclose(brackets: string, write: () => void): void {
    const start = this.#length;
    write();
    this.#makeRoom(2);
    // The opening bracket replaces the first comma.
    if (this.#length === start) this.#length++;
    this.#bytes[start] = brackets.charCodeAt(0);
    this.#bytes[this.#length++] = brackets.charCodeAt(1);
  }

  /** Returns the JSON. Nothing may be written afterward. */
  finish(): Uint8Array {
    const json = Buffer.from(this.#bytes.subarray(0, this.#length));
    if (this.#bytes.length <= MAX_SPARE_SIZE) spare = this.#bytes;
    return json;
  }

  #makeRoom(count: number): void {
    if (this.#length + count <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(2 * this.#length + count);
    this.#bytes.copy(larger);
    this.#bytes = larger;
  }
}

/**
 * Returns an element that must exist.
 *
 * @throws RangeError if it does not: a bug, not bad input
 */
export function inBounds<T>(element: T | undefined): T {
  if (element === undefined) throw new RangeError('There is no such element');
  return element;
}

/** Returns the JSON of an object with one more member, up to that member's value. */
export function beforeMember(head: object, name: string): string {
  const start = JSON.stringify(head).slice(0, -1);
  return `${start}${start === '{' ? '' : ','}${JSON.stringify(name)}:`;
}

/** How many foods are written before yielding to the event loop. */
const FOODS_AT_ONCE = 40;

/** Writes a list of foods as JSON, each with `write`, between two other pieces of JSON. */
export async function writeFoods<Food>(
  foods: readonly Food[],
  write: (food: Food, to: JsonWriter) => void,
  { before, after } = { before: '', after: '' },
): Promise<Uint8Array> {
  const to = new JsonWriter();
  to.add(before);
  to.add('[');
  for (const [i, food] of foods.entries()) {
    if (i > 0 && i % FOODS_AT_ONCE === 0) await nextTurn();
    if (i > 0) to.addShort(',');
    write(food, to);
  }
  to.add(`]${after}`);
  return to.finish();
}
