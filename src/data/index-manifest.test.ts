import { describe, expect, test } from 'vitest';
import {
  changesFileOf,
  encodeManifest,
  fileOf,
  type PublishedIndex,
  previousToKeep,
  type ReadManifest,
  readManifest,
} from './index-manifest.ts';

const INDEX: PublishedIndex = {
  sha256: 'a'.repeat(64),
  bytes: 1,
  foods: 2,
  revision: 'r',
  time: '2026-11-30T00:00:00.000Z',
  code: 'c',
  version: '1.0.0',
  label: 'l',
  language: 'english',
};
const CHANGES = { from: 'b'.repeat(64), sha256: 'c'.repeat(64), bytes: 3 };
const UNREADABLE = 'manifest.json was written in a format that this version cannot read';
const signal = new AbortController().signal;

/** Reads a manifest from a storage that gives this response. Also returns the request. */
async function read(response: Response, known?: ReadManifest) {
  const asked: unknown[] = [];
  const send = async (file: string, init?: RequestInit) => {
    asked.push([file, Object.fromEntries(new Headers(init?.headers))]);
    return response;
  };
  return { found: await readManifest({ name: '', send }, signal, known), asked };
}

describe('readManifest', () => {
  test('returns the manifest and its ETag, which it sends the next time', async () => {
    const text = encodeManifest({ ...INDEX, changes: CHANGES }, [INDEX]);
    const first = await read(new Response(text, { headers: { etag: '"1"' } }));
    const known = {
      manifest: { format: 1, current: { ...INDEX, changes: CHANGES }, before: [INDEX] },
      etag: '"1"',
    } as const;
    expect(first).toEqual({ found: known, asked: [['manifest.json', {}]] });
    const second = await read(new Response(null, { status: 304 }), known);
    expect(second.found).toBe(known);
    expect(second.asked).toEqual([['manifest.json', { 'if-none-match': '"1"' }]]);
    expect((await read(new Response(text))).found?.etag).toBeNull();
    const gone = await read(new Response(null, { status: 404 }), { ...known, etag: null });
    expect(gone).toEqual({ found: undefined, asked: [['manifest.json', {}]] });
  });

  test('refuses an unexpected status code', async () => {
    await expect(read(new Response('', { status: 500 }))).rejects.toThrow(
      'the server answered with status 500',
    );
  });

  test('refuses more than 64 KiB', async () => {
    const text = encodeManifest(INDEX, []);
    await read(new Response(text.padEnd(2 ** 16)));
    await expect(read(new Response(text.padEnd(2 ** 16 + 1)))).rejects.toThrow(UNREADABLE);
  });

  const manifest = { format: 1, current: INDEX, before: [] };
  const withIndex = (values: object) => ({ ...manifest, current: { ...INDEX, ...values } });
  test.each([
    '',
    '[]',
    'null',
    ...[
      { ...manifest, format: 2 },
      { ...manifest, before: undefined },
      { ...manifest, before: [INDEX, {}] },
      { ...manifest, current: 'a' },
      ...['sha256', 'revision', 'time', 'code', 'version', 'label', 'language'].flatMap((key) => [
        withIndex({ [key]: undefined }),
        withIndex({ [key]: 1 }),
      ]),
      ...['bytes', 'foods'].flatMap((key) => [
        withIndex({ [key]: '1' }),
        withIndex({ [key]: 0.5 }),
        withIndex({ [key]: 2 ** 53 }),
      ]),
      withIndex({ time: 'yesterday' }),
      ...['a'.repeat(63), 'a'.repeat(65), `${'a'.repeat(63)}/`, 'A'.repeat(64)].flatMap((hash) => [
        withIndex({ sha256: hash }),
        withIndex({ changes: { ...CHANGES, sha256: hash } }),
        withIndex({ changes: { ...CHANGES, from: hash } }),
      ]),
      withIndex({ changes: { ...CHANGES, bytes: undefined } }),
      withIndex({ changes: 'none' }),
    ].map((value) => JSON.stringify(value)),
  ])('refuses %s', async (text) => {
    await expect(read(new Response(text))).rejects.toThrow(UNREADABLE);
  });
});

test('files are named by the hash of the index', () => {
  expect([fileOf(INDEX), changesFileOf(INDEX)]).toEqual([
    `${INDEX.sha256}.index`,
    `${INDEX.sha256}.changes`,
  ]);
});

// Each index is named by its hash and the code that wrote it: "2f" has the hash 2 and the code f.
const named = (name = '') => ({ ...INDEX, sha256: name.slice(0, 1), code: name.slice(1) });
test.each<[current: string, old: string[], kept: string[]]>([
  ['2c', [], []],
  ['2c', ['1c'], ['1c']],
  ['2c', ['2c', '1c'], ['1c']],
  ['5c', ['4c', '3c', '2c', '1c'], ['4c', '3c', '2c']],
  ['5c', ['4c', '3c', '2f', '1f'], ['4c', '3c', '2f']],
  ['5c', ['4c', '3c', '2c', '1f', '0f'], ['4c', '3c', '1f']],
])(
  'when index %s follows the indexes %j, these are kept: %j',
  (current, [first, ...rest], kept) => {
    const old =
      first === undefined
        ? undefined
        : ({ format: 1, current: named(first), before: rest.map(named) } as const);
    expect(previousToKeep(named(current), old)).toEqual(kept.map(named));
  },
);
