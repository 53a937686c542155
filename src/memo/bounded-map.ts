// A map of bounded size that forgets what was not used for longest.

/** What a map holds for a key; made, and kept, where it holds nothing. */
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

/**
 * A map that forgets what was not used for longest, many entries at a time, so that to look one up
 * hardly ever writes.
 */
export class BoundedMap<Key, Value> {
  #recent = new Map<Key, Value>();
  #older: ReadonlyMap<Key, Value> = new Map();
  readonly #kept: number;

  /** @param kept how many of the entries used last it keeps at least, and at most twice as many */
  constructor(kept: number) {
    this.#kept = kept;
  }

  get(key: Key): Value | undefined {
    const value = this.#recent.get(key);
    if (value !== undefined) return value;
    const older = this.#older.get(key);
    if (older !== undefined) this.set(key, older);
    return older;
  }

  set(key: Key, value: Value): void {
    this.#recent.set(key, value);
    if (this.#recent.size < this.#kept) return;
    this.#older = this.#recent;
    this.#recent = new Map();
  }
}
