import { totalmem } from 'node:os';
import type { EntrySource } from '../catalog/entry-store.ts';
import { decodeIndex, type IndexedData } from './index-file.ts';

// Downloads an index (`--index https://…`): time limits, the largest, its password; redirects are
// refused.

/** How long a server may send nothing. */
const SILENCE_MS = 10_000;
/** No start waits longer for an index than a table of any size takes to be read. */
const LONGEST_MS = 600_000;

/**
 * Loads an index from an address into shared memory. It must say how long it is, and be no larger than
 * the memory of this machine; redirects are not followed. A user and password in the address are sent
 * as basic authentication.
 *
 * @returns `undefined` where it is damaged, of another version or of other settings
 * @throws Error that says why it cannot be had
 */
export async function fetchIndex(
  address: string,
  source: EntrySource,
  { silenceMs = SILENCE_MS, maxBytes = totalmem() } = {},
): Promise<IndexedData | undefined> {
  const silence = new AbortController();
  const giveUp = () => silence.abort(new Error(`nothing has come for ${silenceMs / 1000} s`));
  const timer = setTimeout(giveUp, silenceMs);
  const signal = AbortSignal.any([silence.signal, AbortSignal.timeout(LONGEST_MS)]);
  try {
    const response = await fetch(requestOf(address), { signal, redirect: 'error' });
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
    // Fetch says "fetch failed", and its cause why.
    throw error instanceof Error && error.cause !== undefined ? error.cause : error;
  } finally {
    clearTimeout(timer);
    silence.abort();
  }
}

/** Fetch takes no address with a password, and shows it in its error. */
function requestOf(address: string): Request {
  const url = new URL(address);
  const user = decodeURIComponent(url.username);
  const password = decodeURIComponent(url.password);
  url.username = '';
  url.password = '';
  // Bytes as they are: what is expanded could be of any size.
  const request = new Request(url, { headers: { 'accept-encoding': 'identity' } });
  if (user !== '' || password !== '') {
    const credentials = Buffer.from(`${user}:${password}`).toString('base64');
    request.headers.set('authorization', `Basic ${credentials}`);
  }
  return request;
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
