import { createHmac, hash, randomBytes } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { withoutPassword } from '../catalog/database-error.ts';
import type { EntrySource } from '../catalog/entry-store.ts';
import { CatalogReader, type IndexedData } from '../catalog/table/catalog-file.ts';
import { isErrorWith } from '../errors/user-error.ts';
import { labelOf } from './index-file.ts';

// Reads and writes published indexes, at a URL or in a folder, within limits of time and size.

/** How long a server may stay silent. */
const SILENCE_MS = 10_000;
/** The time limit of a download: long enough for large tables. */
const MAX_DOWNLOAD_MS = 600_000;

/** Files at a URL or in a folder, with responses as in HTTP. */
export interface IndexStorage {
  /** The storage's location without a password, safe to show. */
  readonly name: string;
  /** @throws Error that says why there is no response */
  readonly send: (file: string, init?: RequestInit) => Promise<Response>;
}

/** Whether a location is a URL rather than a path. */
export function isUrl(location: string): boolean {
  return /^https?:/i.test(location);
}

/** @param location a URL or the path of a folder */
export function openStorage(location: string): IndexStorage {
  const name = withoutPassword(location);
  if (!isUrl(location)) return { name, send: (file, init) => sendToFolder(location, file, init) };
  const send = (file: string, init?: RequestInit) => {
    const url = new URL(location);
    url.pathname = `${url.pathname.replace(/\/$/, '')}/${file}`;
    return sendTo(url, init);
  };
  return { name, send };
}

/**
 * Sends a request without following redirects. A user and password in the URL become basic
 * authentication, or sign the request if the URL names an S3 region. User and password are removed
 * from the URL: fetch would reject it and show the password in its error.
 */
async function sendTo(address: URL, init?: RequestInit): Promise<Response> {
  const url = new URL(address);
  const user = decodeURIComponent(url.username);
  const password = decodeURIComponent(url.password);
  const region = url.searchParams.get('s3-region');
  url.username = '';
  url.password = '';
  if (region !== null) url.search = '';
  // Fetch requires this option for streamed bodies.
  const duplex = { duplex: 'half' as const };
  const request = new Request(url, { ...init, ...duplex, redirect: 'error' });
  // Requests an uncompressed body, since a compressed one could expand to any size.
  request.headers.set('accept-encoding', 'identity');
  if (region !== null) {
    const access = { keyId: user, secret: password, region };
    const headers = Object.entries(s3Headers(url, request.method, access));
    for (const [name, value] of headers) request.headers.set(name, value);
  } else if (user !== '' || password !== '') {
    const credentials = Buffer.from(`${user}:${password}`).toString('base64');
    request.headers.set('authorization', `Basic ${credentials}`);
  }
  try {
    return await fetch(request);
  } catch (error) {
    throw causeOf(error);
  }
}

/**
 * Returns the actual error. The error of fetch only says "fetch failed"; the reason is its cause.
 * If several IP addresses failed, returns the first one's error.
 */
function causeOf(error: unknown): unknown {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  return cause instanceof AggregateError ? cause.errors[0] : cause;
}

/** Handles GET, PUT, and DELETE of a file, with ETags. A replaced file gets a new ETag. */
async function sendToFolder(
  folder: string,
  file: string,
  { method = 'GET', body, headers }: RequestInit = {},
): Promise<Response> {
  const path = join(folder, file);
  const asked = new Headers(headers);
  const stats = await stat(path, { bigint: true }).catch((error: unknown) => {
    if (!isErrorWith(error, 'ENOENT')) throw error;
  });
  const etag = stats && `"${stats.ino}-${stats.size}-${stats.mtimeNs}"`;
  if (method === 'GET') {
    if (etag === undefined) return new Response(null, { status: 404 });
    if (asked.get('if-none-match') === etag) return new Response(null, { status: 304 });
    const blob = await openAsBlob(path);
    return new Response(blob, { headers: { etag, 'content-length': String(blob.size) } });
  }
  if (method === 'DELETE') {
    await rm(path, { force: true });
    return new Response(null, { status: 204 });
  }
  const isOther = asked.get('if-none-match') === '*' && etag !== undefined;
  if (isOther || (asked.get('if-match') ?? etag) !== etag)
    return new Response(null, { status: 412 });
  await mkdir(folder, { recursive: true });
  const draft = `${path}.${randomBytes(8).toString('hex')}.tmp`;
  try {
    await writeFile(draft, new Response(body).body ?? '', { flush: true });
    await rename(draft, path);
  } finally {
    await rm(draft, { force: true });
  }
  return new Response(null, { status: 201 });
}

/** The expected response, and how long to wait for it. */
export interface Expected {
  /** The required length. Default: any up to `maxBytes`, or up to this machine's memory. */
  readonly bytes?: number;
  readonly silenceMs?: number;
  readonly maxBytes?: number;
  readonly signal?: AbortSignal;
}

/** Takes the bytes of a file in order. */
export interface ByteSink {
  add(bytes: Uint8Array): void;
}

/**
 * Receives a response body. The response must have a Content-Length.
 *
 * @param open called with the length; returns the sink for the bytes
 * @throws Error that says why the body is incomplete
 */
export async function receive<Sink extends ByteSink>(
  ask: (signal: AbortSignal) => Promise<Response>,
  open: (bytes: number) => Sink,
  { silenceMs = SILENCE_MS, signal: given, ...room }: Expected = {},
): Promise<Sink> {
  const silence = new AbortController();
  const giveUp = () => silence.abort(new Error(`no data for ${silenceMs / 1000} s`));
  const timer = setTimeout(giveUp, silenceMs);
  const signals = [silence.signal, AbortSignal.timeout(MAX_DOWNLOAD_MS), ...(given ? [given] : [])];
  try {
    const response = await ask(AbortSignal.any(signals));
    const length = lengthOf(response, room);
    const sink = open(length);
    let received = 0;
    for await (const chunk of response.body ?? []) {
      timer.refresh();
      received += chunk.length;
      if (received > length) throw new Error(`it has more than ${length} bytes`);
      sink.add(chunk);
    }
    if (received < length) throw new Error(`it ended after ${received} of ${length} bytes`);
    return sink;
  } catch (error) {
    throw causeOf(error);
  } finally {
    clearTimeout(timer);
    silence.abort();
  }
}

/** Returns the length of the response, or throws if it is not as expected. */
function lengthOf(
  response: Response,
  { bytes: wanted, maxBytes = totalmem() }: Pick<Expected, 'bytes' | 'maxBytes'>,
): number {
  if (!response.ok) throw new Error(`the server answered with status ${response.status}`);
  const length = response.headers.get('content-length');
  if (length === null || response.headers.has('content-encoding')) {
    throw new Error('the server sends no Content-Length, or compresses the file');
  }
  const bytes = Number(length);
  if (bytes > maxBytes) throw new Error(`it has ${bytes} bytes, more than this machine's memory`);
  if (bytes !== (wanted ?? bytes)) throw new Error(`it has ${bytes} bytes instead of ${wanted}`);
  return bytes;
}

/**
 * Loads the index at a URL.
 *
 * @returns `undefined` if it is damaged, or was created by a different version or with different
 * settings
 * @throws Error that says why it cannot be loaded
 */
export async function fetchIndex(
  address: string,
  source: EntrySource,
  expected?: Expected,
): Promise<IndexedData | undefined> {
  const send = (signal: AbortSignal) => sendTo(new URL(address), { signal });
  const open = (bytes: number) => new CatalogReader(bytes, labelOf(source));
  return (await receive(send, open, expected)).end();
}

/**
 * The hash of the body is left out, since TLS protects the body, and readers verify the index's
 * hash.
 */
const PAYLOAD = 'UNSIGNED-PAYLOAD';
const SIGNED = 'host;x-amz-content-sha256;x-amz-date';

/**
 * Returns the headers that authorize a request to S3 or a compatible storage, with Signature
 * Version 4 (https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html).
 */
export function s3Headers(
  { host, pathname }: URL,
  method: string,
  { keyId, secret, region }: Readonly<Record<'keyId' | 'secret' | 'region', string>>,
  now = new Date(),
): Record<string, string> {
  const time = now.toISOString().replace(/[-:]|\.\d+/g, '');
  const scope = [time.slice(0, 8), region, 's3', 'aws4_request'];
  const headers = { 'x-amz-content-sha256': PAYLOAD, 'x-amz-date': time };
  const signedHeaders = Object.entries({ host, ...headers }).map(
    ([name, value]) => `${name}:${value}\n`,
  );
  // S3 encodes characters that URLs leave unencoded.
  const path = pathname.replace(
    /[^\w./~%-]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  // The empty string is the query.
  const request = [method, path, '', signedHeaders.join(''), SIGNED, PAYLOAD].join('\n');
  const text = ['AWS4-HMAC-SHA256', time, scope.join('/'), hash('sha256', request)].join('\n');
  const key = scope.reduce<string | Buffer>(
    (before, part) => createHmac('sha256', before).update(part).digest(),
    `AWS4${secret}`,
  );
  const signature = createHmac('sha256', key).update(text).digest('hex');
  const credential = `${keyId}/${scope.join('/')}`;
  const authorization = `AWS4-HMAC-SHA256 Credential=${credential}, SignedHeaders=${SIGNED}, Signature=${signature}`;
  return { ...headers, authorization };
}
