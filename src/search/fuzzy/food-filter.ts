import { numberAt } from '../flat-arrays.ts';
import type { Work } from '../work.ts';
import type { Dictionary } from './dictionary.ts';
import { type FuzzyIndex, polarityOf, SEGMENT_START, WORD_SHIFT } from './fuzzy-index.ts';
import type { QueryWords } from './query-words.ts';
import type { WordForms } from './word-forms.ts';

// Excludes foods by the `-word` and `"phrase"` terms of a fuzzy query.

/** The word IDs of a phrase; -1 for a word that the table lacks. */
type Phrase = readonly number[];

/** Passes only foods that contain every phrase and none of the excluded words. */
export class FoodFilter {
  readonly #index: FuzzyIndex;
  readonly #dictionary: Dictionary;
  readonly #forms: WordForms;
  readonly #work: Work;
  /**
   * For each excluded word ID, which polarities are excluded: foods that state the word, or that
   * negate it.
   */
  #excluded: ReadonlyMap<number, number> = new Map();
  #phrases: readonly Phrase[] = [];

  constructor(index: FuzzyIndex, dictionary: Dictionary, forms: WordForms, work: Work) {
    this.#index = index;
    this.#dictionary = dictionary;
    this.#forms = forms;
    this.#work = work;
  }

  /** Prepares for a query. */
  prepare({ excluded, phrases }: Pick<QueryWords, 'excluded' | 'phrases'>): void {
    const polarities = new Map<number, number>();
    for (const word of excluded) {
      for (const { first, polarity } of this.#forms.of(word, 'word')) {
        polarities.set(first, (polarities.get(first) ?? 0) | polarity);
      }
    }
    this.#excluded = polarities;
    this.#phrases = phrases.map((phrase) => phrase.map((word) => this.#dictionary.find(word)));
  }

  get passesAll(): boolean {
    return this.#excluded.size === 0 && this.#phrases.length === 0;
  }

  passes(rank: number): boolean {
    if (this.passesAll) return true;
    const { tokens, tokenStarts } = this.#index;
    const start = numberAt(tokenStarts, rank);
    const end = numberAt(tokenStarts, rank + 1);
    this.#work.spend((end - start) * (1 + this.#phrases.length));
    for (let i = start; i < end && this.#excluded.size > 0; i++) {
      const token = numberAt(tokens, i);
      const polarities = this.#excluded.get(token >>> WORD_SHIFT);
      if (polarities !== undefined && (polarities & polarityOf(token)) !== 0) return false;
    }
    return this.#phrases.every((phrase) => this.#has(phrase, start, end));
  }

  /** Whether the tokens from `start` to `end` have the phrase, within one segment. */
  #has(phrase: Phrase, start: number, end: number): boolean {
    const { tokens } = this.#index;
    for (let from = start; from + phrase.length <= end; from++) {
      const isHere = phrase.every((word, i) => {
        const token = numberAt(tokens, from + i);
        return word === token >>> WORD_SHIFT && (i === 0 || (token & SEGMENT_START) === 0);
      });
      if (isHere) return true;
    }
    return false;
  }
}
