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
