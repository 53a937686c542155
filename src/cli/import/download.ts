import { mkdtempSync, rmSync } from 'node:fs';
import { open, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { stderr } from 'node:process';
import { withoutPassword } from '../../catalog/database-error.ts';
import { isLoopback } from '../../cors/private-host.ts';
import { isErrorWith, messageOf } from '../../errors/user-error.ts';
import { ImportError } from '../../import/import-error.ts';
import { createBar } from '../output.ts';

// Downloads a source for an import. Resumes transfers, and follows only safe redirects.

/** How many times an interrupted transfer is resumed. */
const MAX_RESUMES = 5;
const MAX_DOWNLOAD_REDIRECTS = 10;

/** Called with the number of bytes received and, if the server sends it, the total. */
export type DownloadProgress = (bytes: number, total: number | undefined) => void;

/**
 * Returns the URL of a source; `undefined` for a path.
 *
 * @throws ImportError if the URL cannot be used
 */
export function addressIn(source: string): URL | undefined {
  const [, scheme] = /^([a-z][a-z\d+.-]*):\/\//i.exec(source) ?? [];
  if (scheme === undefined) return undefined;
  if (!/^https?$/i.test(scheme)) {
    throw new ImportError(
      withoutPassword(source),
      `"${scheme}:" URLs are not supported. Save the data as a file and import that.`,
    );
  }
  const address = URL.parse(source);
  if (address === null) {
    throw new ImportError(withoutPassword(source), 'it is not a valid URL. Check it.');
  }
  if (!hasCredentials(address)) return address;
  address.username = '';
  address.password = '';
  throw new ImportError(
    address.href,
    'URLs with a user name or password cannot be used. Download the file and import that.',
  );
}

/**
 * Downloads a URL to a file. Resumes an interrupted transfer if the server supports that, and fails
 * otherwise. Allows plain http only on this machine, and never after a redirect from https.
 *
 * @throws ImportError if the file cannot be downloaded completely
 */
export async function download(
  address: URL,
  path: string,
  onProgress: DownloadProgress = () => {},
): Promise<void> {
  let validator: string | undefined;
  for (let attempt = 0; ; attempt++) {
    const start = validator === undefined ? 0 : await sizeOf(path);
    const response = await request(address, start, validator);
    if (isComplete(response, start)) return;
    if (start > 0 && response.status !== 206) {
      await response.body?.cancel();
      throw new ImportError(
        address.href,
        'the download was interrupted, and the server cannot resume it. Download it with `curl -C - -O` and import the file.',
      );
    }
    validator = validatorOf(response);
    const { isWhole, cause } = await saved(response, path, start, onProgress);
    if (isWhole) return;
    const fault = await faultOf(cause, attempt, validator, path);
    if (fault === undefined) continue;
    await rm(path, { force: true });
    throw new ImportError(address.href, fault, { cause });
  }
}

/**
 * Returns a strong validator, which guarantees the same bytes; `undefined` if there is none. A weak
 * ETag does not guarantee them (RFC 9110, 13.1.5).
 */
function validatorOf({ headers }: Response): string | undefined {
  const etag = headers.get('etag');
  return etag?.startsWith('W/') ? undefined : (etag ?? undefined);
}

/** Checks whether the download was already complete, so that the requested range is empty. */
function isComplete({ status, headers }: Response, bytes: number): boolean {
  return status === 416 && headers.get('content-range') === `bytes */${bytes}`;
}

/** Saves a response. Returns whether all of it is in the file, or what went wrong. */
async function saved(
  response: Response,
  path: string,
  from: number,
  onProgress: DownloadProgress,
): Promise<{ readonly isWhole: boolean; readonly cause?: unknown }> {
  const length = response.headers.get('content-length');
  const isEncoded = response.headers.has('content-encoding');
  const total = length === null || isEncoded ? undefined : from + Number(length);
  let bytes = from;
  try {
    await using file = await open(path, from > 0 ? 'a' : 'w');
    // Each chunk is written before the next is read, so that it is kept if the transfer is
    // interrupted.
    for await (const chunk of response.body ?? []) {
      await file.writeFile(chunk);
      bytes += chunk.length;
      onProgress(bytes, total);
    }
    return { isWhole: total === undefined || bytes === total };
  } catch (cause) {
    return { isWhole: false, cause };
  }
}

/** Explains why an interrupted transfer cannot be resumed; `undefined` if it can. */
async function faultOf(
  cause: unknown,
  attempt: number,
  validator: string | undefined,
  path: string,
): Promise<string | undefined> {
  if (isErrorWith(cause, 'ENOSPC')) return 'the disk is full. Free some space.';
  if (attempt < MAX_RESUMES && validator !== undefined) return undefined;
  return `the download was interrupted after ${await sizeOf(path)} bytes. Try again, or download it with \`curl -C - -O\` and import the file.`;
}

async function sizeOf(path: string): Promise<number> {
  return (await stat(path).catch(() => undefined))?.size ?? 0;
}

/** Follows redirects one by one, since none may lead from https to http. */
async function request(address: URL, start: number, validator: string | undefined) {
  let url = address;
  for (let hop = 0; hop <= MAX_DOWNLOAD_REDIRECTS; hop++) {
    refuseUnsafe(address, url);
    const headers = {
      // Requests an unencoded body, since a compressed transfer could not be resumed.
      'accept-encoding': 'identity',
      ...(start > 0 && { range: `bytes=${start}-`, ...(validator && { 'if-range': validator }) }),
    };
    const response = await fetch(url, { redirect: 'manual', headers }).catch((error: unknown) => {
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
      const fault = `it cannot be reached (${messageOf(cause)}). Check the URL.`;
      throw new ImportError(address.href, fault, { cause: error });
    });
    const target = response.headers.get('location');
    if (response.status >= 300 && response.status < 400 && target !== null) {
      await response.body?.cancel();
      const next = URL.parse(target, url.href);
      if (next === null) throw new ImportError(address.href, 'it redirects to an invalid URL.');
      url = next;
      continue;
    }
    if (response.ok || (start > 0 && response.status === 416)) return response;
    await response.body?.cancel();
    throw new ImportError(address.href, `the server answered with status ${response.status}.`);
  }
  throw new ImportError(address.href, `it redirects more than ${MAX_DOWNLOAD_REDIRECTS} times.`);
}

function hasCredentials({ username, password }: URL): boolean {
  return username !== '' || password !== '';
}

function refuseUnsafe(address: URL, url: URL): void {
  if (hasCredentials(url)) {
    throw new ImportError(address.href, 'it redirects to a URL with a user name or password.');
  }
  if (url.protocol === 'https:') return;
  const isPlain = url.protocol === 'http:' && address.protocol === 'http:';
  if (isPlain && isLoopback(url.hostname)) return;
  throw new ImportError(
    address.href,
    `it leads to ${url.origin}, which is not https. Use an https URL.`,
  );
}

/**
 * Returns the path for the downloaded source, a function that downloads it (with a progress bar on
 * a terminal), and one that removes it.
 */
export function fetchedSource(address: URL) {
  const folder = mkdtempSync(join(tmpdir(), 'food-lookup-'));
  const path = join(folder, basename(address.pathname) || 'download');
  return {
    path,
    /** @throws ImportError if the source cannot be downloaded completely */
    async fetch(): Promise<void> {
      if (!stderr.isTTY) return download(address, path);
      const bar = await createBar(
        'downloading {bar} {percentage} % of {total} bytes, {eta_formatted} to go',
      );
      try {
        await download(address, path, (bytes, total = bytes) => {
          if (!bar.isActive) bar.start(total, bytes);
          bar.setTotal(total);
          bar.update(bytes);
        });
      } finally {
        bar.stop();
      }
    },
    cleanUp(): void {
      // Another thread may be creating the file right now.
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}
