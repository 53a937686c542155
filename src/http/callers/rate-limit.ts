import { hash, randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { errorBody, exposeRetryHeaders } from '../errors.ts';
import { callerOf } from './caller.ts';

// Limits requests per caller per minute, counted across all threads for a limited number of
// callers. Sends the headers `RateLimit-…` and `Retry-After`, and the 429.

/** How many requests each caller may make, and where they are counted. */
export interface RateLimit {
  readonly perMinute: number;
  /** The memory created by `createSharedCounts`, which all threads share. */
  readonly counts: SharedArrayBuffer;
}

const WINDOW_SECONDS = 60;

/**
 * Limits how many requests under the prefix of `app` each caller may make per minute. Prefixes with
 * the same memory share the count. A 429 has the headers of all hooks added before, such as CORS.
 */
export function limitRate(app: FastifyInstance, { perMinute, counts: memory }: RateLimit): void {
  const counts = new RateCounts(memory);
  app.decorateRequest('countMore', function countMore(requests) {
    for (let i = 0; i < requests; i++) counts.count(callerOf(this));
  });
  app.addHook('onRequest', (request, reply, done) => {
    const { count, remainingMs } = counts.count(callerOf(request));
    const seconds = Math.ceil(remainingMs / 1_000);
    // As in draft-ietf-httpapi-ratelimit-headers.
    reply.header('ratelimit-limit', perMinute).header('ratelimit-reset', seconds);
    reply.header('ratelimit-remaining', Math.max(0, perMinute - count));
    if (count <= perMinute) {
      done();
      return;
    }
    const message = `More than ${perMinute} ${perMinute === 1 ? 'request' : 'requests'} in a minute: try again in ${seconds} s`;
    const { limitBody = errorBody } = request.routeOptions.config.route ?? {};
    reply.code(429).header('retry-after', seconds);
    exposeRetryHeaders(reply);
    reply.send(limitBody(message));
  });
}

/** How many callers are tracked at a time; they take 512 KiB. */
const MAX_CALLERS = 2 ** 15;
/** How many slots a bucket has. A caller's bucket is chosen by its hash. */
const BUCKET_SLOTS = 8;
/**
 * How many words a slot has: one for the caller's ID, one for the start of its window and its
 * number of requests.
 */
const SLOT_WORDS = 2;
/** How many words precede the slots: they hold the seed of the hash. */
const SALT_WORDS = 2;

const EMPTY_SLOT = 0n;
const COUNT_BITS = 32n;
const COUNT_MASK = 2n ** COUNT_BITS - 1n;

/** Creates the memory for {@link RateCounts} that all threads share. */
export function createSharedCounts(): SharedArrayBuffer {
  const bytes = (SALT_WORDS + MAX_CALLERS * SLOT_WORDS) * BigUint64Array.BYTES_PER_ELEMENT;
  const memory = new SharedArrayBuffer(bytes);
  // The seed is random, so that nobody can choose addresses that share a bucket.
  new Uint8Array(memory).set(randomBytes(SALT_WORDS * BigUint64Array.BYTES_PER_ELEMENT));
  return memory;
}

/**
 * Counts each caller's requests across all threads, in windows that begin with the caller's first
 * request. The table has a fixed size and no locks, so a thread may end at any moment. If a bucket
 * is full, the caller with the fewest requests is evicted, so a caller at its limit usually stays
 * limited.
 */
export class RateCounts {
  readonly #words: BigUint64Array;
  readonly #salt: string;

  /** @param memory created by {@link createSharedCounts} */
  constructor(memory: SharedArrayBuffer) {
    this.#words = new BigUint64Array(memory);
    this.#salt = `${this.#words[0]}-${this.#words[1]}-`;
  }

  /**
   * Counts a request.
   *
   * @param nowMs a monotonic clock that all threads share
   * @returns how many requests the caller has made in its window, and how long the window still
   *   lasts
   */
  count(caller: string, nowMs = Number(process.hrtime.bigint() / 1_000_000n)) {
    const digest = hash('sha256', this.#salt + caller, 'buffer');
    const bucket = digest.readUInt32LE(0) % (MAX_CALLERS / BUCKET_SLOTS);
    const id = digest.readBigUInt64LE(8) | 1n;
    const nowSeconds = Math.floor(nowMs / 1_000);
    for (;;) {
      const at = this.#slotOf(id, bucket, nowSeconds);
      const window = Atomics.load(this.#words, at + 1);
      const next = hasEnded(window, nowSeconds)
        ? (BigInt(nowSeconds) << COUNT_BITS) | 1n
        : window + 1n;
      if (Atomics.compareExchange(this.#words, at + 1, window, next) !== window) continue;
      const endMs = (startOf(next) + WINDOW_SECONDS) * 1_000;
      return { count: Number(next & COUNT_MASK), remainingMs: endMs - nowMs };
    }
  }

  /** Returns the caller's slot, and claims one if there is none yet. */
  #slotOf(id: bigint, bucket: number, nowSeconds: number): number {
    const first = SALT_WORDS + bucket * BUCKET_SLOTS * SLOT_WORDS;
    for (;;) {
      let slot = first;
      let holder = EMPTY_SLOT;
      let held = EMPTY_SLOT;
      let fewest = COUNT_MASK + 1n;
      for (let at = first; at < first + BUCKET_SLOTS * SLOT_WORDS; at += SLOT_WORDS) {
        const other = Atomics.load(this.#words, at);
        if (other === id) return at;
        const window = Atomics.load(this.#words, at + 1);
        const count = hasEnded(window, nowSeconds) ? 0n : window & COUNT_MASK;
        if (count >= fewest) continue;
        [slot, holder, held, fewest] = [at, other, window, count];
      }
      // Another thread may have claimed the slot first, perhaps for the same caller.
      if (Atomics.compareExchange(this.#words, slot, holder, id) !== holder) continue;
      // Resets the previous caller's count, unless another thread has already counted a request.
      Atomics.compareExchange(this.#words, slot + 1, held, EMPTY_SLOT);
      return slot;
    }
  }
}

function hasEnded(window: bigint, nowSeconds: number): boolean {
  return (window & COUNT_MASK) === EMPTY_SLOT || nowSeconds >= startOf(window) + WINDOW_SECONDS;
}

function startOf(window: bigint): number {
  return Number(window >> COUNT_BITS);
}
