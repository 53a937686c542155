// A map of bounded size that evicts the least recently used entries.

/** Returns the value for a key. If there is none, creates and stores it. */
export function remember<Key, Value>(
  map: Pick<BoundedMap<Key, Value>, 'get'> & { set: (key: Key, value: Value) => unknown },
  key: Key,
  make: () => Value,
): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}

/** Evicts the least recently used entries in batches, so that lookups rarely write. */
export class BoundedMap<Key, Value> {
  #recent = new Map<Key, Value>();
  #older: ReadonlyMap<Key, Value> = new Map();
  /** The size of the recent entries. */
  #size = 0;
  readonly #kept: number;
  readonly #sizeOf: (key: Key, value: Value) => number;

  /**
   * @param kept the total size of the recently used entries that are always kept; the map may hold
   *   up to about twice as much
   * @param sizeOf returns the size of an entry, which must never change. Default: 1 for each entry
   */
  constructor(kept: number, sizeOf: (key: Key, value: Value) => number = () => 1) {
    this.#kept = kept;
    this.#sizeOf = sizeOf;
  }

  get(key: Key): Value | undefined {
    const value = this.#recent.get(key);
    if (value !== undefined) return value;
    const older = this.#older.get(key);
    if (older !== undefined) this.set(key, older);
    return older;
  }

  set(key: Key, value: Value): void {
    if (!this.#recent.has(key)) this.#size += this.#sizeOf(key, value);
    this.#recent.set(key, value);
    if (this.#size < this.#kept) return;
    this.#older = this.#recent;
    this.#recent = new Map();
    this.#size = 0;
  }
}
