import { randomInt } from 'node:crypto';
import type { StatementSync } from 'node:sqlite';
import { openTemporary } from './temporary-database.ts';

// Detects repeated names among millions, with hashes in a temporary SQLite file.

/** Remembers strings by 53-bit hashes: enough to count repeats among millions of names. */
export class SeenTexts {
  readonly #find: StatementSync;
  readonly #insert: StatementSync;
  #size = 0;

  constructor() {
    const database = openTemporary('CREATE TABLE hashes (hash INTEGER PRIMARY KEY)');
    this.#find = database.prepare('SELECT 1 FROM hashes WHERE hash = ?');
    this.#insert = database.prepare('INSERT OR IGNORE INTO hashes VALUES (?)');
  }

  /** The number of distinct strings. */
  get size(): number {
    return this.#size;
  }

  has(text: string): boolean {
    return this.#find.get(hashOf(text)) !== undefined;
  }

  /** Remembers a string, and returns whether it was already known. */
  add(text: string): boolean {
    const isNew = Number(this.#insert.run(hashOf(text)).changes) > 0;
    this.#size += Number(isNew);
    return !isNew;
  }
}

/** The seeds are random, so that nobody can make a file whose names have the same hash. */
const [LOW_SEED, HIGH_SEED] = [randomInt(2 ** 32), randomInt(2 ** 32)];

/** Combines a 32-bit FNV-1a hash and a similar 21-bit hash in one number. */
function hashOf(text: string): number {
  let low = LOW_SEED;
  let high = HIGH_SEED;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    low = Math.imul(low ^ unit, 0x01000193);
    high = Math.imul(high ^ unit, 0x85ebca6b);
    high ^= high >>> 13;
  }
  return (high >>> 11) * 2 ** 32 + (low >>> 0);
}
