import { byteAt } from './flat-arrays.ts';
import { CLOSE_PARENTHESIS, COMMA, OPEN_PARENTHESIS } from './utf8.ts';

// Splits descriptions into segments at commas and semicolons, and skips text in parentheses.

/**
 * The segments of a folded text: the parts between commas, semicolons and parentheses, trimmed of
 * spaces. Text in parentheses is an aside, not a segment, and empty parts do not count: "Chickpeas
 * (garbanzo beans), raw" has the segments `chickpeas` and `raw`.
 */
export interface Segments {
  /** The index of each segment's first byte. */
  readonly starts: number[];
  /** The index after each segment's last byte. */
  readonly ends: number[];
}

/** Reads the segments of the text from `start` to `end`, replacing those of the previous text. */
export function readSegments(
  bytes: Uint8Array,
  start: number,
  end: number,
  { starts, ends }: Segments,
): void {
  starts.length = 0;
  ends.length = 0;
  let depth = 0;
  let isWithin = false;
  for (let at = start; at < end; at++) {
    const byte = byteAt(bytes, at);
    if (isSegmentBreak(byte)) {
      isWithin = false;
      depth = depthAfter(byte, depth);
    } else if (depth === 0 && !isSpace(byte)) {
      if (!isWithin) starts.push(at);
      ends[starts.length - 1] = at + 1;
      isWithin = true;
    }
  }
}

/** Returns how many parentheses are open after a separator. */
export function depthAfter(byte: number, depth: number): number {
  if (byte === OPEN_PARENTHESIS) return depth + 1;
  return byte === CLOSE_PARENTHESIS && depth > 0 ? depth - 1 : depth;
}

/** Whether the byte separates segments. */
export function isSegmentBreak(byte: number): boolean {
  return (
    byte === COMMA || byte === SEMICOLON || byte === OPEN_PARENTHESIS || byte === CLOSE_PARENTHESIS
  );
}

const SEMICOLON = 0x3b;

// Unicode's wide and thin spaces fold to the plain space.
export function isSpace(byte: number): boolean {
  return byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);
}
