import type { EncodedAnswer } from '../food-catalog.ts';

// Caches recent answers: which ones are evicted when there are too many, and how many bytes each
// counts for.

/**
 * The share of the limit that is still used after an eviction. Evicting in batches is cheaper,
 * since finding a map's first entry means skipping the slots of deleted ones.
 */
const KEPT_SHARE = 31 / 32;

/**
 * Caches the most recent answers, up to a number of bytes: people type the same words, and each
 * word letter by letter.
 */
export class RecentAnswers {
  /** Least recently used first: a map keeps insertion order. */
  readonly #answers = new Map<string, EncodedAnswer>();
  readonly #mostBytes: number;
  #bytes = 0;

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  get(key: string): EncodedAnswer | undefined {
    const answer = this.#answers.get(key);
    if (answer !== undefined) {
      this.#answers.delete(key);
      this.#answers.set(key, answer);
    }
    return answer;
  }

  /**
   * Adds an answer that is not stored yet, and evicts the least recently used ones if there are too
   * many bytes.
   */
  add(key: string, answer: EncodedAnswer): void {
    this.#answers.set(key, answer);
    this.#bytes += sizeOf(key, answer);
    if (this.#bytes > this.#mostBytes) this.#makeRoom();
  }

  #makeRoom(): void {
    for (const [oldKey, oldAnswer] of this.#answers) {
      if (this.#bytes <= this.#mostBytes * KEPT_SHARE) return;
      this.#answers.delete(oldKey);
      this.#bytes -= sizeOf(oldKey, oldAnswer);
    }
  }
}

/**
 * Returns how many bytes an answer counts for. Long queries cost memory even if nothing matches.
 */
function sizeOf(key: string, { body, interpretation }: EncodedAnswer): number {
  const own = interpretation === undefined ? ENTRY_BYTES : ENTRY_BYTES + INTERPRETATION_BYTES;
  return 2 * key.length + body.length + own;
}

/** The approximate size of a map entry, a string and a view, besides their contents. */
const ENTRY_BYTES = 200;
/** The approximate size of an interpretation. */
const INTERPRETATION_BYTES = 1_000;
