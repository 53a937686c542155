import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { listening } from '../../../test/http/listening.ts';
import { ImportError } from '../import-error.ts';
import { addressIn, type DownloadProgress, download, removeKept } from './download.ts';

const CONTENT = Buffer.from('0123456789'.repeat(10_000));
const folder = mkdtempSync(join(tmpdir(), 'food-lookup-download-'));
let files = 0;

async function serve(answer: RequestListener): Promise<string> {
  return `${await listening(createServer(answer))}/foods.csv`;
}

async function downloaded(address: string | URL, onProgress?: DownloadProgress): Promise<Buffer> {
  const path = join(folder, String(files++));
  await download(new URL(address), path, { onProgress });
  return readFileSync(path);
}

const FIRST_PART = 40_000;

/** Sends a first part and breaks off once it has arrived; may go on from where it is asked to. */
async function breaking(etag: string | undefined, canResume: boolean) {
  let breakOff = () => {};
  const address = await serve(({ headers }, response) => {
    const asked = Number(/bytes=(\d+)-/.exec(headers.range ?? '')?.[1] ?? 0);
    const start = canResume ? asked : 0;
    const rest = CONTENT.subarray(start);
    response.writeHead(start > 0 ? 206 : 200, {
      'content-length': rest.length,
      ...(etag && { etag }),
    });
    if (start > 0) response.end(rest);
    else response.write(rest.subarray(0, FIRST_PART));
    breakOff = () => void response.destroy();
  });
  const onProgress = (bytes: number) => {
    if (bytes === FIRST_PART) breakOff();
  };
  return downloaded(address, onProgress);
}

test('download gets a file whole, with its progress', async () => {
  const address = await serve((_, response) => response.end(CONTENT));
  expect((await downloaded(address)).equals(CONTENT)).toBe(true);
});

test('download resumes a transfer that breaks off', async () => {
  expect((await breaking('"v1"', true)).equals(CONTENT)).toBe(true);
});

test.each([
  ['the server cannot resume', '"v1"', false, /the server cannot resume it/],
  [
    'nothing says that the bytes are the same',
    undefined,
    true,
    /the download broke off after 40000 bytes/,
  ],
])('download refuses where %s', async (_, etag, canResume, message) => {
  await expect(breaking(etag, canResume)).rejects.toThrow(message);
});

/** A server whose transfers break off after so many bytes, unless it is told otherwise. */
async function unsteady() {
  let breakOff = () => {};
  const state = { etag: '"v1"' as string | undefined, content: CONTENT, isSteady: false };
  const starts: number[] = [];
  const address = await serve(({ headers }, response) => {
    const isSame = headers['if-range'] === state.etag;
    const start = isSame ? Number(/bytes=(\d+)-/.exec(headers.range ?? '')?.[1] ?? 0) : 0;
    starts.push(start);
    const { etag, content, isSteady } = state;
    if (start >= content.length) {
      response.writeHead(416, { 'content-range': `bytes */${content.length}` }).end();
      return;
    }
    const rest = content.subarray(start);
    response.writeHead(start > 0 ? 206 : 200, {
      'content-length': rest.length,
      ...(etag && { etag }),
    });
    if (isSteady) response.end(rest);
    else response.write(rest.subarray(0, 1_000));
    breakOff = () => void response.destroy();
  });
  /** A transfer that breaks off once something of it has arrived. */
  const breakingOff = (path: string) =>
    expect(
      download(new URL(address), path, { isKept: true, onProgress: () => breakOff() }),
    ).rejects.toThrow('broke off after');
  return { state, starts, address: new URL(address), breakingOff };
}

test('download goes on from what an earlier call has kept, whole or not', async () => {
  const { state, starts, address, breakingOff } = await unsteady();
  const path = join(folder, String(files++));
  await breakingOff(path);
  const kept = readFileSync(path).length;
  expect(kept).toBeGreaterThan(0);
  expect(CONTENT.subarray(0, kept).equals(readFileSync(path))).toBe(true);
  state.isSteady = true;
  starts.length = 0;
  await download(address, path, { isKept: true });
  expect(readFileSync(path).equals(CONTENT)).toBe(true);
  await download(address, path, { isKept: true });
  expect(readFileSync(path).equals(CONTENT)).toBe(true);
  expect(starts).toEqual([kept, CONTENT.length]);
  await removeKept(path);
  expect(readdirSync(folder).filter((name) => name.startsWith(basename(path)))).toEqual([]);
});

test.each<[string, (state: { etag: string | undefined; content: Buffer }, path: string) => void]>([
  [
    'is another version now',
    (state) => {
      state.etag = '"v2"';
      state.content = Buffer.from('new'.repeat(9_000));
    },
  ],
  ['has no version', (_, path) => writeFileSync(`${path}.version`, 'x')],
  [
    'is of another address',
    (_, path) => writeFileSync(`${path}.version`, '["https://example.com/","\\"v1\\""]'),
  ],
])('download begins anew where what was kept %s', async (_, change) => {
  const { state, address, breakingOff } = await unsteady();
  const path = join(folder, String(files++));
  await breakingOff(path);
  change(state, path);
  state.isSteady = true;
  await download(address, path, { isKept: true });
  expect(readFileSync(path).equals(state.content)).toBe(true);
});

test('download refuses what the server does not have', async () => {
  const address = await serve((_, response) => response.writeHead(404).end());
  await expect(downloaded(address)).rejects.toThrow('the server answered with status 404');
});

test('download follows redirects on this machine, and to no other in plain http', async () => {
  const target = await serve((_, response) => response.end(CONTENT));
  const redirect = (location: string) =>
    serve((_, response) => response.writeHead(302, { location }).end());
  expect((await downloaded(await redirect(target))).equals(CONTENT)).toBe(true);
  await expect(downloaded(await redirect('http://example.com/'))).rejects.toThrow(
    'it leads to http://example.com, which is not https',
  );
});

test('download follows ten redirects and no more', async () => {
  const address = await serve(({ url = '' }, response) => {
    const left = Number(url.slice(1));
    if (left === 0) response.end(CONTENT);
    else response.writeHead(302, { location: `/${left - 1}` }).end();
  });
  expect((await downloaded(new URL('/10', address))).equals(CONTENT)).toBe(true);
  await expect(downloaded(new URL('/11', address))).rejects.toThrow(
    'it redirects more than 10 times',
  );
});

test('download refuses plain http to other machines before anything is sent', async () => {
  await expect(downloaded('http://192.0.2.1/foods.csv')).rejects.toThrow('which is not https');
});

test.each([
  ['https://user:secret@example.com/foods.csv', 'a user name or password'],
  ['http://[', 'it redirects to no valid address'],
])('download does not follow a redirect to %s', async (location, message) => {
  const address = await serve((_, response) => response.writeHead(302, { location }).end());
  const failure = await downloaded(address).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(ImportError);
  expect(inspect(failure)).toContain(message);
  expect(inspect(failure)).not.toContain('secret');
});

test.each([
  ['https://example.com/a.zip', 'https://example.com/a.zip'],
  ['HTTP://localhost/a', 'http://localhost/a'],
  ['./foods.csv', undefined],
  ['C:\\foods.csv', undefined],
])('addressIn(%j) is %j', (source, expected) => {
  expect(addressIn(source)?.href).toBe(expected);
});

test.each([
  ['https://', 'Cannot import "https://": it is not a valid address'],
  ['https://user:secret@', 'Cannot import "https://user@": it is not a valid address'],
  ['https://user:secret@example.com/a', 'Cannot import "https://example.com/a": addresses with a'],
  ['https://secret@example.com/a', 'Cannot import "https://example.com/a": addresses with a'],
])('addressIn(%j) is refused and shows no password', (source, message) => {
  expect(() => addressIn(source)).toThrow(message);
});
