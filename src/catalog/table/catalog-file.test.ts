import { expect, test } from 'vitest';
import { byteAt } from '../../search/flat-arrays.ts';
import { loadCatalog } from '../loading/load-catalog.ts';
import {
  bytesIn,
  CatalogReader,
  checksum,
  decodeCatalog,
  emptyLike,
  encodeCatalog,
  isCatalogFile,
  isElements,
} from './catalog-file.ts';

test('decodeCatalog copies each array into its own shared memory, and returns nothing if the label differs', async () => {
  const { data, encoded } = await encodedCatalog('one');
  const file = shared(encoded);
  const decoded = decodeCatalog(file, 'one');
  expect(decoded).toEqual({ data, mark: 'a mark' });
  expect(decoded?.data.fields.starts.buffer.byteLength).toBe(8);
  expect(decodeCatalog(file, 'other')).toBeUndefined();
});

test('decodeCatalog returns nothing for a file that is truncated, too long, or has a changed byte', async () => {
  const { encoded } = await encodedCatalog('one');
  const step = Math.ceil(encoded.length / 100);
  const places = [...Array(100).keys()].flatMap((n) => [n, n * step, encoded.length - 1 - n]);
  for (const at of places.filter((each) => each < encoded.length)) {
    expect(decodeCatalog(shared(encoded.subarray(0, at)), 'one'), `cut at ${at}`).toBeUndefined();
    const damaged = shared(encoded);
    damaged[at] = byteAt(damaged, at) ^ 1;
    expect(decodeCatalog(damaged, 'one'), `byte ${at}`).toBeUndefined();
  }
  expect(decodeCatalog(shared(Buffer.concat([encoded, bytes(0)])), 'one')).toBeUndefined();
  expect(decodeCatalog(shared(encoded), 'one')).toBeDefined();
});

test('decodeCatalog does not verify checksums if the caller has done so', async () => {
  const { encoded } = await encodedCatalog('one');
  const damaged = shared(encoded);
  damaged[damaged.length - 1] = byteAt(damaged, damaged.length - 1) ^ 1;
  expect(decodeCatalog(damaged, 'one', true)).toBeDefined();
});

test('CatalogReader reads a file that arrives in pieces', async () => {
  const { data, encoded } = await encodedCatalog('one');
  const reader = new CatalogReader(encoded.length, 'one');
  for (let at = 0; at < encoded.length; at += 7) {
    expect(reader.end()).toBeUndefined();
    reader.add(encoded.subarray(at, at + 7));
  }
  expect(reader.end()).toEqual({ data, mark: 'a mark' });
  // Bytes after the file change nothing.
  reader.add(bytes(1, 2, 3));
  expect(reader.end()?.mark).toBe('a mark');
});

test('a file begins with its type, version, length and checksums', async () => {
  const { encoded } = await encodedCatalog('one');
  const file = Buffer.from(encoded);
  const jsonLength = file.readUInt32LE(28);
  const content = file.subarray(36);
  expect(file.toString('latin1', 0, 16)).toBe('food-lookup 7\0\0\0');
  expect(file.readBigUInt64LE(16)).toBe(BigInt(content.length));
  expect(file.readUInt32LE(24)).toBe(checksum(0, content));
  expect(file.readUInt32LE(32)).toBe(checksum(0, content.subarray(0, jsonLength)));
  expect(JSON.parse(content.toString('utf8', 0, jsonLength))).toMatchObject({
    label: 'one',
    mark: 'a mark',
    rows: { blocks: [{ flatArray: 'bytes', length: 3 }] },
    key: { slots: { flatArray: 'numbers', length: 1 } },
  });
});

test.each([
  ['food-lookup 7\0\0\0', true],
  ['food-lookup 1', true],
  ['food-lookup', false],
  ['food-lookup-7', false],
  ['', false],
])('a file that begins with %j is an index file: %s', (start, expected) => {
  expect(isCatalogFile(Buffer.from(start))).toBe(expected);
});

test.each([
  new Uint8Array(2),
  new Uint16Array(2),
  new Uint32Array(2),
  new Float32Array(2),
  new Float64Array(2),
])('arrays keep their types: %o', (array) => {
  expect(isElements(array)).toBe(true);
  const empty = emptyLike(array, 16);
  expect(empty.constructor).toBe(array.constructor);
  expect([empty.byteLength, bytesIn(array.subarray(1)).length]).toEqual([
    16,
    array.BYTES_PER_ELEMENT,
  ]);
});

test('everything but arrays of numbers is written unchanged', () => {
  for (const value of [null, [], 'a', new DataView(new ArrayBuffer(1))]) {
    expect(isElements(value)).toBe(false);
  }
});

async function encodedCatalog(label: string) {
  const data = {
    rows: { revision: 'é', isWhole: true, blocks: [bytes(1, 2, 3)], starts: numbers(0, 3) },
    fields: { names: ['a'], offered: [], bytes: bytes(), starts: numbers(0, 2 ** 32 - 1) },
    columns: [
      { name: 'a', holdsNumbers: true, values: scaled(new Uint16Array([1])) },
      { name: 'b', holdsNumbers: true, values: floating(new Float32Array([1.5, Number.NaN])) },
      { name: 'c', holdsNumbers: true, values: floating(new Float64Array([0.1])) },
      { name: 'd', holdsNumbers: false, values: ordinal(bytes(1, 1)) },
    ].map((column) => ({ ...column, hasFewTexts: !column.holdsNumbers })),
    key: { column: 'id', bytes: bytes(9), starts: numbers(), slots: numbers(7) },
    index: (await emptyIndex()).index,
  };
  return { data, encoded: encodeCatalog(data, { label, mark: 'a mark' }) };
}

function shared(content: Uint8Array): Uint8Array<SharedArrayBuffer> {
  const file = new Uint8Array(new SharedArrayBuffer(content.length));
  file.set(content);
  return file;
}

const scaled = (values: Uint16Array) => ({ form: 'scaled', values, base: -1, scale: 10 }) as const;
const ordinal = (ordinals: Uint8Array) =>
  ({ form: 'ordinal', ordinals, rows: numbers(0) }) as const;
const floating = (values: Float32Array | Float64Array) => ({ form: 'floating', values }) as const;
const bytes = (...values: number[]) => new Uint8Array(values);
const numbers = (...values: number[]) => new Uint32Array(values);

async function emptyIndex() {
  const { data } = await loadCatalog(
    { columns: [], count: 0, read: async function* () {} },
    { fields: [] },
  );
  return data;
}
