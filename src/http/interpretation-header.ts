import type { FastifyReply } from 'fastify';
import type { Interpretation } from '../catalog/food-catalog.ts';
import { exposeHeader } from './expose-header.ts';

// The header `X-Food-Lookup-Interpretation`: what it says, how long it may be.

/** The response header that says what `match=fuzzy` understood. */
export const INTERPRETATION_HEADER = 'x-food-lookup-interpretation';

/** The most bytes of its value: proxies refuse long headers. */
export const MAX_INTERPRETATION_LENGTH = 1_024;

/** Adds the header. The body stays the contract's array. */
export function sendInterpretation(reply: FastifyReply, interpretation: Interpretation): void {
  reply.header(INTERPRETATION_HEADER, interpretationText(interpretation));
}

/**
 * Lets scripts of other origins read the header where they may read the answer. A 304 needs this
 * too: its headers replace those of the copy that the browser has (RFC 9111, 3.2).
 */
export function exposeInterpretation(reply: FastifyReply): void {
  exposeHeader(reply, INTERPRETATION_HEADER);
}

/**
 * An interpretation as JSON in ASCII, at most {@link MAX_INTERPRETATION_LENGTH} bytes: readings that
 * have no room are left out, and then `isComplete` is false.
 */
export function interpretationText({ readings, ...rest }: Interpretation): string {
  const texts = readings.map(asciiJson);
  // The rest has no braces of its own.
  const end = `],${asciiJson(rest).slice(1, -1)}`;
  let length = START.length + end.length + INCOMPLETE.length;
  let count = 0;
  for (const text of texts) {
    length += text.length + 1;
    if (length > MAX_INTERPRETATION_LENGTH) break;
    count++;
  }
  const isComplete = count === texts.length;
  return START + texts.slice(0, count).join(',') + end + (isComplete ? COMPLETE : INCOMPLETE);
}

const START = '{"readings":[';
const COMPLETE = ',"isComplete":true}';
const INCOMPLETE = ',"isComplete":false}';

/** JSON in which every character that is not ASCII is escaped, unit by unit. */
function asciiJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[^\x20-\x7e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
