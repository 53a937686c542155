// A list of numbers of nodes, each once.

/** Numbers of nodes, each once. A list is used again and again, since to make new ones is slow. */
export class NodeList {
  readonly nodes: Uint16Array;
  length = 0;
  /** Node → the last round in which it was added. */
  readonly #added: Uint32Array;
  #round = 0;

  constructor(size: number) {
    this.nodes = new Uint16Array(size);
    this.#added = new Uint32Array(size);
  }

  /** @throws RangeError where it has no such place: a bug */
  at(place: number): number {
    return cellOf(this.nodes, place);
  }

  clear(): void {
    this.length = 0;
    this.#round += 1;
  }

  has(node: number): boolean {
    return this.#added[node] === this.#round;
  }

  add(node: number): void {
    if (this.#added[node] === this.#round) return;
    this.#added[node] = this.#round;
    this.nodes[this.length++] = node;
  }
}

/**
 * The number at an index that must exist.
 *
 * @throws RangeError for any other index: a bug, not a fault of an expression
 */
export function cellOf(numbers: Uint16Array | Uint32Array, index: number): number {
  const number = numbers[index];
  if (number === undefined)
    throw new RangeError(`Index ${index} is outside of ${numbers.length} numbers`);
  return number;
}
