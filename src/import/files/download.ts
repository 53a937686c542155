import { open, rm, stat } from 'node:fs/promises';
import { withoutPassword } from '../../catalog/database-error.ts';
import { isLoopback } from '../../cors/private-host.ts';
import { ImportError } from '../import-error.ts';

/** How often a transfer that breaks off is resumed. */
const MAX_RESUMES = 5;
const MAX_REDIRECTS = 10;

/** Called with the bytes so far and of all, if the server says how many. */
export type DownloadProgress = (bytes: number, total: number | undefined) => void;

/**
 * The address to download from that a source is; `undefined` for a path.
 *
 * @throws ImportError for what begins as an address and is none that can be used
 */
export function addressIn(source: string): URL | undefined {
  if (!/^https?:\/\//i.test(source)) return undefined;
  const address = URL.parse(source);
  if (address === null) {
    throw new ImportError(withoutPassword(source), 'it is not a valid address. Check it.');
  }
  if (!hasCredentials(address)) return address;
  address.username = '';
  address.password = '';
  throw new ImportError(
    address.href,
    'addresses with a user name or password cannot be used. Download the file and import that.',
  );
}

/**
 * Downloads an address into a file. A transfer that breaks off is resumed where the server can do
 * so, and refused otherwise. Plain http is for this machine only, and no redirect leads to it.
 *
 * @throws ImportError where it cannot be downloaded whole
 */
export async function download(
  address: URL,
  path: string,
  onProgress: DownloadProgress = () => {},
): Promise<void> {
  let validator: string | undefined;
  for (let attempt = 0; ; attempt++) {
    const bytes = attempt === 0 ? 0 : await sizeOf(path);
    const response = await request(address, bytes, validator);
    if (bytes > 0 && response.status !== 206) {
      await response.body?.cancel();
      throw new ImportError(
        address.href,
        'the download broke off, and the server cannot resume it.',
      );
    }
    // A weak ETag does not promise the same bytes (RFC 9110, 13.1.5).
    const etag = response.headers.get('etag');
    validator = etag?.startsWith('W/') ? undefined : (etag ?? undefined);
    const length = response.headers.get('content-length');
    const isEncoded = response.headers.has('content-encoding');
    const total = length === null || isEncoded ? undefined : bytes + Number(length);
    try {
      await save(response, path, bytes, (now) => onProgress(now, total));
      const size = await sizeOf(path);
      if (total === undefined || size === total) return;
    } catch (error) {
      const isFull = error instanceof Error && 'code' in error && error.code === 'ENOSPC';
      if (isFull || attempt === MAX_RESUMES || validator === undefined) {
        const reason = isFull
          ? 'the disk is full. Free some space.'
          : `the download broke off after ${await sizeOf(path)} bytes. Try again.`;
        await rm(path, { force: true });
        throw new ImportError(address.href, reason, { cause: error });
      }
    }
    if (attempt === MAX_RESUMES) {
      await rm(path, { force: true });
      throw new ImportError(address.href, 'the download keeps breaking off. Try again later.');
    }
  }
}

async function sizeOf(path: string): Promise<number> {
  return (await stat(path).catch(() => undefined))?.size ?? 0;
}

async function save(
  response: Response,
  path: string,
  start: number,
  onBytes: (bytes: number) => void,
): Promise<void> {
  const { body } = response;
  if (body === null) return;
  let bytes = start;
  const file = await open(path, start > 0 ? 'a' : 'w');
  try {
    // Each chunk is in the file before the next is read: what breaks off later keeps it.
    for await (const chunk of body) {
      await file.writeFile(chunk);
      bytes += chunk.length;
      onBytes(bytes);
    }
  } finally {
    await file.close();
  }
}

/** Follows redirects itself: none may lead from https to http. */
async function request(
  address: URL,
  start: number,
  validator: string | undefined,
): Promise<Response> {
  let url = address;
  for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
    refuseUnsafe(address, url);
    const headers = {
      // Bytes as they are: with an encoding of the transfer, it could not be resumed.
      'accept-encoding': 'identity',
      ...(start > 0 && { range: `bytes=${start}-`, ...(validator && { 'if-range': validator }) }),
    };
    const response = await fetch(url, { redirect: 'manual', headers }).catch((error: unknown) => {
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new ImportError(address.href, `it cannot be reached (${reason}).`, { cause: error });
    });
    const target = response.headers.get('location');
    if (response.status >= 300 && response.status < 400 && target !== null) {
      await response.body?.cancel();
      const next = URL.parse(target, url.href);
      if (next === null) throw new ImportError(address.href, 'it redirects to no valid address.');
      url = next;
      continue;
    }
    if (response.ok) return response;
    await response.body?.cancel();
    throw new ImportError(address.href, `the server answered with status ${response.status}.`);
  }
  throw new ImportError(address.href, `it redirects more than ${MAX_REDIRECTS} times.`);
}

function hasCredentials({ username, password }: URL): boolean {
  return username !== '' || password !== '';
}

function refuseUnsafe(address: URL, url: URL): void {
  if (hasCredentials(url)) {
    throw new ImportError(address.href, 'it redirects to an address with a user name or password.');
  }
  if (url.protocol === 'https:') return;
  const isPlain = url.protocol === 'http:' && address.protocol === 'http:';
  if (isPlain && isLoopback(url.hostname)) return;
  throw new ImportError(
    address.href,
    `it leads to ${url.origin}, which is not https. Use an https address.`,
  );
}
