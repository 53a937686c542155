import { seededRandom } from '../../bench/measure.ts';
import { elementAt } from '../../src/search/flat-arrays.ts';

/** Makes random choices that are the same in every run with the same seed. */
export class Random {
  /** Returns a number from 0 to 1, excluding 1. */
  readonly next: () => number;

  constructor(from: number | (() => number)) {
    // Otherwise, seeds that are close together would give similar first numbers.
    this.next = typeof from === 'number' ? seededRandom(Math.imul(from + 1, 0x9e3779b1)) : from;
  }

  /** Returns an integer from `min` to `max`, inclusive. */
  integer(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** @throws RangeError if there is nothing to choose from */
  pick<T>(among: readonly T[]): T {
    return elementAt(among, this.integer(0, among.length - 1));
  }

  make<T>(makers: readonly (() => T)[]): T {
    return this.pick(makers)();
  }

  text(length: number, min = 0x20, max = 0x7e): string {
    return String.fromCharCode(...Array.from({ length }, () => this.integer(min, max)));
  }

  /** Returns the bytes in one piece, or sometimes in three. */
  pieces(bytes: Buffer): Buffer[] {
    if (bytes.length < 3 || this.chance(0.8)) return [bytes];
    const cut = this.integer(1, bytes.length - 2);
    const rest = bytes.subarray(cut);
    const next = this.integer(1, rest.length - 1);
    return [bytes.subarray(0, cut), rest.subarray(0, next), rest.subarray(next)];
  }
}
