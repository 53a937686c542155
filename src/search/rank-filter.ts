import { numberAt } from './flat-arrays.ts';
import type { Piece } from './pieces.ts';
import { TEXT_RANK_MASK } from './term-index.ts';
import type { Work } from './work.ts';

// Lets only the texts of a piece pass, which costs less than looking at them.

/** Lets only the texts of a piece pass, or all. Marking a text costs far less than looking at it. */
export class RankFilter {
  readonly #work: Work;
  /** Per rank, the number of the piece that last marked it. */
  readonly #marks: Uint8Array;
  #current = 0;
  #passesAll = true;

  constructor(rankCount: number, work: Work) {
    this.#work = work;
    this.#marks = new Uint8Array(rankCount);
  }

  /** From now on only the texts of the piece pass; without a piece, all do. */
  use(piece: Piece | undefined): void {
    this.#passesAll = piece === undefined;
    if (piece === undefined) return;
    this.#current++;
    if (this.#current > 0xff) {
      this.#marks.fill(0);
      this.#current = 1;
    }
    const { postings, postingStarts } = piece.terms;
    for (const term of piece.numbers) {
      const [start, end] = [numberAt(postingStarts, term), numberAt(postingStarts, term + 1)];
      this.#work.spend(end - start);
      for (let i = start; i < end; i++) {
        this.#marks[numberAt(postings, i) & TEXT_RANK_MASK] = this.#current;
      }
    }
  }

  passes(rank: number): boolean {
    return this.#passesAll || this.#marks[rank] === this.#current;
  }
}
