import { hash, randomBytes } from 'node:crypto';

// Counts the requests of each caller over all threads: how many callers at a time; rate-limit.ts
// has the window and the answer.

/** Callers that are counted at a time: 512 KiB. */
const CALLERS = 2 ** 15;
/** A caller is counted in one of this many places, by its hash. */
const BUCKET = 8;
/** The id of a caller, and its window: when it began, and the requests in it. */
const CALLER_WORDS = 2;
/** Comes before the callers: what the hash begins with. */
const SALT_WORDS = 2;

const NO_CALLER = 0n;
const COUNT_BITS = 32n;
const COUNT_MASK = 2n ** COUNT_BITS - 1n;

/** A caller's requests in its window. */
export interface RateCount {
  readonly count: number;
  /** Until the window ends. */
  readonly remainingMs: number;
}

/** Memory for {@link RateCounts} that all threads can share. */
export function createSharedCounts(): SharedArrayBuffer {
  const bytes = (SALT_WORDS + CALLERS * CALLER_WORDS) * BigUint64Array.BYTES_PER_ELEMENT;
  const memory = new SharedArrayBuffer(bytes);
  // Nobody can look for addresses that share a bucket with another's.
  new Uint8Array(memory).set(randomBytes(SALT_WORDS * BigUint64Array.BYTES_PER_ELEMENT));
  return memory;
}

/**
 * Counts the requests of each caller over all threads, in windows that begin with its first request.
 * A table of fixed size without locks, so that a thread that ends at any moment holds up nobody. Where
 * a bucket is full of callers whose windows last, the one with the fewest requests is forgotten: one
 * that is at its limit stays there while others come and go.
 */
export class RateCounts {
  readonly #words: BigUint64Array;
  readonly #salt: string;
  readonly #windowSeconds: number;

  /** @param memory as {@link createSharedCounts} makes it */
  constructor(memory: SharedArrayBuffer, windowSeconds: number) {
    this.#words = new BigUint64Array(memory);
    this.#salt = `${this.#words[0]}-${this.#words[1]}-`;
    this.#windowSeconds = windowSeconds;
  }

  /**
   * Counts a request.
   *
   * @param nowMs a clock that never goes back and is the same for all threads
   */
  count(caller: string, nowMs = Number(process.hrtime.bigint() / 1_000_000n)): RateCount {
    const digest = hash('sha256', this.#salt + caller, 'buffer');
    const bucket = digest.readUInt32LE(0) % (CALLERS / BUCKET);
    const id = digest.readBigUInt64LE(8) | 1n;
    const nowSeconds = Math.floor(nowMs / 1_000);
    for (;;) {
      const at = this.#placeOf(id, bucket, nowSeconds);
      const window = Atomics.load(this.#words, at + 1);
      const next = this.#isOver(window, nowSeconds) ? startedAt(nowSeconds) : window + 1n;
      if (Atomics.compareExchange(this.#words, at + 1, window, next) !== window) continue;
      const endMs = (secondsOf(next) + this.#windowSeconds) * 1_000;
      return { count: Number(next & COUNT_MASK), remainingMs: endMs - nowMs };
    }
  }

  /** Where this caller is counted. Where it is not yet, it takes a place. */
  #placeOf(id: bigint, bucket: number, nowSeconds: number): number {
    const first = SALT_WORDS + bucket * BUCKET * CALLER_WORDS;
    for (;;) {
      let place = first;
      let holder = NO_CALLER;
      let held = NO_CALLER;
      let fewest = COUNT_MASK + 1n;
      for (let at = first; at < first + BUCKET * CALLER_WORDS; at += CALLER_WORDS) {
        const other = Atomics.load(this.#words, at);
        if (other === id) return at;
        const window = Atomics.load(this.#words, at + 1);
        const count = this.#isOver(window, nowSeconds) ? 0n : window & COUNT_MASK;
        if (count >= fewest) continue;
        [place, holder, held, fewest] = [at, other, window, count];
      }
      // Another thread may have been faster, perhaps for the same caller.
      if (Atomics.compareExchange(this.#words, place, holder, id) !== holder) continue;
      // What its holder counted ends here, unless another thread has counted on already.
      Atomics.compareExchange(this.#words, place + 1, held, NO_CALLER);
      return place;
    }
  }

  #isOver(window: bigint, nowSeconds: number): boolean {
    return (
      (window & COUNT_MASK) === NO_CALLER || nowSeconds >= secondsOf(window) + this.#windowSeconds
    );
  }
}

function startedAt(seconds: number): bigint {
  return (BigInt(seconds) << COUNT_BITS) | 1n;
}

function secondsOf(window: bigint): number {
  return Number(window >> COUNT_BITS);
}
