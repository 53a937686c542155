import { fold } from '../search/fold.ts';

// Counts searches that found nothing. Limits the number of reported queries and their length.

/** Searches that found nothing, so that the owner of a table can add what people look for. */
export interface Misses {
  /** The number of all such searches, including those whose text was too long or was evicted. */
  readonly total: number;
  /** Folded search text, most frequent first. */
  readonly texts: readonly { readonly text: string; readonly count: number }[];
}

/** How many queries are reported. Twice as many are counted before the rarest are evicted. */
const MAX_MISSES = 1_000;

/**
 * The length up to which queries are kept. Longer ones were probably pasted, not typed, and are
 * only counted.
 */
const MAX_KEPT_LENGTH = 100;

/** Counts searches by their folded text, in bounded memory. */
export class MissCounts {
  #counts = new Map<string, number>();
  #total = 0;

  /** Counts one search that found nothing. */
  add(text: string): void {
    this.#total += 1;
    if (text.length > MAX_KEPT_LENGTH) return;
    const folded = fold(text).trim();
    if (folded !== '') this.#count(folded, 1);
  }

  /** Adds counts from elsewhere, such as another thread. */
  addAll({ total, texts }: Misses): void {
    this.#total += total;
    for (const { text, count } of texts) this.#count(text, count);
  }

  get summary(): Misses {
    return { total: this.#total, texts: this.#mostFrequent() };
  }

  #count(text: string, count: number): void {
    this.#counts.set(text, (this.#counts.get(text) ?? 0) + count);
    if (this.#counts.size < 2 * MAX_MISSES) return;
    this.#counts = new Map(this.#mostFrequent().map((one) => [one.text, one.count]));
  }

  #mostFrequent(): { text: string; count: number }[] {
    return Array.from(this.#counts, ([text, count]) => ({ text, count }))
      .sort((a, b) => b.count - a.count || (a.text < b.text ? -1 : 1))
      .slice(0, MAX_MISSES);
  }
}
