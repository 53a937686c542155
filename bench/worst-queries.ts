import { elementAt } from '../src/search/flat-arrays.ts';
import { seededRandom } from './measure.ts';

/** Queries that somebody might make up to keep a search busy, from the words of a table. */
export class WorstQueries {
  readonly #random: () => number;
  /** Words by how many descriptions have them, the most frequent first. */
  readonly #words: readonly string[];
  readonly #descriptions: readonly string[];

  constructor(descriptions: readonly string[], seed: number) {
    this.#random = seededRandom(seed);
    this.#descriptions = descriptions;
    const counts = new Map<string, number>();
    for (const description of descriptions.slice(0, 100_000)) {
      for (const word of new Set(description.toLowerCase().match(/[\p{L}\p{N}]+/gu))) {
        counts.set(word, (counts.get(word) ?? 0) + 1);
      }
    }
    this.#words = [...counts].sort((a, b) => b[1] - a[1]).map(([word]) => word);
  }

  /** A new query. */
  make(): string {
    const count = this.#pick([1, 2, 3, 5, 10, 16]);
    const separator = this.#pick([' ', ' ', ' ', ', ', ' a ', '']);
    return Array.from({ length: count }, () => this.#piece()).join(separator);
  }

  /** A query that differs a little. */
  change(query: string): string {
    const pieces = query.split(' ');
    const at = this.#number(pieces.length);
    const changes: (() => string)[] = [
      () => [...pieces, this.#piece()].join(' '),
      () => pieces.toSpliced(at, 1, this.#piece()).join(' '),
      () => pieces.toSpliced(at, 1).join(' '),
      () => pieces.toSpliced(at, 1, elementAt(pieces, at).slice(0, -1)).join(' '),
      () => pieces.toSpliced(at, 1, elementAt(pieces, at).slice(1)).join(' '),
      () => query + this.#pick([' ', ',', ', ', '%', 'e', 's', '́', '\u0591']),
      () => this.#pick([' ', ', ', '(', 'a']) + query,
      () => query.repeat(2),
      () => query.slice(0, Math.ceil(query.length / 2)),
      () => `${query} ${this.make()}`,
    ];
    return this.#pick(changes)().slice(0, 9_000) || this.#piece();
  }

  #piece(): string {
    const letters = 'eaionrstlcdhumpgbfkywv0123';
    const letter = () => this.#pick([...letters]);
    const description = () => this.#pick(this.#descriptions);
    return this.#pick([
      letter,
      letter,
      () => letter() + letter(),
      () => letter() + letter() + letter(),
      () => this.#pick(this.#words.slice(0, 20)),
      () => this.#pick(this.#words.slice(0, 300)),
      () => this.#pick(this.#words),
      () => this.#pick(this.#words).slice(0, 2 + this.#number(5)),
      () => this.#pick(this.#words.slice(0, 300)).slice(this.#number(3)),
      () => this.#pick([', ', '. ', '-', "'s", '(', '%', '/', ', r', 'e, ', 's w']),
      description,
      () => description().slice(this.#number(20)),
      () => letter().repeat(1 + this.#number(3_000)),
      () => `${letter()} `.repeat(1 + this.#number(2_000)),
      () => `e${'\u0591\u05b0'.repeat(this.#number(2_000))}`,
      () => '\ufdfa'.repeat(this.#number(300)),
    ])();
  }

  #pick<T>(items: readonly T[]): T {
    const item = items[this.#number(items.length)];
    if (item === undefined) throw new Error('There is nothing to pick from.');
    return item;
  }

  #number(below: number): number {
    return Math.floor(this.#random() * below);
  }
}
