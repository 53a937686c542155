import { type Entry, FATTY_ACID_COLUMNS } from './entry.ts';
import { isFatValue } from './fat.ts';
import type { StoredValue } from './stored-value.ts';

// The warning about fatty acids that are not numbers and count as 0 in `fat_g`.

/** Text among the fatty acids that is not a number: it counts as 0, and its owner should know. */
export class UnreadableFats {
  /** How many there were among the entries seen so far. */
  count = 0;
  #example = '';

  /** Looks at the fatty acids of an entry. */
  note(entry: Entry): void {
    for (const column of FATTY_ACID_COLUMNS) {
      if (isFatValue(entry[column])) continue;
      this.count += 1;
      this.#example ||= `${column} ${shown(entry[column])} of ${shown(entry.description)}`;
    }
  }

  /** One line for the log, with the first of them as an example. */
  summary(): string {
    return `${this.count} fatty acid values are not numbers and count as 0 in fat_g, the first: ${this.#example}`;
  }
}

/** Text in quotes; JSON has no form for a long integer, and none for an infinity. */
function shown(value: StoredValue): string {
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
}
