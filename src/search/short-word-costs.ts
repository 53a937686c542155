import { byteAt, numberAt } from './flat-arrays.ts';
import { postingCount, type TermIndex } from './term-index.ts';

/**
 * What it costs to read all postings of the terms that contain a word of one or two bytes. The grams
 * do not list all these terms, so their postings are counted once, when a searcher is made.
 */
export class ShortWordCosts {
  /** Of one byte, then of two; a term that contains a run twice counts once. */
  readonly #postings = new Float64Array(RUNS);

  constructor(terms: TermIndex) {
    const { bytes, starts, firstRanks } = terms;
    /** Per run, the last term that contains it, plus one. */
    const lastTerms = new Uint32Array(RUNS);
    const add = (run: number, term: number) => {
      if (lastTerms[run] === term + 1) return;
      lastTerms[run] = term + 1;
      this.#postings[run] = this.#countOf(run) + postingCount(terms, term);
    };
    for (let term = 0; term < firstRanks.length; term++) {
      const [start, end] = [numberAt(starts, term), numberAt(starts, term + 1)];
      for (let at = start; at < end; at++) {
        add(byteAt(bytes, at), term);
        if (at + 1 < end) add(runOf(byteAt(bytes, at), byteAt(bytes, at + 1)), term);
      }
    }
  }

  /** The number of postings of the terms that contain the word. */
  costOf([first = 0, second]: Uint8Array): number {
    return this.#countOf(second === undefined ? first : runOf(first, second));
  }

  #countOf(run: number): number {
    return this.#postings[run] ?? 0;
  }
}

/** All runs of one byte, then all of two. */
const RUNS = 0x10100;

function runOf(first: number, second: number): number {
  return 0x100 + ((first << 8) | second);
}
