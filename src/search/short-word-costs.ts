import { postingCount, type TermIndex } from './term-index.ts';

/**
 * What it costs to go through the texts that hold a word of one or two bytes. The grams do not list
 * its terms, so the dictionary is gone through once beforehand and each such run of bytes told how
 * many postings its terms have.
 */
export class ShortWordCosts {
  /** Of one byte, then of two; where a term holds a run twice, it counts once. */
  readonly #postings = new Float64Array(RUNS);

  constructor(terms: TermIndex) {
    const { bytes, starts, firstRanks } = terms;
    /** Per run, the last term that holds it, plus one. */
    const lastTerms = new Uint32Array(RUNS);
    const add = (run: number, term: number) => {
      if (lastTerms[run] === term + 1) return;
      lastTerms[run] = term + 1;
      this.#postings[run] = (this.#postings[run] ?? 0) + postingCount(terms, term);
    };
    for (let term = 0; term < firstRanks.length; term++) {
      const [start, end] = [starts[term] ?? 0, starts[term + 1] ?? 0];
      for (let at = start; at < end; at++) {
        add(runOf(bytes[at]), term);
        if (at + 1 < end) add(runOf(bytes[at], bytes[at + 1]), term);
      }
    }
  }

  /** The number of postings of the terms that hold the word. */
  costOf([first, second]: Uint8Array): number {
    return this.#postings[runOf(first, second)] ?? 0;
  }
}

const RUNS = 0x10100;

function runOf(first = 0, second?: number): number {
  return second === undefined ? first : 0x100 + ((first << 8) | second);
}
