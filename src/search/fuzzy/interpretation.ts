import type { Amount } from '../../amount/amount-reader.ts';
import type { Unit } from '../../amount/units.ts';
import { elementAt } from '../flat-arrays.ts';
import type { Dictionary } from './dictionary.ts';
import type { MatchedWords } from './food-scorer.ts';
import type { ForeignLanguage } from './language.ts';
import type { Manner, Matches, Source } from './matches.ts';
import { PENALTIES } from './penalties.ts';
import type { QueryWords } from './query-words.ts';

// What a fuzzy query is said to be understood as, word by word, by how many of the first foods.

/** How some words of a query were understood, judged by the foods of the answer. */
export interface Reading {
  /** As typed, folded. */
  readonly typed: string;
  /**
   * `word`: the word itself, in any form, or written together or apart. `beginning`: words that begin
   * with it. `name`: another name. `slip`: a word that differs by typos. `none`: none of
   * the first foods meets it.
   */
  readonly manner: Manner | 'none';
  /** The other name, or the corrected word. */
  readonly taken?: string;
  /** With `name`: the language, where it is a name in the one that was asked for. */
  readonly lang?: ForeignLanguage;
  /** The words of descriptions, folded, that met it. With `beginning`, all that begin with `typed`. */
  readonly marks?: readonly string[];
}

/** What a query was understood as. */
export interface Interpretation {
  readonly readings: readonly Reading[];
  /** Different words beyond those that are looked at. */
  readonly droppedCount: number;
  /** How much of the food was asked for: 2 of "2 cups of milk"; of a range the middle. */
  readonly amount?: number;
  /** The ends of the range that was asked for: 2 and 3 of "2-3 cups". */
  readonly range?: readonly [least: number, most: number];
  /** The unit of the amount; missing if foods are counted. */
  readonly unit?: Unit;
}

/** What the foods of an answer say about how its query was understood. */
export interface FoundWords {
  /** How the first foods meet words, best first. */
  readonly first: readonly (readonly MatchedWords[])[];
  /** Finds the sources by which any food of the answer meets words: most queries have no use for them. */
  readonly findSources: () => ReadonlySet<Source>;
}

/** The first foods of the answer, which decide how the words were understood. */
export const FIRST_FOODS = 10;

/** Says what the first foods take the words of a query for; nothing where that is what was typed. */
export function interpret(
  dictionary: Dictionary,
  matches: Matches,
  query: QueryWords,
  found: FoundWords,
): Interpretation {
  const writer = new ReadingWriter(dictionary, matches, query, found.findSources);
  const readings = new Map<string, { readonly reading: Reading; readonly from: number }>();
  const isMet = matches.words.map(() => false);
  /** Slots and words of the table whose readings are known: those of most foods. */
  const known = new Set<number>();
  for (const met of found.first.flat()) {
    isMet.fill(true, met.from, met.to);
    const [first] = met.slots;
    if (met.alternative === undefined && met.named === undefined && first !== undefined) {
      const key = first.word * matches.slots.length + first.slot;
      if (known.has(key)) continue;
      known.add(key);
    }
    const reading = writer.readingOf(met);
    const key = reading && `${reading.typed}:${reading.manner}:${reading.taken ?? ''}`;
    if (reading !== undefined && key !== undefined && !readings.has(key))
      readings.set(key, { reading, from: met.from });
  }
  isMet.forEach((is, from) => {
    if (is || (query.endsSmall && from === isMet.length - 1)) return;
    const typed = writer.typed(from, from + 1);
    readings.set(`${typed}:none`, { reading: { typed, manner: 'none' }, from });
  });
  const inOrder = [...readings.values()].sort((a, b) => a.from - b.from);
  return {
    readings: inOrder.map(({ reading }) => reading),
    droppedCount: query.droppedCount,
  };
}

/** Puts into words how a food meets words. */
class ReadingWriter {
  readonly #dictionary: Dictionary;
  readonly #matches: Matches;
  readonly #query: QueryWords;
  readonly #findSources: FoundWords['findSources'];
  #sources: ReadonlySet<Source> | undefined;

  constructor(
    dictionary: Dictionary,
    matches: Matches,
    query: QueryWords,
    findSources: FoundWords['findSources'],
  ) {
    this.#dictionary = dictionary;
    this.#matches = matches;
    this.#query = query;
    this.#findSources = findSources;
  }

  /** `undefined` where the words are what was typed. */
  readingOf(met: MatchedWords): Reading | undefined {
    const { from, to, alternative, slots } = met;
    const isOriginal = alternative?.penalty === PENALTIES.foreign;
    const name = isOriginal ? undefined : this.#nameAt(from, to);
    if (name !== undefined) {
      const taken = this.#matches.words.slice(name.from, name.to).join(' ');
      const marks = this.#marksOfName(name.from, name.to, met);
      return { typed: name.typed, manner: 'name', taken, lang: name.lang, marks };
    }
    const typed = this.typed(from, to);
    if (met.named !== undefined) {
      const marks = met.named.map((word) => this.#dictionary.wordAt(word));
      return { typed, manner: 'name', taken: marks.join(' '), marks: [...new Set(marks)] };
    }
    const manner = isOriginal ? 'word' : (alternative ?? slots[0]?.source)?.manner;
    if (manner === undefined) return undefined;
    if (manner === 'beginning') return { typed, manner };
    const meant = slots.map(({ word }) => this.#dictionary.wordAt(word));
    if (manner === 'word') {
      const isAsTyped = meant.every((word) => word === typed || typed.split(' ').includes(word));
      return isAsTyped ? undefined : { typed, manner, marks: this.#marks(met) };
    }
    const marks = alternative === undefined ? meant : this.#marks(met);
    return { typed, manner, taken: meant.join(' '), marks };
  }

  /** Words as they were typed: a name in another language for its English words. */
  typed(from: number, to: number): string {
    const texts: string[] = [];
    for (let at = from; at < to; ) {
      const name = this.#nameAt(at, at + 1);
      texts.push(name?.typed ?? elementAt(this.#query.typed, at));
      at = name?.to ?? at + 1;
    }
    return texts.join(' ');
  }

  /** The name in another language of which words are the English name, or a part of it. */
  #nameAt(from: number, to: number) {
    return this.#query.foreign.names.find((name) => name.from <= from && to <= name.to);
  }

  /** The words of the table by which foods of the answer meet slots in the same manner. */
  #marks({ slots }: MatchedWords): string[] {
    const marks = slots.flatMap(({ slot, source }) => this.#marksOf(slot, source?.manner));
    return [...new Set(marks)];
  }

  /** The same for the English words of a name, and for what a food has in their place. */
  #marksOfName(from: number, to: number, met: MatchedWords): string[] {
    const own = Array.from({ length: to - from }, (_, i) => this.#marksOf(from + i, 'word'));
    return [...new Set([...own.flat(), ...this.#marks(met)])];
  }

  #marksOf(slot: number, manner: Manner | undefined): string[] {
    this.#sources ??= this.#findSources();
    const found = this.#sources;
    return elementAt(this.#matches.slots, slot)
      .sources.filter((one) => one.manner === manner && found.has(one))
      .filter(({ first, end }) => end - first === 1)
      .map(({ first }) => this.#dictionary.wordAt(first));
  }
}

/** What an interpretation says of an amount. */
export function amountFields({ amount, range, unit }: Amount): Partial<Interpretation> {
  return { amount, ...(range && { range }), ...(unit && { unit }) };
}

/** The words that the first food meets, unless it meets one as a guess: `rice` of "jollof rice". */
export function nameOf(words: readonly string[], met: readonly MatchedWords[] = []): string {
  const isKnown = met.every(({ alternative, slots: [slot] }) => {
    const manner = (alternative ?? slot?.source)?.manner;
    return manner === 'word' || manner === 'name';
  });
  const known = isKnown ? met.flatMap(({ from, to }) => words.slice(from, to)) : words;
  return known.join(' ');
}
