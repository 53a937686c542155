import { endianness } from 'node:os';
import { crc32 } from 'node:zlib';
import type { SearchIndex } from '../../search/search-index.ts';
import type { AnswerRowsData } from './answer-format.ts';
import type { ColumnData } from './columns.ts';
import type { FieldValuesData } from './field-values.ts';
import type { KeyIndexData } from './key-index.ts';

// Defines a loaded table, and encodes it as an index file. Detects damaged files. A file consists
// of a header, JSON in which each flat array is a reference, and the arrays as they are in
// memory. So loading a file takes little longer than reading it.

export type Elements = Uint8Array | Uint16Array | Uint32Array | Float32Array | Float64Array;
type ArrayType = (new (
  buffer: SharedArrayBuffer,
) => Elements) & {
  readonly BYTES_PER_ELEMENT: number;
};

/** The types of arrays in a catalog, by their names in the JSON. */
const ARRAY_TYPES: Readonly<Record<string, ArrayType>> = {
  bytes: Uint8Array,
  shorts: Uint16Array,
  numbers: Uint32Array,
  floats: Float32Array,
  doubles: Float64Array,
};

/** The reference to an array. The arrays are in the order of their references. */
interface FlatArray {
  readonly flatArray: string;
  /** The number of elements. */
  readonly length: number;
}

/** The source that the catalog was created from. */
export interface CatalogOrigin {
  /**
   * Identifies the source; may be its hash. {@link CatalogReader} reads only a file with the
   * expected label.
   */
  readonly label: string;
  /** The change mark from before the data was read. */
  readonly mark: string;
}

/** A file can be read only on machines with the byte order in which it was written. */
const BYTE_ORDER = endianness();

/** The first bytes: the file type and its version. */
const MAGIC = Buffer.from('food-lookup 7\0\0\0');
/**
 * The length of everything after the header in 64 bits, then its checksum, the length of the JSON,
 * and the checksum of the JSON, in 32 bits each. The JSON is parsed before the arrays are read.
 */
const LENGTH_AT = MAGIC.length;
const CHECKSUM_AT = LENGTH_AT + 8;
const JSON_LENGTH_AT = CHECKSUM_AT + 4;
const JSON_CHECKSUM_AT = JSON_LENGTH_AT + 4;
const HEAD_BYTES = JSON_CHECKSUM_AT + 4;
/** How many bytes are added to the checksum at a time. */
const CHECKED_BYTES = 2 ** 30;

/** Checks whether a file starts like an index file of any version. */
export function isCatalogFile(start: Uint8Array): boolean {
  const name = MAGIC.subarray(0, MAGIC.indexOf(' ') + 1);
  return Buffer.compare(start.subarray(0, name.length), name) === 0;
}

/**
 * Returns the parts of a file, in the order to write them.
 *
 * @param replace returns what to write in place of a value
 */
export function encodeParts(
  data: CatalogData,
  origin: CatalogOrigin,
  replace: (value: unknown) => unknown = (value) => value,
): Uint8Array[] {
  const arrays: Uint8Array[] = [];
  const described = { ...data, ...origin, byteOrder: BYTE_ORDER };
  const json = JSON.stringify(described, (_key, original: unknown) => {
    const value = replace(original);
    if (!isElements(value)) return value;
    const [flatArray = ''] =
      Object.entries(ARRAY_TYPES).find(([, type]) => value instanceof type) ?? [];
    arrays.push(bytesIn(value));
    return { flatArray, length: value.length } satisfies FlatArray;
  });
  const text = Buffer.from(json);
  const content = [text, ...arrays];
  const head = Buffer.alloc(HEAD_BYTES);
  MAGIC.copy(head);
  const length = content.reduce((sum, part) => sum + part.length, 0);
  head.writeBigUInt64LE(BigInt(length), LENGTH_AT);
  head.writeUInt32LE(content.reduce(checksum, 0), CHECKSUM_AT);
  head.writeUInt32LE(text.length, JSON_LENGTH_AT);
  head.writeUInt32LE(crc32(text), JSON_CHECKSUM_AT);
  return [head, ...content];
}

/** Returns the file in one piece, for a small catalog. */
export function encodeCatalog(data: CatalogData, origin: CatalogOrigin): Uint8Array {
  return Buffer.concat(encodeParts(data, origin));
}

/** An indexed table, and its change mark from before it was read. */
export interface IndexedData {
  readonly data: CatalogData;
  readonly mark: string;
}

/**
 * Reads a file as its bytes arrive. Each array gets its own shared memory, so that replaced arrays
 * do not stay in memory.
 */
export class CatalogReader {
  readonly #buffers: Iterator<Uint8Array, IndexedData | undefined>;
  #buffer: IteratorResult<Uint8Array, IndexedData | undefined>;

  /**
   * @param bytes the length of the file
   * @param isTrusted whether the file is checked for damage elsewhere
   */
  constructor(bytes: number, label: string, isTrusted = false) {
    this.#buffers = buffersFor(bytes, label, isTrusted);
    this.#buffer = this.#buffers.next();
  }

  /** Adds the next bytes. */
  add(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length && !this.#buffer.done; ) {
      const { value: buffer } = this.#buffer;
      const part = bytes.subarray(at, at + buffer.length);
      buffer.set(part);
      at += part.length;
      const value = buffer.subarray(part.length);
      this.#buffer = value.length > 0 ? { value } : this.#buffers.next();
    }
  }

  /**
   * Returns the catalog; `undefined` if the file is damaged, has a different label, or was written
   * on a machine with a different byte order.
   */
  end(): IndexedData | undefined {
    return this.#buffer.done ? this.#buffer.value : undefined;
  }
}

/** Decodes a file in one piece. */
export function decodeCatalog(
  file: Uint8Array,
  ...wanted: [label: string, isTrusted?: boolean]
): IndexedData | undefined {
  const reader = new CatalogReader(file.length, ...wanted);
  reader.add(file);
  return reader.end();
}

/**
 * Yields buffers, each of which the caller fills with the next bytes of a file. Returns the file's
 * content; `undefined` if the file is damaged or not the expected one.
 */
function* buffersFor(
  bytes: number,
  label: string,
  isTrusted: boolean,
): Generator<Uint8Array, IndexedData | undefined> {
  const head = Buffer.alloc(HEAD_BYTES);
  yield head;
  const length = bytes - HEAD_BYTES;
  const jsonLength = head.readUInt32LE(JSON_LENGTH_AT);
  const isFitting = head.readBigUInt64LE(LENGTH_AT) === BigInt(length) && jsonLength <= length;
  if (!isFitting || !head.subarray(0, MAGIC.length).equals(MAGIC)) return undefined;
  const text = Buffer.alloc(jsonLength);
  yield text;
  if (crc32(text) !== head.readUInt32LE(JSON_CHECKSUM_AT)) return undefined;
  const arrays: Uint8Array[] = [];
  let room = length - jsonLength;
  const {
    label: found,
    mark,
    byteOrder,
    ...data
  } = JSON.parse(text.toString(), (_key, value: unknown) => {
    if (!isFlatArray(value)) return value;
    const array = emptyArray(value, room);
    arrays.push(bytesIn(array));
    room -= array.byteLength;
    return array;
  });
  if (room > 0 || found !== label || byteOrder !== BYTE_ORDER) return undefined;
  for (const array of arrays) if (array.length > 0) yield array;
  const isSound =
    isTrusted || head.readUInt32LE(CHECKSUM_AT) === [text, ...arrays].reduce(checksum, 0);
  return isSound ? { data, mark } : undefined;
}

/** Extends a checksum by these bytes. */
export function checksum(before: number, bytes: Uint8Array): number {
  let sum = before;
  for (let at = 0; at < bytes.length; at += CHECKED_BYTES) {
    sum = crc32(bytes.subarray(at, at + CHECKED_BYTES), sum);
  }
  return sum;
}

/** @param room how many bytes the file has left */
function emptyArray({ flatArray, length }: FlatArray, room: number): Elements {
  const Type = ARRAY_TYPES[flatArray];
  if (Type === undefined) throw new RangeError(`There are no arrays of ${flatArray}`);
  const bytes = length * Type.BYTES_PER_ELEMENT;
  if (bytes > room) throw new RangeError('The file is too short for its arrays');
  return new Type(new SharedArrayBuffer(bytes));
}

/** Returns an array of zeros of the same type, in its own shared memory. */
export function emptyLike(array: Elements, bytes: number): Elements {
  const Type = Object.values(ARRAY_TYPES).find((one) => array instanceof one) ?? Uint8Array;
  return new Type(new SharedArrayBuffer(bytes));
}

export function bytesIn({ buffer, byteOffset, byteLength }: Elements): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

export function isElements(value: unknown): value is Elements {
  return ArrayBuffer.isView(value) && !(value instanceof DataView);
}

function isFlatArray(value: unknown): value is FlatArray {
  return typeof value === 'object' && value !== null && 'flatArray' in value;
}

/** A loaded table, ready to search: plain data in flat arrays, which can be sent to any thread. */
export interface CatalogData {
  readonly rows: AnswerRowsData;
  /** The additional fields. */
  readonly fields: FieldValuesData;
  /** The columns that `where` and `sort` may name. */
  readonly columns: readonly ColumnData[];
  readonly key: KeyIndexData | undefined;
  readonly index: SearchIndex;
}
