import { setImmediate } from 'node:timers/promises';
import { type ArrayDiff, applyDiff, diffArrays, type Integers } from './array-diff.ts';
import {
  bytesIn,
  type CatalogData,
  checksum,
  decodeCatalog,
  type Elements,
  emptyLike,
  encodeParts,
  isElements,
} from './catalog-file.ts';

// Encodes a catalog as its differences from an earlier catalog, for services that have the earlier
// one. A renamed food changes only a small part of an index.

/** An array, described by its differences from an array of the earlier catalog. */
interface ChangedArray {
  /** The path of that array. */
  readonly changedArray: string;
  /** Absent if the arrays are equal. */
  readonly changes?: ArrayDiff & { readonly checksum: number };
}

/** Returns the parts of a file with everything in `after` that is not in `before`. */
export async function encodeDiff(
  before: CatalogData,
  after: CatalogData,
  label: string,
): Promise<Uint8Array[]> {
  const old = new Map(arraysIn(before));
  const changed = new Map<unknown, ChangedArray>();
  for (const [path, array] of arraysIn(after)) {
    const other = old.get(path);
    if (other === undefined || other.constructor !== array.constructor) continue;
    const isSame = Buffer.compare(bytesIn(other), bytesIn(array)) === 0;
    const changes = isSame ? undefined : diffArrays(integersIn(other), integersIn(array));
    if (isSame) changed.set(array, { changedArray: path });
    if (changes !== undefined) {
      const sum = checksum(0, bytesIn(array));
      changed.set(array, { changedArray: path, changes: { ...changes, checksum: sum } });
    }
    // Yields to the event loop, for example to handle a signal to stop.
    await setImmediate();
  }
  return encodeParts(after, { label, mark: '' }, (value) => changed.get(value) ?? value);
}

/**
 * Returns the catalog that a file of {@link encodeDiff} describes. Shares unchanged arrays with
 * `before`.
 *
 * @param bytes the size of the index, which bounds the changed arrays
 * @throws Error if the changes do not fit, or have a different label
 */
export function applyEncodedDiff(
  before: CatalogData,
  file: Uint8Array,
  label: string,
  bytes: number,
): CatalogData {
  const decoded = decodeCatalog(file, label, true);
  if (decoded === undefined) throw new Error('The changes are for a different index');
  restoreIn(decoded.data, new Map(arraysIn(before)), { bytes });
  return decoded.data;
}

/** How many more bytes the changed arrays may have. */
interface ByteBudget {
  bytes: number;
}

/** Replaces descriptions of arrays with the arrays. */
function restoreIn(value: object, old: ReadonlyMap<string, Elements>, budget: ByteBudget): void {
  for (const [key, part] of Object.entries(value)) {
    if (typeof part !== 'object' || part === null || isElements(part)) continue;
    if (isChangedArray(part))
      Reflect.set(value, key, changedFrom(old.get(part.changedArray), part, budget));
    else restoreIn(part, old, budget);
  }
}

function changedFrom(
  before: Elements | undefined,
  { changedArray, changes }: ChangedArray,
  budget: ByteBudget,
): Elements {
  if (before === undefined) throw new RangeError(`There is no array ${changedArray}`);
  if (changes === undefined) return before;
  const integers = integersIn(before);
  const bytes = changes.length * integers.BYTES_PER_ELEMENT;
  budget.bytes -= bytes;
  if (budget.bytes < 0) throw new RangeError('The changed arrays are larger than their index');
  const after = emptyLike(before, bytes);
  applyDiff(integers, changes, integersIn(after));
  if (checksum(0, bytesIn(after)) === changes.checksum) return after;
  throw new Error(`The changes of ${changedArray} are for a different index`);
}

/** Returns all arrays in a value with their paths. */
function* arraysIn(value: unknown, path = ''): Generator<[path: string, Elements]> {
  if (isElements(value)) yield [path, value];
  else if (typeof value === 'object' && value !== null) {
    for (const [key, part] of Object.entries(value)) yield* arraysIn(part, `${path}/${key}`);
  }
}

function integersIn({ buffer, byteOffset, byteLength, BYTES_PER_ELEMENT }: Elements): Integers {
  const bytes = Uint32Array.BYTES_PER_ELEMENT;
  if (BYTES_PER_ELEMENT < bytes) return new Uint8Array(buffer, byteOffset, byteLength);
  return new Uint32Array(buffer, byteOffset, byteLength / bytes);
}

function isChangedArray(value: unknown): value is ChangedArray {
  return typeof value === 'object' && value !== null && 'changedArray' in value;
}
