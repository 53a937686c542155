import { byteAt, numberAt, sharedNumbers } from './flat-arrays.ts';
import { postingCount, type TermIndex } from './term-index.ts';

// Estimates what a search for a word of one or two letters costs.

/**
 * For each run of one or two bytes, the number of postings of the terms that contain it: what it costs
 * to read all texts with so short a word. The grams do not list all these terms, so their postings are
 * counted when the index is built.
 */
export function countShortWords(terms: TermIndex): Uint32Array {
  const { bytes, starts, firstRanks } = terms;
  const counts = sharedNumbers(RUNS);
  /** Per run, the last term that contains it, plus one: a term that has it twice counts once. */
  const lastTerms = new Uint32Array(RUNS);
  const add = (run: number, term: number) => {
    if (lastTerms[run] === term + 1) return;
    lastTerms[run] = term + 1;
    counts[run] = numberAt(counts, run) + postingCount(terms, term);
  };
  for (let term = 0; term < firstRanks.length; term++) {
    const [start, end] = [numberAt(starts, term), numberAt(starts, term + 1)];
    for (let at = start; at < end; at++) {
      add(byteAt(bytes, at), term);
      if (at + 1 < end) add(runOf(byteAt(bytes, at), byteAt(bytes, at + 1)), term);
    }
  }
  return counts;
}

/** What {@link countShortWords} counted for a word of one or two bytes. */
export function countOfShortWord(counts: Uint32Array, [first = 0, second]: Uint8Array): number {
  return numberAt(counts, second === undefined ? first : runOf(first, second));
}

/** All runs of one byte, then all of two. */
const RUNS = 0x10100;

function runOf(first: number, second: number): number {
  return 0x100 + ((first << 8) | second);
}
