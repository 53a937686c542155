import { endianness } from 'node:os';
import { crc32 } from 'node:zlib';
import type { CatalogData } from './memory-catalog.ts';

// A catalog as bytes: a head, a line of JSON in which each flat array is the place of its elements, followed by
// these elements as they are in memory. So reading one back is reading a file.

/** Where an array is after the JSON. */
interface FlatArray {
  readonly flatArray: 'bytes' | 'numbers';
  /** In bytes, a multiple of {@link ALIGNMENT}. */
  readonly start: number;
  /** In elements. */
  readonly length: number;
}

/** What one byte order wrote, another cannot read. */
const BYTE_ORDER = endianness();
const ALIGNMENT = Uint32Array.BYTES_PER_ELEMENT;

/** What the file is, and in which form: the first bytes. */
const MAGIC = Buffer.from('food-lookup 3\0\0\0');
/** Two numbers of 32 bits: the length of all that follows, and its checksum. */
const HEAD_BYTES = MAGIC.length + 2 * ALIGNMENT;
const END_OF_LINE = 0x0a;

/** @param label a word that {@link decodeCatalog} has to be given too, such as the hash of the source */
export function encodeCatalog(data: CatalogData, label: string): Uint8Array {
  const arrays: Uint8Array[] = [];
  let end = 0;
  const json = JSON.stringify({ ...data, label, byteOrder: BYTE_ORDER }, (_key, value: unknown) => {
    if (!(value instanceof Uint8Array || value instanceof Uint32Array)) return value;
    const flatArray = value instanceof Uint8Array ? 'bytes' : 'numbers';
    const place: FlatArray = { flatArray, start: end, length: value.length };
    const padded = new Uint8Array(aligned(value.byteLength));
    padded.set(new Uint8Array(value.buffer, value.byteOffset, value.byteLength));
    arrays.push(padded);
    end += padded.length;
    return place;
  });
  const bytes = Buffer.byteLength(json) + 1;
  // Spaces, so that the arrays begin where they can be read.
  const line = `${json}${' '.repeat(aligned(bytes) - bytes)}\n`;
  const content = Buffer.concat([Buffer.from(line), ...arrays]);
  const head = Buffer.alloc(HEAD_BYTES);
  MAGIC.copy(head);
  head.writeUInt32LE(content.length, MAGIC.length);
  head.writeUInt32LE(crc32(content), MAGIC.length + ALIGNMENT);
  return Buffer.concat([head, content]);
}

/**
 * The catalog, whose arrays are views of `file`; `undefined` where the file is damaged, has another
 * label or was made by a machine with another byte order.
 */
export function decodeCatalog(
  file: Uint8Array<SharedArrayBuffer>,
  label: string,
): CatalogData | undefined {
  if (!isWhole(file)) return undefined;
  const lineEnd = file.indexOf(END_OF_LINE, HEAD_BYTES);
  const line = Buffer.from(file.buffer, HEAD_BYTES, lineEnd - HEAD_BYTES).toString();
  const {
    label: found,
    byteOrder,
    ...data
  } = JSON.parse(line, (_key, value: unknown) =>
    isFlatArray(value) ? arrayAt(file.buffer, lineEnd + 1, value) : value,
  );
  return found === label && byteOrder === BYTE_ORDER ? data : undefined;
}

/** Whether it is what {@link encodeCatalog} gave, to the last byte. */
function isWhole({ buffer, length }: Uint8Array<SharedArrayBuffer>): boolean {
  if (length < HEAD_BYTES) return false;
  const head = Buffer.from(buffer, 0, HEAD_BYTES);
  const content = Buffer.from(buffer, HEAD_BYTES, length - HEAD_BYTES);
  return (
    head.subarray(0, MAGIC.length).equals(MAGIC) &&
    head.readUInt32LE(MAGIC.length) === content.length &&
    head.readUInt32LE(MAGIC.length + ALIGNMENT) === crc32(content)
  );
}

function arrayAt(
  file: SharedArrayBuffer,
  base: number,
  { flatArray, start, length }: FlatArray,
): Uint8Array | Uint32Array {
  return flatArray === 'bytes'
    ? new Uint8Array(file, base + start, length)
    : new Uint32Array(file, base + start, length);
}

function isFlatArray(value: unknown): value is FlatArray {
  return typeof value === 'object' && value !== null && 'flatArray' in value;
}

function aligned(length: number): number {
  return Math.ceil(length / ALIGNMENT) * ALIGNMENT;
}
