import { ENGLISH } from './languages/english.ts';
import type { Vocabulary } from './languages/vocabulary.ts';
import { readNumber } from './read-number.ts';
import { type Token, tokensOf, wordOf } from './tokens.ts';
import { isSize, type Unit } from './units.ts';

// What counts as an amount in one language, and what as a name ("365 milk"): largest count, longest
// text.

/** What a text says about how much of a food is meant. */
export interface Amount {
  /** How many of the unit. Above 0. */
  readonly amount: number;
  /** `undefined` where foods are counted: "2 eggs". */
  readonly unit: Unit | undefined;
  /** The text without its amount, as it was written. May be empty. */
  readonly food: string;
}

/** Nobody writes an amount into a longer text, in UTF-16 code units. */
const MAX_AMOUNT_TEXT = 200;

/** More than that is a part of a name, such as "365" and "1000", unless a unit follows. */
const MAX_COUNT = 99;

/** Units that are foods as well: "2 rolls". */
const FOODS: ReadonlySet<Unit> = new Set(['roll', 'bar', 'patty', 'loaf']);

/** Reads an amount by one vocabulary, which is all that the page loads. See `readAmount`. */
export function readAmountBy(text: string, vocabulary: Vocabulary): Amount | undefined {
  if (text.length > MAX_AMOUNT_TEXT) return undefined;
  const reader = new AmountReader(text, vocabulary);
  return reader.atBeginning() ?? reader.atEnd();
}

/**
 * Whether a household measure of a table, in English, is of a unit: "cup, sliced" is of `cup`. What
 * stands in parentheses describes the measure.
 */
export function isMeasureOf(measure: string, unit: Unit): boolean {
  const [named = ''] = measure.slice(0, MAX_AMOUNT_TEXT).split('(', 1);
  const tokens = tokensOf(named);
  const units = unitsByWord(ENGLISH);
  for (let place = 0; place < tokens.length; ) {
    const found = unitAt(tokens, place, units);
    if (found?.unit === unit) return true;
    place = found?.end ?? place + 1;
  }
  return false;
}

/** A number and a unit among the tokens, and the place of the token after them. */
interface Reading {
  readonly amount: number;
  readonly unit: Unit | undefined;
  readonly end: number;
}

class AmountReader {
  readonly #text: string;
  readonly #tokens: readonly Token[];
  readonly #vocabulary: Vocabulary;
  readonly #units: ReadonlyMap<string, Unit>;

  constructor(text: string, vocabulary: Vocabulary) {
    this.#text = text;
    this.#tokens = tokensOf(text);
    this.#vocabulary = vocabulary;
    this.#units = unitsByWord(vocabulary);
  }

  atBeginning(): Amount | undefined {
    const counted = this.#measure(0);
    if (counted !== undefined) return this.#isName(counted) ? undefined : this.#before(counted);
    const unit = this.#unitAt(0);
    if (unit === undefined) return undefined;
    const vocabulary = this.#vocabulary;
    const next = this.#word(unit.end);
    const isAmount = isSize(unit.unit)
      ? next !== '' && !vocabulary.namesAfterSize.includes(next)
      : vocabulary.of.includes(next) && unit.end + 1 < this.#tokens.length;
    return isAmount ? this.#before({ amount: 1, ...unit }) : undefined;
  }

  /** An amount at the end needs a unit, as many names end in a number, or a sign: "eggs x 2". */
  atEnd(): Amount | undefined {
    const length = this.#tokens.length;
    for (let start = 1; start < length; start += 1) {
      const times =
        this.#word(start) === 'x'
          ? readNumber(this.#tokens, start + 1, this.#vocabulary)
          : undefined;
      if (times?.end === length)
        return this.#after(start, { amount: times.value, unit: undefined });
      const found = this.#measure(start);
      if (found?.unit !== undefined && found.end === length) return this.#after(start, found);
    }
    return undefined;
  }

  /** A number with its unit, if it has one: "2 x 30 g", "3 large", "half". */
  #measure(start: number): Reading | undefined {
    const number = readNumber(this.#tokens, start, this.#vocabulary);
    if (number === undefined) return undefined;
    const { value: amount, end } = number;
    const first = this.#unitAt(end);
    if (first === undefined) return { amount, unit: undefined, end };
    // "2 large slices": slices.
    const second = isSize(first.unit) ? this.#unitAt(first.end) : undefined;
    if (second !== undefined && !isSize(second.unit)) return { amount, ...second };
    return { amount, ...first };
  }

  #unitAt(start: number) {
    return unitAt(this.#tokens, start, this.#units);
  }

  /** Whether the number belongs to the name of a food. */
  #isName({ amount, unit, end }: Reading): boolean {
    const next = this.#word(end);
    if (unit === undefined) {
      return amount > MAX_COUNT || this.#vocabulary.namesAfterNumber.includes(next);
    }
    return isSize(unit) && this.#vocabulary.namesAfterSize.includes(next);
  }

  /** What the text says where its amount is at the beginning. */
  #before({ amount, unit, end }: Reading): Amount {
    const { of } = this.#vocabulary;
    const first = of.includes(this.#word(end)) ? end + 1 : end;
    const food = this.#textBetween(first, this.#tokens.length);
    if (food === '' && unit !== undefined && FOODS.has(unit)) {
      return { amount, unit: undefined, food: this.#textBetween(end - 1, end) };
    }
    if (unit !== undefined || food === '') return { amount, unit, food };
    // "1 egg, large"
    const last = this.#unitAt(this.#tokens.length - 1);
    if (last === undefined || !isSize(last.unit) || this.#tokens.length - first < 2) {
      return { amount, unit, food };
    }
    return { amount, unit: last.unit, food: this.#textBetween(first, this.#tokens.length - 1) };
  }

  #after(start: number, { amount, unit }: Omit<Reading, 'end'>): Amount {
    return { amount, unit, food: this.#textBetween(0, start) };
  }

  /** The text of some tokens, without the punctuation at its ends. */
  #textBetween(start: number, end: number): string {
    const [first, last] = [this.#tokens[start], this.#tokens[end - 1]];
    if (first === undefined || last === undefined || start >= end) return '';
    return this.#text.slice(first.start, last.end);
  }

  #word(place: number): string {
    return wordOf(this.#tokens, place);
  }
}

/** The unit that begins at a token, by the most words: "fl oz" rather than "fl". */
function unitAt(
  tokens: readonly Token[],
  start: number,
  units: ReadonlyMap<string, Unit>,
): { readonly unit: Unit; readonly end: number } | undefined {
  for (const length of [4, 3, 2, 1]) {
    const words = tokens.slice(start, start + length).map(({ word }) => word);
    const unit = words.length === length ? units.get(words.join(' ')) : undefined;
    if (unit !== undefined) return { unit, end: start + length };
  }
  return undefined;
}

const UNITS_BY_WORD = new Map<Vocabulary, ReadonlyMap<string, Unit>>();

function unitsByWord(vocabulary: Vocabulary): ReadonlyMap<string, Unit> {
  const known = UNITS_BY_WORD.get(vocabulary);
  if (known !== undefined) return known;
  const units = new Map<string, Unit>();
  for (const [unit, words] of Object.entries(vocabulary.units) as [Unit, readonly string[]][]) {
    for (const word of words) units.set(word, unit);
  }
  UNITS_BY_WORD.set(vocabulary, units);
  return units;
}
