import type { Amount } from '../../amount/amount-reader.ts';
import type { Unit } from '../../amount/units.ts';
import { elementAt } from '../flat-arrays.ts';
import type { Dictionary } from './dictionary.ts';
import type { MatchedWords } from './food-scorer.ts';
import type { ForeignLanguage } from './language.ts';
import type { Manner, Matches, Source } from './matches.ts';
import { PENALTIES } from './penalties.ts';
import type { QueryWords } from './query-words.ts';

// Reports how each word of a fuzzy query was understood, according to the first foods of the
// answer.

/** How consecutive query words were understood, according to the foods of the answer. */
export interface Reading {
  /** The typed words, folded. */
  readonly typed: string;
  /**
   * `word`: the word itself, in any form, joined or split. `beginning`: words with this prefix.
   * `name`: another name. `slip`: a word that differs by typos. `none`: words that none of the
   * first foods matches, or that were not searched for.
   */
  readonly manner: Manner | 'none';
  /** The other name, or the corrected word. */
  readonly taken?: string;
  /** With `name`, this is the requested language if the name is in that language. */
  readonly lang?: ForeignLanguage;
  /**
   * The folded description words that match. Absent with `none`, and with `beginning`: all words
   * that start with `typed` match.
   */
  readonly marks?: readonly string[];
}

/** How a query was understood. */
export interface Interpretation {
  readonly readings: readonly Reading[];
  /** The number of distinct words dropped from the query because it had too many. */
  readonly droppedCount: number;
  /** The requested amount: 2 for "2 cups of milk"; the midpoint of a range. */
  readonly amount?: number;
  /** The ends of the requested range: 2 and 3 for "2-3 cups". */
  readonly range?: readonly [least: number, most: number];
  /** The unit of the amount; missing if foods are counted. */
  readonly unit?: Unit;
}

/** How the foods of an answer match the query. */
export interface FoundWords {
  readonly dictionary: Dictionary;
  readonly matches: Matches;
  readonly query: QueryWords;
  /** How each of the first foods matches the query words, best food first. */
  readonly first: readonly (readonly MatchedWords[])[];
  /**
   * Finds the single-word sources that match in any food of the answer. Called on demand, since
   * most queries do not need it.
   */
  readonly findSources: () => ReadonlySet<Source>;
}

/** How many of the top foods determine how the words were understood. */
export const FIRST_FOODS = 10;

/** Reports how the first foods match each query word, omitting words that match as typed. */
export function interpret(found: FoundWords): Interpretation {
  const { matches, query } = found;
  const writer = new ReadingWriter(found);
  const readings = new Map<string, { readonly reading: Reading; readonly from: number }>();
  const isMatched = matches.words.map(() => false);
  // "loaf" does not stand for bread if the first food is a "ham and cheese loaf".
  const typed = found.first[0]?.filter((one) => writer.readingOf(one) === undefined) ?? [];
  const isTyped = ({ from, to }: MatchedWords) =>
    typed.some((one) => one.from <= from && to <= one.to);
  const read: MatchedWords[] = [];
  for (const matched of found.first.flat()) {
    // Most foods match in the same way.
    if (read.some((one) => areSame(one, matched))) continue;
    read.push(matched);
    isMatched.fill(true, matched.from, matched.to);
    const reading = writer.readingOf(matched);
    const key = reading && `${reading.typed}:${reading.manner}:${reading.taken ?? ''}`;
    const isOther = reading?.manner === 'name' && isTyped(matched);
    if (reading !== undefined && key !== undefined && !readings.has(key) && !isOther)
      readings.set(key, { reading, from: matched.from });
  }
  isMatched.forEach((is, from) => {
    if (is || (query.endsInStopWord && from === isMatched.length - 1)) return;
    const typed = writer.typed(from, from + 1);
    readings.set(`${typed}:none`, { reading: { typed, manner: 'none' }, from });
  });
  const inOrder = [...readings.values()].sort((a, b) => a.from - b.from);
  return { readings: inOrder.map(({ reading }) => reading), droppedCount: query.droppedCount };
}

/** Whether two foods match query words in the same way, by words in their descriptions. */
function areSame(one: MatchedWords, other: MatchedWords): boolean {
  // Without an alternative, the span is one word.
  const isSpan = one.from === other.from && one.alternative === other.alternative;
  if (!isSpan || one.named || other.named) return false;
  return one.terms.every(({ word, source }, i) => {
    const term = elementAt(other.terms, i);
    return word === term.word && source === term.source;
  });
}

/** Describes how a food matches query words. */
class ReadingWriter {
  readonly #found: FoundWords;
  #sources: ReadonlySet<Source> | undefined;

  constructor(found: FoundWords) {
    this.#found = found;
  }

  /** Returns `undefined` if the words match as typed. */
  readingOf(matched: MatchedWords): Reading | undefined {
    const { from, to, alternative, terms } = matched;
    const isOriginal = alternative?.penalty === PENALTIES.foreign;
    const name = isOriginal ? undefined : this.#nameAt(from, to);
    if (name !== undefined) {
      const taken = this.#found.matches.words.slice(name.from, name.to).join(' ');
      const marks = this.#marksOfName(name.from, name.to, matched);
      return { typed: name.typed, manner: 'name', taken, lang: name.lang, marks };
    }
    const typed = this.typed(from, to);
    if (matched.named !== undefined) {
      const marks = matched.named.map((word) => this.#found.dictionary.wordAt(word));
      return { typed, manner: 'name', taken: marks.join(' '), marks: [...new Set(marks)] };
    }
    const manner = isOriginal ? 'word' : (alternative ?? terms[0]?.source)?.manner;
    if (manner === undefined) return undefined;
    if (manner === 'beginning') return { typed, manner };
    const meant = terms.map(({ word }) => this.#found.dictionary.wordAt(word));
    if (manner === 'word') {
      const isAsTyped = meant.every((word) => word === typed || typed.split(' ').includes(word));
      return isAsTyped ? undefined : { typed, manner, marks: this.#marks(matched) };
    }
    const marks = alternative === undefined ? meant : this.#marks(matched);
    return { typed, manner, taken: meant.join(' '), marks };
  }

  /** Returns the words as typed, with foreign names in place of their English words. */
  typed(from: number, to: number): string {
    const texts: string[] = [];
    for (let at = from; at < to; ) {
      const name = this.#nameAt(at, at + 1);
      texts.push(name?.typed ?? elementAt(this.#found.query.typed, at));
      at = name?.to ?? at + 1;
    }
    return texts.join(' ');
  }

  /** Returns the foreign name whose English name includes these words. */
  #nameAt(from: number, to: number) {
    return this.#found.query.foreign.names.find((name) => name.from <= from && to <= name.to);
  }

  /** Returns the table words by which the foods of the answer match these query words. */
  #marks({ terms }: MatchedWords): string[] {
    const marks = terms.flatMap(({ term, source }) => this.#marksOf(term, source?.manner));
    return [...new Set(marks)];
  }

  /**
   * Returns the table words by which the foods match the English words of a name, or an
   * alternative to them.
   */
  #marksOfName(from: number, to: number, matched: MatchedWords): string[] {
    const own = Array.from({ length: to - from }, (_, i) => this.#marksOf(from + i, 'word'));
    return [...new Set([...own.flat(), ...this.#marks(matched)])];
  }

  #marksOf(term: number, manner: Manner | undefined): string[] {
    this.#sources ??= this.#found.findSources();
    const found = this.#sources;
    return elementAt(this.#found.matches.terms, term)
      .sources.filter((one) => one.manner === manner && found.has(one))
      .map(({ first }) => this.#found.dictionary.wordAt(first));
  }
}

/** Returns the fields of an interpretation that describe an amount. */
export function amountFields({ amount, range, unit }: Amount): Partial<Interpretation> {
  return { amount, ...(range && { range }), ...(unit && { unit }) };
}

/**
 * Returns the query words that the first food matches, such as `rice` of "jollof rice"; all words
 * if one of them is a guess.
 */
export function nameOf(words: readonly string[], matched: readonly MatchedWords[] = []): string {
  const isKnown = matched.every(({ alternative, terms: [term] }) => {
    const manner = (alternative ?? term?.source)?.manner;
    return manner === 'word' || manner === 'name';
  });
  const known = isKnown ? matched.flatMap(({ from, to }) => words.slice(from, to)) : words;
  return known.join(' ');
}

/** Returns the table's words if only a name, typo or prefix matches: `bacon` for pancetta. */
export function meaningOf(dictionary: Dictionary, matched: readonly MatchedWords[] = []): string {
  const [only, other] = matched;
  const manner = (only?.alternative ?? only?.terms[0]?.source)?.manner ?? 'word';
  if (only === undefined || other !== undefined || manner === 'word') return '';
  return only.terms.map(({ word }) => dictionary.wordAt(word)).join(' ');
}
