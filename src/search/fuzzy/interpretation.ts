import type { Unit } from '../../amount/units.ts';
import { elementAt } from '../flat-arrays.ts';
import type { Dictionary } from './dictionary.ts';
import type { Manner, Matches, Source } from './matches.ts';
import type { QueryWords } from './query-words.ts';

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
  /** How much of the food was asked for: 2 of "2 cups of milk". */
  readonly amount?: number;
  /** Of what the amount is so many; missing where foods are counted. */
  readonly unit?: Unit;
}

/**
 * Says what words were taken for.
 *
 * @param found - the sources by which the foods of the answer meet words
 */
export function interpret(
  dictionary: Dictionary,
  { words, slots, alternatives }: Matches,
  { typed: asTyped, droppedCount }: Pick<QueryWords, 'typed' | 'droppedCount'>,
  found: ReadonlySet<Source>,
): Interpretation {
  const marksIn = (slot: number, manner: Manner) =>
    elementAt(slots, slot)
      .sources.filter((source) => source.manner === manner && found.has(source))
      .filter(({ first, end }) => end - first === 1)
      .map(({ first }) => dictionary.wordAt(first));
  const readings: Reading[] = [];
  const isMet = words.map(() => false);
  asTyped.forEach((typed, word) => {
    const before = readings.length;
    const marks = marksIn(word, 'word');
    if (marks.length > 0) readings.push({ typed, manner: 'word', marks });
    const { sources } = elementAt(slots, word);
    if (sources.some((source) => source.manner === 'beginning' && found.has(source))) {
      readings.push({ typed, manner: 'beginning' });
    }
    for (const taken of marksIn(word, 'slip')) {
      readings.push({ typed, manner: 'slip', taken, marks: [taken] });
    }
    isMet[word] = readings.length > before;
  });
  for (const { from, to, slots: targets, manner } of alternatives) {
    if (manner === 'beginning') {
      const isFound = targets.some((slot) =>
        elementAt(slots, slot).sources.some((source) => found.has(source)),
      );
      if (!isFound) continue;
      isMet.fill(true, from, to);
      readings.push({ typed: asTyped.slice(from, to).join(' '), manner });
      continue;
    }
    const marks = targets.map((slot) => marksIn(slot, manner));
    if (marks.some((list) => list.length === 0)) continue;
    isMet.fill(true, from, to);
    const typed = asTyped.slice(from, to).join(' ');
    const taken = marks.map(([first = '']) => first).join(' ');
    readings.push({ typed, manner, taken, marks: marks.flat() });
  }
  asTyped.forEach((typed, word) => {
    if (isMet[word] !== true) readings.push({ typed, manner: 'none' });
  });
  return { readings, droppedCount };
}
