import type { EncodedAnswer } from '../food-catalog.ts';

// Which remembered answers go when there are too many; what each counts in bytes.

/**
 * What is kept where there are too many: some go at a time, since a map passes over the places of
 * hundreds of deleted entries before it comes to its first.
 */
const KEPT_SHARE = 31 / 32;

/**
 * The answers given last, up to a number of bytes: people type the same words, and each of them
 * letter by letter.
 */
export class RecentAnswers {
  /** In the order they were last asked for: a map keeps the order of insertion. */
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

  /** Adds an answer that is not stored yet, and evicts the least recently used ones. */
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

/** A long query costs memory too, even where nothing matches. */
function sizeOf(key: string, { body, interpretation }: EncodedAnswer): number {
  const own = interpretation === undefined ? ENTRY_BYTES : ENTRY_BYTES + INTERPRETATION_BYTES;
  return 2 * key.length + body.length + own;
}

/** About what a map entry, a string and a view take besides their contents. */
const ENTRY_BYTES = 200;
/** About what an interpretation takes. */
const INTERPRETATION_BYTES = 1_000;
