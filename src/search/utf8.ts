import { byteAt } from './flat-arrays.ts';
import type { Work } from './work.ts';

// Encodes and decodes UTF-8, and reads code points from its bytes.

export const ENCODER = new TextEncoder();
export const DECODER = new TextDecoder();

/** A UTF-16 code unit takes at most three bytes; a surrogate pair takes four. */
export const MAX_BYTES_PER_UNIT = 3;

export const COMMA = 0x2c;
export const OPEN_PARENTHESIS = 0x28;
export const CLOSE_PARENTHESIS = 0x29;
export const HYPHEN = 0x2d;
export const SLASH = 0x2f;

/** Returns the code point whose UTF-8 form starts at `at`. */
export function codePointAt(bytes: Uint8Array, at: number): number {
  const lead = byteAt(bytes, at);
  const length = codePointLength(lead);
  if (length === 1) return lead;
  let codePoint = lead & (0x7f >>> length);
  for (let i = 1; i < length; i++) codePoint = (codePoint << 6) | (byteAt(bytes, at + i) & 0x3f);
  return codePoint;
}

/** Returns the length in bytes of the code point that starts with this byte. */
export function codePointLength(lead: number): number {
  if (lead < 0x80) return 1;
  return lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
}

/** Returns the start of the code point that ends before `at`. */
export function previousCodePointStart(bytes: Uint8Array, at: number): number {
  let start = at - 1;
  while ((byteAt(bytes, start) & 0xc0) === 0x80) start--;
  return start;
}

/** Returns the start of the last `count` code points before `at`, but not less than `start`. */
export function startOfLast(bytes: Uint8Array, start: number, at: number, count: number): number {
  let from = at;
  for (let i = 0; i < count && from > start; i++) from = previousCodePointStart(bytes, from);
  return from;
}

/** Returns the end of `count` code points that start at `at`, but not more than `end`. */
export function endOfFirst(bytes: Uint8Array, at: number, end: number, count: number): number {
  let to = at;
  for (let i = 0; i < count && to < end; i++) to += codePointLength(byteAt(bytes, to));
  return to;
}

/** Returns the index of the first `wanted` between `start` and `end`, or -1. */
export function indexOfBytes(
  bytes: Uint8Array,
  start: number,
  end: number,
  wanted: Uint8Array,
  work: Work,
): number {
  const first = wanted[0];
  const last = end - wanted.length;
  let compared = 0;
  for (let at = start; at <= last; at++) {
    if (bytes[at] !== first) continue;
    let matched = 1;
    while (matched < wanted.length && bytes[at + matched] === wanted[matched]) matched++;
    // In repetitive text, each try may compare most of `wanted`.
    compared += matched;
    if (matched === wanted.length) {
      work.spend(workOfBytes(at - start + compared));
      return at;
    }
    if (compared > MANY_BYTES) {
      work.spend(workOfBytes(compared));
      compared = 0;
    }
  }
  if (last >= start) work.spend(workOfBytes(last - start + compared));
  return -1;
}

/** Returns the units of {@link Work} for bytes that are read sequentially. */
export function workOfBytes(count: number): number {
  return count >>> 3;
}

/** The number of compared bytes after which they are counted as work. */
const MANY_BYTES = 1_000;

/** Whether `wanted` occurs at `at`. There must be room for it. */
export function equalsAt(bytes: Uint8Array, at: number, wanted: Uint8Array): boolean {
  for (let i = 0; i < wanted.length; i++) {
    if (bytes[at + i] !== wanted[i]) return false;
  }
  return true;
}
