import type { Vocabulary } from './languages/vocabulary.ts';
import { readNumber } from './read-number.ts';
import { type Token, wordOf } from './tokens.ts';
import { isLength, isSize, type Unit, unitsByWord } from './units.ts';

// Finds units in the tokens of a text, and skips what may stand before them: fillers, sizes,
// lengths.

export interface UnitRead {
  readonly unit: Unit;
  /** The index after its last token. */
  readonly end: number;
}

/** The maximum number of words in a unit. */
const MOST_UNIT_WORDS = 4;

/** Reads units from the tokens of a text. */
export class UnitReader {
  protected readonly tokens: readonly Token[];
  protected readonly vocabulary: Vocabulary;
  readonly #units: ReadonlyMap<string, Unit>;

  constructor(tokens: readonly Token[], vocabulary: Vocabulary) {
    this.tokens = tokens;
    this.vocabulary = vocabulary;
    this.#units = unitsByWord(vocabulary);
  }

  /** Returns the longest unit that starts at a token: "fl oz" rather than "fl". */
  unitAt(start: number): UnitRead | undefined {
    let found: UnitRead | undefined;
    let words = '';
    for (let count = 0, place = start; count < MOST_UNIT_WORDS; count++, place++) {
      // "extra-large", "colheres (sopa)"
      if (count > 0 && /^[-()]$/.test(this.word(place))) place++;
      const word = this.word(place);
      if (word === '') break;
      words += (words === '' ? '' : ' ') + word;
      const unit = this.#units.get(words);
      const isClosed = this.word(place + 1) === ')' && this.word(place - 1) === '(';
      if (unit !== undefined) found = { unit, end: place + (isClosed && count > 0 ? 2 : 1) };
    }
    return found;
  }

  /** Returns the place after words that change nothing, such as "about". */
  afterFillers(start: number): number {
    let place = start;
    while (this.vocabulary.fillers.includes(this.word(place))) place++;
    return place;
  }

  /** Whether the word at a place makes the unit before it part of a name: "fette biscottate". */
  protected isNameAt(place: number): boolean {
    return this.vocabulary.namesAfterUnit.includes(this.word(place));
  }

  /**
   * Skips sizes and fillers: "2 large", "2 small or 1 medium", "1 fat". Returns the first size, and
   * where a unit may follow.
   */
  protected afterSizes(start: number): {
    readonly size: UnitRead | undefined;
    readonly end: number;
  } {
    let size: UnitRead | undefined;
    let end = start;
    for (;;) {
      const found = this.unitAt(end);
      if (found !== undefined && isSize(found.unit)) {
        size = { unit: (size ?? found).unit, end: found.end };
        end = found.end;
        const other = this.#otherSize(end);
        if (other !== undefined) {
          size = { ...size, end: other };
          end = other;
        }
      } else if (this.vocabulary.fillers.includes(this.word(end))) end++;
      else return { size, end };
    }
  }

  /** Returns the place after "or 1 medium" or "to large". */
  #otherSize(start: number): number | undefined {
    if (!this.vocabulary.to.includes(this.word(start)) && this.word(start) !== '-') {
      return undefined;
    }
    const number = readNumber(this.tokens, start + 1, this.vocabulary);
    const unit = this.unitAt(number?.end ?? start + 1);
    return unit !== undefined && isSize(unit.unit) ? unit.end : undefined;
  }

  /** Returns the place after a length such as "(6-inch)" or "2-inch". */
  protected afterLength(start: number): number {
    const isAside = this.word(start) === '(';
    const number = readNumber(this.tokens, isAside ? start + 1 : start, this.vocabulary);
    const unit = number && this.unitAt(this.afterHyphen(number.end));
    if (unit === undefined || !isLength(unit.unit)) return start;
    if (!isAside) return unit.end;
    return this.word(unit.end) === ')' ? unit.end + 1 : start;
  }

  /** Returns the place of the matching closing parenthesis, or `undefined` if there is none. */
  protected closing(open: number): number | undefined {
    let depth = 0;
    for (let place = open; place < this.tokens.length; place++) {
      const word = this.word(place);
      if (word === '(') depth++;
      else if (word === ')' && --depth === 0) return place;
    }
    return undefined;
  }

  protected afterHyphen(place: number): number {
    return this.word(place) === '-' ? place + 1 : place;
  }

  protected word(place: number): string {
    return wordOf(this.tokens, place);
  }
}
