// Counts the steps of computing what an expression lets in, and gives up where there are too many.

/** The language of an expression is not computed: it would take too long. */
export class NotComputed extends Error {}

/** Counts the steps of all parts of a computation together, and gives up where there are too many. */
export class Work {
  readonly #most: number;
  /** Nodes and edges that were looked at so far. */
  #steps = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** @throws NotComputed where these are too many */
  add(steps: number): void {
    this.#steps += steps;
    if (this.#steps > this.#most) throw new NotComputed();
  }
}
