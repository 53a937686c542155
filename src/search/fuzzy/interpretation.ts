import type { Dictionary } from './dictionary.ts';
import { type FuzzyIndex, WORD_SHIFT } from './fuzzy-index.ts';
import type { Manner, Matches } from './matches.ts';

/** What some words of a query were taken for, as the foods of the answer meet them. */
export interface Reading {
  /** As typed, folded. */
  readonly typed: string;
  /**
   * `word`: the word itself, in any form, or written together or apart. `beginning`: words that begin
   * with it. `name`: another name. `slip`: a word that differs by slips of the keys. `none`: no food
   * of the answer meets it.
   */
  readonly manner: Manner | 'none';
  /** The other name, or the word that was taken for the one typed. */
  readonly taken?: string;
  /** The words of descriptions, folded, that met it. With `beginning`, all that begin with `typed`. */
  readonly marks?: readonly string[];
}

/** What a query was understood as. */
export interface Interpretation {
  readonly readings: readonly Reading[];
  /** Different words beyond those that are looked at. */
  readonly droppedCount: number;
}

export function interpret(
  { tokens, tokenStarts }: FuzzyIndex,
  dictionary: Dictionary,
  { words, slots, alternatives }: Matches,
  droppedCount: number,
  ranks: Uint32Array,
): Interpretation {
  const found = new Set<number>();
  for (const rank of ranks) {
    const end = tokenStarts[rank + 1] ?? 0;
    for (let i = tokenStarts[rank] ?? 0; i < end; i++) found.add((tokens[i] ?? 0) >>> WORD_SHIFT);
  }
  const foundIn = (slot: number, manner: Manner) =>
    (slots[slot]?.sources ?? [])
      .filter((source) => source.manner === manner && source.end - source.first === 1)
      .filter(({ first }) => found.has(first))
      .map(({ first }) => dictionary.wordAt(first));
  const readings: Reading[] = [];
  const isMet = words.map(() => false);
  words.forEach((typed, word) => {
    const marks = foundIn(word, 'word');
    if (marks.length > 0) readings.push({ typed, manner: 'word', marks });
    const beginning = slots[word]?.sources.find(({ manner }) => manner === 'beginning');
    const hasBeginning =
      beginning !== undefined &&
      [...found].some(
        (number) =>
          number >= beginning.first &&
          number < beginning.end &&
          !(slots[word]?.sources ?? []).some(
            (source) => source.end - source.first === 1 && source.first === number,
          ),
      );
    if (hasBeginning) readings.push({ typed, manner: 'beginning' });
    for (const taken of foundIn(word, 'slip')) {
      readings.push({ typed, manner: 'slip', taken, marks: [taken] });
    }
    isMet[word] = readings.at(-1)?.typed === typed;
  });
  for (const { from, to, slots: targets, manner } of alternatives) {
    const marks = targets.map((slot) => foundIn(slot, manner));
    if (marks.some((list) => list.length === 0)) continue;
    isMet.fill(true, from, to);
    const typed = words.slice(from, to).join(' ');
    const taken = marks.map(([first = '']) => first).join(' ');
    readings.push({ typed, manner, taken, marks: marks.flat() });
  }
  words.forEach((typed, word) => {
    if (isMet[word] !== true) readings.push({ typed, manner: 'none' });
  });
  return { readings, droppedCount };
}
