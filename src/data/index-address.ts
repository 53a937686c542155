import { totalmem } from 'node:os';
import type { Logger } from 'pino';
import type { EntrySource } from '../catalog/entry-store.ts';
import { messageOf } from '../errors/message-of.ts';
import { decodeIndex, type IndexedData } from './index-file.ts';

/** A server that sends nothing for so long is given up. */
const SILENCE_MS = 10_000;
/** No start waits longer for an index than a table of any size takes to be read. */
const LONGEST_MS = 600_000;

/**
 * Loads an index from an address into shared memory. It must say how long it is, and be no larger than
 * the memory of this machine; redirects are not followed.
 *
 * @returns `undefined` where it cannot be had, or does not fit: the log says why
 */
export async function fetchIndex(
  address: string,
  source: EntrySource,
  logger: Logger,
  { silenceMs = SILENCE_MS, maxBytes = totalmem() } = {},
): Promise<IndexedData | undefined> {
  const silence = new AbortController();
  const giveUp = () => silence.abort(new Error(`nothing has come for ${silenceMs / 1000} s`));
  const timer = setTimeout(giveUp, silenceMs);
  const signal = AbortSignal.any([silence.signal, AbortSignal.timeout(LONGEST_MS)]);
  try {
    // Bytes as they are: what is expanded could be of any size.
    const headers = { 'accept-encoding': 'identity' };
    const response = await fetch(address, { signal, headers, redirect: 'error' });
    const file = roomFor(response, maxBytes);
    let at = 0;
    for await (const chunk of response.body ?? []) {
      timer.refresh();
      // Throws a RangeError where there is more than was said.
      file.set(chunk, at);
      at += chunk.length;
    }
    if (at !== file.length) throw new Error(`it ended after ${at} of ${file.length} bytes`);
    return decodeIndex(file, source);
  } catch (error) {
    const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
    logger.warn(`Index "${address}" cannot be loaded: ${messageOf(cause)}`);
    return undefined;
  } finally {
    clearTimeout(timer);
    silence.abort();
  }
}

/** Shared memory for the whole answer. */
function roomFor(response: Response, maxBytes: number): Uint8Array<SharedArrayBuffer> {
  if (!response.ok) throw new Error(`the server answered with status ${response.status}`);
  const length = response.headers.get('content-length');
  if (length === null || response.headers.has('content-encoding')) {
    throw new Error('the server does not say how long it is');
  }
  const bytes = Number(length);
  if (bytes > maxBytes) throw new Error(`it has ${bytes} bytes, more than this machine's memory`);
  return new Uint8Array(new SharedArrayBuffer(bytes));
}
