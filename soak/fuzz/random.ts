import { seededRandom } from '../../bench/measure.ts';
import { elementAt } from '../../src/search/flat-arrays.ts';

/** Choices that are the same in every run with the same seed. */
export class Random {
  /** From 0 to below 1. */
  readonly next: () => number;

  constructor(from: number | (() => number)) {
    // Seeds that are close begin alike.
    this.next = typeof from === 'number' ? seededRandom(Math.imul(from + 1, 0x9e3779b1)) : from;
  }

  /** From `min` to `max`. */
  integer(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** @throws RangeError where there is nothing to choose from */
  pick<T>(among: readonly T[]): T {
    return elementAt(among, this.integer(0, among.length - 1));
  }

  make<T>(makers: readonly (() => T)[]): T {
    return this.pick(makers)();
  }

  /** So many characters with codes from `min` to `max`. */
  text(length: number, min = 0x20, max = 0x7e): string {
    return String.fromCharCode(...Array.from({ length }, () => this.integer(min, max)));
  }

  /** The bytes in one to three pieces, now and then. */
  pieces(bytes: Buffer): Buffer[] {
    if (bytes.length < 3 || this.chance(0.8)) return [bytes];
    const cut = this.integer(1, bytes.length - 2);
    const rest = bytes.subarray(cut);
    const next = this.integer(1, rest.length - 1);
    return [bytes.subarray(0, cut), rest.subarray(0, next), rest.subarray(next)];
  }
}
