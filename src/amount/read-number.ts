import type { Vocabulary } from './languages/vocabulary.ts';
import type { Token } from './tokens.ts';
import { unitsByWord } from './units.ts';

// Reads the number of an amount: "1 1/2", "1,5", "½", "half a".

/** A number, and the index after its last token. */
export interface NumberRead {
  readonly value: number;
  readonly end: number;
}

/** The largest number that is read. Larger ones are mistakes or part of a name. */
const MAX_VALUE = 100_000;

/**
 * The largest numerator of improper fractions (3/2) that are read: "80/20" is a lean-to-fat ratio.
 */
const LARGEST_IMPROPER = 9;

/** Reads numbers from the tokens of text. */
export class NumberReader {
  protected readonly tokens: readonly Token[];
  protected readonly vocabulary: Vocabulary;

  constructor(tokens: readonly Token[], vocabulary: Vocabulary) {
    this.tokens = tokens;
    this.vocabulary = vocabulary;
  }

  /** Returns the word at an index; `''` if the index is out of range. */
  word(index: number): string {
    return this.tokens[index]?.word ?? '';
  }

  /**
   * Reads the number that starts at a token: "1 1/2", "1,5", "½", "half a", "one and a half", "2 x
   * 30", "two dozen", "two-thirds of a", "a hundred and fifty". Returns `undefined` if there is
   * none, or if it is 0 or above {@link MAX_VALUE}.
   */
  numberAt(start: number): NumberRead | undefined {
    let read = this.#termAt(start);
    for (let longer = read; longer !== undefined; ) {
      read = longer;
      longer = this.#multiplied(longer) ?? this.#joined(longer) ?? this.#mixed(longer);
    }
    return read !== undefined && read.value > 0 && read.value <= MAX_VALUE ? read : undefined;
  }

  protected afterHyphen(index: number): number {
    return this.word(index) === '-' ? index + 1 : index;
  }

  /** Reads a single number and, after a fraction, the article: "half a", "third of a". */
  #termAt(start: number, end = start + 1): NumberRead | undefined {
    const value = numberOf(this.word(start), this.vocabulary);
    if (value === undefined) return undefined;
    const { articles, of } = this.vocabulary;
    const part = of.includes(this.word(end)) ? end + 1 : end;
    return { value, end: value < 1 && articles.includes(this.word(part)) ? part + 1 : end };
  }

  /** Reads another word that multiplies: "a half", "half a dozen", "3-quarters". */
  #multiplied({ value, end }: NumberRead): NumberRead | undefined {
    const index = this.afterHyphen(end);
    const word = this.word(index);
    const by = isSpelled(word) ? this.#termAt(index) : undefined;
    const isFactor = by !== undefined && (by.value < 1 || this.vocabulary.groups.has(word));
    return isFactor ? { value: value * by.value, end: by.end } : undefined;
  }

  /** Reads a second number: "2 x 30", "one and a half", "1/4 + 1/8", "a hundred and fifty". */
  #joined({ value, end }: NumberRead): NumberRead | undefined {
    const { and, articles, plus } = this.vocabulary;
    const sign = this.word(end);
    const isSum = [...(value < 1 ? [] : and), ...plus].includes(sign);
    const after = sign === 'x' || isSum ? end + 1 : this.afterHyphen(end);
    // Reads only one term: calling `numberAt` here would take exponential time.
    const term = this.#termAt(after);
    const more = term && (this.#multiplied(term) ?? term);
    if (more === undefined || more.value === 0) return undefined;
    if (sign === 'x') return { value: value * more.value, end: more.end };
    const isRound = value > 10 && value % 10 === 0 && isSpelled(this.word(end - 1));
    const isPart = isRound && isSpelled(this.word(after)) && !articles.includes(this.word(after));
    const isOne = isPart ? more.value < (value % 100 === 0 ? 100 : 10) : isSum && more.value < 1;
    return isOne ? { value: value + more.value, end: more.end } : undefined;
  }

  /**
   * Reads a fraction such as "1-half" after a whole number, if a plural unit follows: "2 1-half
   * cups", but not "2 1-half-pound steaks". After 1, any unit may follow: "1 1-half cup", but not
   * "1 1-half-pound steak" or "1 1-quarter ounce package".
   */
  #mixed({ value, end }: NumberRead): NumberRead | undefined {
    const term = isSpelled(this.word(end)) ? undefined : this.#termAt(end);
    const part = term && this.#multiplied(term);
    if (part === undefined || part.value >= 1 || !Number.isInteger(value)) return undefined;
    const index = this.afterHyphen(part.end);
    const isUnit = (at: number) => unitsByWord(this.vocabulary.units).has(this.word(at));
    const isSingle = value === 1 && index === part.end && !isUnit(index + 1);
    const isMixed = isUnit(index) && (isSingle || this.word(index).endsWith('s'));
    return isMixed ? { value: value + part.value, end: part.end } : undefined;
  }
}

const isSpelled = (word: string) => !/\d/.test(word);

/** Returns the value of a word: "1 1/2", "two"; `undefined` if it is not a number. */
function numberOf(word: string, { numbers, commaGroups }: Vocabulary): number | undefined {
  if (Object.hasOwn(numbers, word)) return numbers[word];
  // Most words do not start with a digit.
  if (!/^\d/.test(word)) return undefined;
  const [, whole = 0, over, under] = /^(?:(\d+)\D+)??(\d+)\/(\d+)$/.exec(word) ?? [];
  const fraction = Number(over) / Number(under);
  if (fraction >= 1 && Number(over) > LARGEST_IMPROPER) return undefined;
  if (over !== undefined) return Number(whole) + fraction;
  // 1,5 and 1.5 are decimals. In English, 1,500 is fifteen hundred; in other languages, 1.500 is.
  const isGrouped = commaGroups ? GROUPED_BY_COMMAS : GROUPED_BY_DOTS;
  const plain = isGrouped.test(word) ? word.replaceAll(commaGroups ? ',' : '.', '') : word;
  const value = Number(plain.replace(',', '.'));
  return Number.isNaN(value) ? undefined : value;
}

const GROUPED_BY_COMMAS = /^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/;
const GROUPED_BY_DOTS = /^[1-9]\d{0,2}(?:\.\d{3})+(?:,\d+)?$/;
