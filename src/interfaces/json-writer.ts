import { nextTurn } from '../meal/meal.ts';

// Assembles the JSON of long answers; how many foods are written before other events run.

const FIRST_SIZE = 2 ** 14;
/** From this length in bytes on, native copies are faster. */
const SHORT = 16;
const [OPEN_OBJECT, OPEN_LIST, COMMA] = [0x7b, 0x5b, 0x2c];

/** Collects JSON as bytes: as strings, a page of foods would take several times as long. */
export class JsonWriter {
  #bytes = Buffer.allocUnsafe(FIRST_SIZE);
  #length = 0;

  add(json: string): void {
    this.#makeRoom(Buffer.byteLength(json));
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

  addNumber(number: number): void {
    const json = String(number);
    this.#makeRoom(json.length);
    for (let i = 0; i < json.length; i++) this.#bytes[this.#length++] = json.charCodeAt(i);
  }

  /** Appends bytes in a loop, which is faster than a native call if they are few. */
  copyShort(source: Uint8Array, start: number, end: number): void {
    this.#makeRoom(end - start);
    for (let at = start; at < end; at++) this.#bytes[this.#length++] = inBounds(source[at]);
  }

  /** Appends a comma, unless the next member or element is the first. */
  separate(): void {
    const last = this.#bytes[this.#length - 1];
    if (last === OPEN_OBJECT || last === OPEN_LIST) return;
    this.#makeRoom(1);
    this.#bytes[this.#length++] = COMMA;
  }

  finish(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  #makeRoom(count: number): void {
    if (this.#length + count <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(2 * this.#length + count);
    larger.set(this.finish());
    this.#bytes = larger;
  }
}

/**
 * Returns an element that must exist.
 *
 * @throws RangeError if it does not: a bug, not the caller's fault
 */
export function inBounds(element: number | undefined): number {
  if (element === undefined) throw new RangeError('There is no such element');
  return element;
}

/** Returns the JSON of an object up to the value of a further member. */
export function beforeMember(head: object, name: string): string {
  const start = JSON.stringify(head).slice(0, -1);
  return `${start}${start === '{' ? '' : ','}${JSON.stringify(name)}:`;
}

/** How many foods are written before other events run. */
const FOODS_AT_ONCE = 20;

/** Writes a list of foods as JSON, each as `write` does, between two other pieces of JSON. */
export async function writeFoods<Food>(
  foods: readonly Food[],
  write: (food: Food, to: JsonWriter) => void,
  { before, after } = { before: '', after: '' },
): Promise<Uint8Array> {
  const to = new JsonWriter();
  to.add(`${before}[`);
  for (const [i, food] of foods.entries()) {
    if (i > 0 && i % FOODS_AT_ONCE === 0) await nextTurn();
    to.separate();
    write(food, to);
  }
  to.add(`]${after}`);
  return to.finish();
}
