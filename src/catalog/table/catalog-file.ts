import { endianness } from 'node:os';
import { crc32 } from 'node:zlib';
import type { SearchIndex } from '../../search/search-index.ts';
import type { AnswerRowsData } from './answer-format.ts';
import type { ColumnData } from './columns.ts';
import type { FieldValuesData } from './field-values.ts';
import type { KeyIndexData } from './key-index.ts';

// Defines a loaded table, and encodes it as an index file. Detects damaged files. A file consists
// of a header, a line of JSON in which each flat array is a reference, and the arrays as they are
// in memory. So loading a file takes little longer than reading it.

export type Elements = Uint8Array | Uint16Array | Uint32Array | Float32Array | Float64Array;
type ArrayType = new (file: SharedArrayBuffer, start: number, length: number) => Elements;

/** The types of arrays in a catalog, by their names in the JSON. */
const ARRAY_TYPES: Readonly<Record<string, ArrayType>> = {
  bytes: Uint8Array,
  shorts: Uint16Array,
  numbers: Uint32Array,
  floats: Float32Array,
  doubles: Float64Array,
};

/** The location of an array after the JSON. */
interface FlatArray {
  readonly flatArray: string;
  /** The offset in bytes, a multiple of {@link ALIGNMENT}. */
  readonly start: number;
  /** The number of elements. */
  readonly length: number;
}

/** The source that the catalog was created from. */
export interface CatalogOrigin {
  /**
   * Identifies the source, such as by its hash. {@link decodeCatalog} reads only a file with the
   * expected label.
   */
  readonly label: string;
  /** The change mark from before the data was read. */
  readonly mark: string;
}

/** A file can be read only in the byte order in which it was written. */
const BYTE_ORDER = endianness();
const ALIGNMENT = Float64Array.BYTES_PER_ELEMENT;

/** The first bytes: the file type and its version. */
const MAGIC = Buffer.from('food-lookup 6\0\0\0');
/**
 * The length of everything after the header in 64 bits, then its checksum in 32 bits, padded with
 * zeros.
 */
const LENGTH_AT = MAGIC.length;
const CHECKSUM_AT = LENGTH_AT + 8;
const HEAD_BYTES = CHECKSUM_AT + 8;
const END_OF_LINE = 0x0a;
/** How many bytes are added to the checksum at a time. */
const CHECKED_BYTES = 2 ** 30;

/** Checks whether a file starts like an index file of any version. */
export function isCatalogFile(start: Uint8Array): boolean {
  const name = MAGIC.subarray(0, MAGIC.indexOf(' ') + 1);
  return Buffer.compare(start.subarray(0, name.length), name) === 0;
}

/**
 * Returns the parts of a file, to be written one after the other.
 *
 * @param replace returns what to write in place of a value
 */
export function encodeParts(
  data: CatalogData,
  origin: CatalogOrigin,
  replace: (value: unknown) => unknown = (value) => value,
): Uint8Array[] {
  const arrays: Uint8Array[] = [];
  let end = 0;
  const content = { ...data, ...origin, byteOrder: BYTE_ORDER };
  const json = JSON.stringify(content, (_key, original: unknown) => {
    const value = replace(original);
    if (!isElements(value)) return value;
    const [flatArray = ''] =
      Object.entries(ARRAY_TYPES).find(([, type]) => value instanceof type) ?? [];
    const place: FlatArray = { flatArray, start: end, length: value.length };
    const padding = aligned(value.byteLength) - value.byteLength;
    arrays.push(new Uint8Array(value.buffer, value.byteOffset, value.byteLength));
    if (padding > 0) arrays.push(new Uint8Array(padding));
    end += value.byteLength + padding;
    return place;
  });
  const bytes = Buffer.byteLength(json) + 1;
  // Padded with spaces, so that the arrays are aligned.
  const line = Buffer.from(`${json}${' '.repeat(aligned(bytes) - bytes)}\n`);
  const head = Buffer.alloc(HEAD_BYTES);
  MAGIC.copy(head);
  head.writeBigUInt64LE(BigInt(line.length + end), LENGTH_AT);
  head.writeUInt32LE([line, ...arrays].reduce(checksum, 0), CHECKSUM_AT);
  return [head, line, ...arrays];
}

/** Returns the file in one piece, for a small catalog. */
export function encodeCatalog(data: CatalogData, origin: CatalogOrigin): Uint8Array {
  return Buffer.concat(encodeParts(data, origin));
}

/** Bytes in memory that threads can share. */
type SharedBytes = Uint8Array & { readonly buffer: SharedArrayBuffer };

/**
 * Returns the catalog, whose arrays are views of `file`, and its mark; `undefined` if the file is
 * damaged, has another label, or was written on a machine with another byte order.
 *
 * @param isTrusted whether the file is already known to be undamaged
 * @param restore returns the original of a value that was replaced
 */
export function decodeCatalog(
  file: SharedBytes,
  label: string,
  isTrusted = false,
  restore: (value: unknown) => unknown = (value) => value,
): { readonly data: CatalogData; readonly mark: string } | undefined {
  if (!isWhole(file, isTrusted)) return undefined;
  const lineEnd = file.indexOf(END_OF_LINE, HEAD_BYTES);
  const line = Buffer.from(file.buffer, HEAD_BYTES, lineEnd - HEAD_BYTES).toString();
  const {
    label: found,
    mark,
    byteOrder,
    ...data
  } = JSON.parse(line, (_key, value: unknown) =>
    isFlatArray(value) ? arrayAt(file.buffer, lineEnd + 1, value) : restore(value),
  );
  return found === label && byteOrder === BYTE_ORDER ? { data, mark } : undefined;
}

/** Checks whether the file is complete and, unless known to be sound, matches its checksum. */
function isWhole({ buffer, length }: SharedBytes, isTrusted: boolean): boolean {
  if (length < HEAD_BYTES) return false;
  const head = Buffer.from(buffer, 0, HEAD_BYTES);
  const content = new Uint8Array(buffer, HEAD_BYTES, length - HEAD_BYTES);
  return (
    head.subarray(0, MAGIC.length).equals(MAGIC) &&
    head.readBigUInt64LE(LENGTH_AT) === BigInt(content.length) &&
    // The checksum and its padding.
    (isTrusted || head.readBigUInt64LE(CHECKSUM_AT) === BigInt(checksum(0, content)))
  );
}

/** Extends a checksum by these bytes. */
function checksum(before: number, bytes: Uint8Array): number {
  let sum = before;
  for (let at = 0; at < bytes.length; at += CHECKED_BYTES) {
    sum = crc32(bytes.subarray(at, at + CHECKED_BYTES), sum);
  }
  return sum;
}

function arrayAt(
  file: SharedArrayBuffer,
  base: number,
  { flatArray, start, length }: FlatArray,
): Elements {
  const Type = ARRAY_TYPES[flatArray];
  if (Type === undefined) throw new RangeError(`There are no arrays of ${flatArray}`);
  return new Type(file, base + start, length);
}

/** Returns an array of zeros of the same type, in shared memory of its own. */
export function emptyLike(array: Elements, bytes: number): Elements {
  const Type = Object.values(ARRAY_TYPES).find((one) => array instanceof one) ?? Uint8Array;
  return new Type(new SharedArrayBuffer(bytes), 0, bytes / array.BYTES_PER_ELEMENT);
}

export function isElements(value: unknown): value is Elements {
  return ArrayBuffer.isView(value) && !(value instanceof DataView);
}

function isFlatArray(value: unknown): value is FlatArray {
  return typeof value === 'object' && value !== null && 'flatArray' in value;
}

function aligned(length: number): number {
  return Math.ceil(length / ALIGNMENT) * ALIGNMENT;
}

/** A loaded table, ready to search: plain data in flat arrays, which can be sent to any thread. */
export interface CatalogData {
  readonly rows: AnswerRowsData;
  /** The additional fields. */
  readonly fields: FieldValuesData;
  /** The columns that conditions and orders may name. */
  readonly columns: readonly ColumnData[];
  readonly key: KeyIndexData | undefined;
  readonly index: SearchIndex;
}
