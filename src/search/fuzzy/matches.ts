import type { Dictionary } from './dictionary.ts';
import { numberForms, participleForms } from './english.ts';
import type { QueryWords } from './query-words.ts';
import { POINTS } from './score.ts';
import { findSlips } from './slips.ts';
import type { Synonyms } from './synonyms.ts';

/** How a word of a query is met. */
export type Manner = 'word' | 'beginning' | 'name' | 'slip';

/** Words of the table that meet a word, and the points of being met so. */
export interface Source {
  /** The first of them and the one behind the last. */
  readonly first: number;
  readonly end: number;
  readonly points: number;
  readonly manner: Manner;
}

/** A word to look for. */
export interface Slot {
  readonly sources: readonly Source[];
}

/** Other words in place of some of the query. */
export interface Alternative {
  /** The first word of the query that it stands for, and the one behind the last. */
  readonly from: number;
  readonly to: number;
  /** The slots that must all be met. */
  readonly slots: readonly number[];
  readonly points: number;
  /** Whether they must be neighbors, in this order: a word written apart. */
  readonly together: boolean;
  readonly manner: Manner;
}

/** What a query is looked up as. */
export interface Matches {
  readonly words: readonly string[];
  /** Those of the words first, in their order; then those of alternatives. */
  readonly slots: readonly Slot[];
  readonly alternatives: readonly Alternative[];
}

/** What forms a word may have: of the language of the table. */
export type Language = 'english' | 'none';

const MOST_ALTERNATIVES = 32;

export class Matcher {
  readonly #dictionary: Dictionary;
  readonly #language: Language;
  readonly #synonyms: Synonyms;

  constructor(dictionary: Dictionary, language: Language, synonyms: Synonyms) {
    this.#dictionary = dictionary;
    this.#language = language;
    this.#synonyms = synonyms;
  }

  match({ words, lastIsOpen }: QueryWords): Matches {
    const slots: Slot[] = words.map((word, i) =>
      this.#slotOf(word, lastIsOpen && i === words.length - 1),
    );
    const alternatives: Alternative[] = [];
    const slotNumbers = new Map<string, number>();
    const add = (
      [from, to]: readonly [number, number],
      target: readonly string[],
      { points, together, manner }: Pick<Alternative, 'points' | 'together' | 'manner'>,
    ) => {
      if (alternatives.length === MOST_ALTERNATIVES) return;
      const found: number[] = [];
      for (const word of target) {
        let slot = slotNumbers.get(word);
        if (slot === undefined) {
          const sources = this.#formsOf(word, manner);
          if (sources.length === 0) return;
          slot = slots.push({ sources }) - 1;
          slotNumbers.set(word, slot);
        }
        found.push(slot);
      }
      alternatives.push({ from, to, slots: found, points, together, manner });
    };
    const joined = { points: POINTS.joined, together: true, manner: 'word' } as const;
    const named = { points: POINTS.otherName, together: false, manner: 'name' } as const;
    for (let from = 0; from < words.length; from++) {
      const word = words[from] ?? '';
      for (
        let to = from + 1;
        to <= Math.min(words.length, from + Math.max(2, this.#synonyms.mostWords));
        to++
      ) {
        for (const meaning of this.#meaningsOf(words.slice(from, to)))
          add([from, to], meaning, named);
      }
      const next = words[from + 1];
      if (next !== undefined) add([from, from + 2], [word + next], joined);
      for (const [left, right] of this.#splitsOf(word))
        add([from, from + 1], [left, right], joined);
    }
    return { words, slots, alternatives };
  }

  #slotOf(word: string, isOpen: boolean): Slot {
    const sources = this.#formsOf(word, 'word');
    const isKnown = sources.length > 0;
    const { first, end } = this.#dictionary.startingWith(word);
    if (first < end && (isOpen || !isKnown)) {
      sources.push({
        first,
        end,
        points: isOpen ? POINTS.beginning : POINTS.earlierBeginning,
        manner: 'beginning',
      });
    }
    if (!isKnown) {
      for (const { word: other, slips } of findSlips(this.#dictionary, word)) {
        sources.push({
          first: other,
          end: other + 1,
          points: slips === 1 ? POINTS.slip : POINTS.twoSlips,
          manner: 'slip',
        });
      }
    }
    return { sources };
  }

  /** The word itself and its other forms, as far as the table has them. */
  #formsOf(word: string, manner: Manner): Source[] {
    const sources: Source[] = [];
    const taken = new Set<number>();
    const add = (form: string, points: number) => {
      const number = this.#dictionary.find(form);
      if (number === -1 || taken.has(number)) return;
      taken.add(number);
      sources.push({ first: number, end: number + 1, points, manner });
    };
    add(word, POINTS.same);
    if (this.#language === 'none') return sources;
    for (const form of numberForms(word)) add(form, POINTS.otherNumber);
    for (const form of participleForms(word)) add(form, POINTS.participle);
    return sources;
  }

  #meaningsOf(words: readonly string[]): readonly (readonly string[])[] {
    const { meanings } = this.#synonyms;
    const found = meanings.get(words.join(''));
    if (found !== undefined || this.#language === 'none') return found ?? [];
    const start = words.slice(0, -1).join('');
    for (const form of numberForms(words.at(-1) ?? '')) {
      const ofForm = meanings.get(start + form);
      if (ofForm !== undefined) return ofForm;
    }
    return [];
  }

  #splitsOf(word: string): (readonly [string, string])[] {
    const splits: (readonly [string, string])[] = [];
    const letters = [...word];
    if (letters.length > 32) return splits;
    for (let at = 1; at < letters.length; at++) {
      const left = letters.slice(0, at).join('');
      if (this.#dictionary.find(left) === -1) continue;
      splits.push([left, letters.slice(at).join('')]);
    }
    return splits;
  }
}
