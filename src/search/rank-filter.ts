import type { Piece } from './pieces.ts';
import { RANK_MASK } from './term-index.ts';

/** Lets only the texts of a piece pass, or all. To mark them costs far less than to look at each. */
export class RankFilter {
  /** Per rank, the number of the piece that last marked it. */
  readonly #marks: Uint8Array;
  #current = 0;
  #isOpen = true;

  constructor(rankCount: number) {
    this.#marks = new Uint8Array(rankCount);
  }

  /** From now on only the texts of the piece pass; without one, all do. */
  use(piece: Piece | undefined): void {
    this.#isOpen = piece === undefined;
    if (piece === undefined) return;
    this.#current++;
    if (this.#current > 0xff) {
      this.#marks.fill(0);
      this.#current = 1;
    }
    const { terms, numbers } = piece;
    for (const term of numbers) {
      const end = terms.postingStarts[term + 1] ?? 0;
      for (let i = terms.postingStarts[term] ?? 0; i < end; i++) {
        this.#marks[(terms.postings[i] ?? 0) & RANK_MASK] = this.#current;
      }
    }
  }

  passes(rank: number): boolean {
    return this.#isOpen || this.#marks[rank] === this.#current;
  }
}
