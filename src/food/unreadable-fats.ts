import { isFatValue } from './fat.ts';
import { FATTY_ACID_COLUMNS, type StoredEntry } from './food-entry.ts';
import type { StoredValue } from './stored-value.ts';

/** Text among the fatty acids that is no number: it counts as 0, and its owner should hear of it. */
export class UnreadableFats {
  /** How many there were among the entries seen so far. */
  count = 0;
  #example = '';

  /** The entries as they are, each looked at in passing. */
  *watch(entries: Iterable<StoredEntry>): Generator<StoredEntry> {
    for (const entry of entries) {
      for (const column of FATTY_ACID_COLUMNS) {
        if (isFatValue(entry[column])) continue;
        this.count += 1;
        this.#example ||= `${column} ${shown(entry[column])} of ${shown(entry.description)}`;
      }
      yield entry;
    }
  }

  /** One line for the log, with the first of them as an example. */
  summary(): string {
    return `${this.count} fatty acid values are no numbers and count as 0 in fat_g, the first: ${this.#example}`;
  }
}

/** Text in quotes; JSON has no form for a long integer, and none for an infinity. */
function shown(value: StoredValue): string {
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
}
