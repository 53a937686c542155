import { numberAt } from './flat-arrays.ts';
import { fold } from './fold.ts';
import { numberForms } from './fuzzy/english.ts';
import { readNegations } from './fuzzy/negation.ts';
import type { SearchIndex } from './search-index.ts';
import { ENCODER, equalsAt } from './utf8.ts';

// Reads the everyday words of each language (data/everyday*.tsv), and moves the food that such a
// word usually means to the front.

/**
 * Maps everyday words, folded, to the folded description of the food to list first. A word that
 * ends with {@link FUZZY_ONLY} has no effect on `match=substring`.
 */
export type EverydayWords = ReadonlyMap<string, string>;

const FUZZY_ONLY = '~';

export const NO_EVERYDAY_WORDS: EverydayWords = new Map();

/**
 * Parses a file of everyday words. Each line has one or more words separated by `|`, a tab, a
 * description, a tab, and the reason. Empty lines and lines that start with `#` are skipped.
 *
 * @throws Error for any other line or a repeated word, as the file is part of the program
 */
export function parseEverydayWords(text: string): EverydayWords {
  const words = new Map<string, string>();
  for (const line of text.split('\n')) {
    if (line === '' || line.startsWith('#')) continue;
    const [cell, description, reason, ...more] = line.split('\t');
    for (const word of cell?.split('|') ?? []) {
      // Reads the negation in "sugar free cola" as searches do.
      const typed = readNegations(word.split(' ')).map((one) => one.word);
      const read = typed.join(' ');
      if (!word || !description || !reason || more.length > 0 || words.has(read)) {
        throw new Error(`Cannot use ${JSON.stringify(line)}. Use new words, a food, the reason.`);
      }
      words.set(read, fold(description));
    }
  }
  return words;
}

/** The foods that everyday words mean, looked up in a table. */
export class EverydayFoods {
  /** Maps words to rows, if the table has the food. */
  readonly #rows = new Map<string, number>();

  constructor(index: SearchIndex, words: EverydayWords) {
    const found = rowsOf(index, new Set(words.values()));
    for (const [word, description] of words) {
      const row = found.get(description);
      if (row !== undefined) this.#rows.set(word, row);
    }
  }

  /** Returns the row for a text that is exactly an everyday word. */
  rowOf(text: string): number | undefined {
    return this.#rows.get(text);
  }

  /** Returns the row for the first text that is an everyday word in the singular or plural. */
  rowOfForms(...texts: readonly string[]): number | undefined {
    for (const text of texts) {
      for (const form of numberForms(text)) {
        const row = this.#rows.get(form) ?? this.#rows.get(form + FUZZY_ONLY);
        if (row !== undefined) return row;
      }
    }
    return undefined;
  }
}

/** Returns the rows with one row moved to the front, if it is among them. */
export function moveToFront(rows: Uint32Array, row: number | undefined): Uint32Array {
  const at = row === undefined ? -1 : rows.indexOf(row);
  if (row === undefined || at < 1) return rows;
  return rows.slice().copyWithin(1, 0, at).fill(row, 0, 1);
}

/** Returns the first row with each description, if the table has it. */
function rowsOf(
  { texts, textStarts, rows }: SearchIndex,
  descriptions: ReadonlySet<string>,
): ReadonlyMap<string, number> {
  const wanted = [...descriptions].map((text) => ({ text, bytes: ENCODER.encode(text) }));
  const byLength = Map.groupBy(wanted, ({ bytes }) => bytes.length);
  const found = new Map<string, number>();
  for (let rank = 0; rank < rows.length; rank++) {
    const start = numberAt(textStarts, rank);
    for (const { text, bytes } of byLength.get(numberAt(textStarts, rank + 1) - start) ?? []) {
      const isFirst = equalsAt(texts, start, bytes) && !found.has(text);
      if (isFirst) found.set(text, numberAt(rows, rank));
    }
  }
  return found;
}
