import { mkdtempSync, readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { stderr } from 'node:process';
import { inspect } from 'node:util';
import { expect, onTestFinished, test, vi } from 'vitest';
import { listening } from '../../../test/http/listening.ts';
import { ImportError } from '../../import/import-error.ts';
import { addressIn, type DownloadProgress, download, fetchedSource } from './download.ts';

const CONTENT = Buffer.from('0123456789'.repeat(10_000));
const folder = mkdtempSync(join(tmpdir(), 'food-lookup-download-'));
let files = 0;

async function serve(answer: RequestListener): Promise<string> {
  return `${await listening(createServer(answer))}/foods.csv`;
}

async function downloaded(address: string | URL, onProgress?: DownloadProgress): Promise<Buffer> {
  const path = join(folder, String(files++));
  await download(new URL(address), path, onProgress);
  return readFileSync(path);
}

const FIRST_PART = 40_000;

/**
 * Serves a first part, and drops the connection once it has arrived. Can then resume at the
 * requested byte.
 */
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

test('download saves a complete file, and reports progress', async () => {
  const progress: unknown[] = [];
  const note: DownloadProgress = (...given) => progress.push(given);
  const address = await serve((_, response) => response.end(CONTENT));
  expect((await downloaded(address, note)).equals(CONTENT)).toBe(true);
  expect(progress.at(-1)).toEqual([CONTENT.length, CONTENT.length]);
  const unknown = await serve((_, response) => response.write(CONTENT, () => response.end()));
  expect((await downloaded(unknown, note)).equals(CONTENT)).toBe(true);
  expect(progress.at(-1)).toEqual([CONTENT.length, undefined]);
});

test('on a terminal, the bar shows how much has arrived if the server does not tell the size', async () => {
  const { isTTY } = stderr;
  stderr.isTTY = true;
  onTestFinished(() => {
    stderr.isTTY = isTTY;
  });
  const shown: string[] = [];
  vi.spyOn(stderr, 'write').mockImplementation((text) => shown.push(String(text)) > 0);
  const address = await serve((_, response) => {
    response.write(CONTENT.subarray(0, 10), () => response.end(CONTENT.subarray(10)));
  });
  const source = fetchedSource(new URL(address));
  onTestFinished(source.cleanUp);
  await source.fetch();
  expect(shown.join('')).toContain('100 % of 100,000 bytes');
});

test('download resumes an interrupted transfer', async () => {
  expect((await breaking('"v1"', true)).equals(CONTENT)).toBe(true);
});

/**
 * Serves a file without its length, drops the connection at its end, and then has nothing left to
 * send.
 */
async function breakingAtEnd(length: number) {
  let breakOff = () => {};
  const address = await serve(({ headers }, response) => {
    if (headers.range === undefined) response.writeHead(200, { etag: '"v1"' }).write(CONTENT);
    else response.writeHead(416, { 'content-range': `bytes */${length}` }).end();
    breakOff = () => void response.destroy();
  });
  return downloaded(address, (bytes) => {
    if (bytes === CONTENT.length) breakOff();
  });
}

test('a download interrupted after its last byte counts as complete if its length is right', async () => {
  expect((await breakingAtEnd(CONTENT.length)).equals(CONTENT)).toBe(true);
  await expect(breakingAtEnd(CONTENT.length + 1)).rejects.toThrow(ImportError);
});

test.each([
  [
    'the server cannot resume',
    ...['"v1"', false, ', and the server cannot resume it. Download it with'],
  ],
  [
    'nothing says that the bytes are the same',
    ...[undefined, true, ' after 40000 bytes. Try again, or download it with'],
  ],
  [
    'the bytes may differ',
    ...['W/"v1"', true, ' after 40000 bytes. Try again, or download it with'],
  ],
] as const)('download fails if %s', async (_, etag, canResume, fault) => {
  await expect(breaking(etag, canResume)).rejects.toThrow(
    `/foods.csv": the download was interrupted${fault} \`curl -C - -O\` and import the file.`,
  );
});

test('download fails if the server does not have the file', async () => {
  const closed = Promise.withResolvers<void>();
  const address = await serve((_, response) => {
    response.on('close', closed.resolve).writeHead(404).write('The page never ends.');
  });
  await expect(downloaded(address)).rejects.toThrow(
    new ImportError(address, 'the server answered with status 404.'),
  );
  // Its page is not read to the end.
  await closed.promise;
  // fetch never connects to this port.
  await expect(downloaded('http://127.0.0.1:1/foods.csv')).rejects.toThrow(
    /^Cannot import "http:\/\/127\.0\.0\.1:1\/foods\.csv": it cannot be reached \((?!fetch failed).+\)\. Check the URL\.$/,
  );
});

test('download follows redirects on this machine, but to another machine only over https', async () => {
  const target = await serve((_, response) => response.end(CONTENT));
  const redirect = (location: string) =>
    serve((_, response) => response.writeHead(302, { location }).end());
  expect((await downloaded(await redirect(target))).equals(CONTENT)).toBe(true);
  await expect(downloaded(await redirect('http://example.com/'))).rejects.toThrow(
    'it leads to http://example.com, which is not https. Use an https URL.',
  );
});

test('download follows at most ten redirects', async () => {
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
  ['http://[', 'it redirects to an invalid URL'],
  ['ftp://localhost/foods.csv', 'it leads to ftp://localhost, which is not https'],
])('download does not follow a redirect to %s', async (location, message) => {
  const address = await serve((_, response) => response.writeHead(302, { location }).end());
  const failure = await downloaded(address).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(ImportError);
  expect(inspect(failure)).toContain(message);
  expect(inspect(failure)).not.toContain('secret');
});

test.each([
  ['https://example.com/data/foods.csv.gz?v=2', 'foods.csv.gz'],
  ['https://example.com/', 'download'],
])('the file downloaded from %s is called %s', (address, name) => {
  const { path, cleanUp } = fetchedSource(new URL(address));
  onTestFinished(cleanUp);
  expect(basename(path)).toBe(name);
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
  ['https://', 'Cannot import "https://": it is not a valid URL'],
  ['https://user:secret@', 'Cannot import "https://user@": it is not a valid URL'],
  ['https://user:secret@example.com/a', 'Cannot import "https://example.com/a": URLs with a'],
  ['https://secret@example.com/a', 'Cannot import "https://example.com/a": URLs with a'],
])('addressIn(%j) is refused and shows no password', (source, message) => {
  expect(() => addressIn(source)).toThrow(message);
});
