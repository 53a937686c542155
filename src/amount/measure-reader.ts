import { type NumberRead, NumberReader } from './read-number.ts';
import {
  isLength,
  isMeasured,
  isSize,
  PACKAGES,
  ratioOf,
  type Unit,
  unitsByWord,
} from './units.ts';

// Reads a number with its unit, including ranges, packages and repeated measures.

/** A number and a unit in a sequence of tokens. */
export interface Measure {
  /** The ends of a range; equal if there is none. */
  readonly min: number;
  readonly max: number;
  readonly unit: Unit | undefined;
  /** The index after the last token. */
  readonly end: number;
}

/** A unit in a sequence of tokens. */
type UnitRead = Pick<Measure, 'end'> & { readonly unit: Unit };

/** The maximum number of words in a unit. */
const MAX_UNIT_WORDS = 4;
/** The maximum number of measures added to the first. Limits the cost of hostile text. */
const MAX_ADDED_MEASURES = 4;

/** Reads units and measures from the tokens of text. */
export class MeasureReader extends NumberReader {
  /**
   * Reads the measure at a token: "2 x 30 g", "3 large", "half", "2-3 cups", "2 (15 oz) cans", "200
   * g/7 oz".
   */
  at(start: number): Measure | undefined {
    const count = this.#countAt(start);
    if (count === undefined) return undefined;
    const measure = this.#packages(count) ?? this.#withUnit(count);
    return this.#afterPackage(this.#withMore(measure));
  }

  /** Returns the longest unit that starts at a token: "medium sized" rather than "medium". */
  unitAt(start: number): UnitRead | undefined {
    let found: UnitRead | undefined;
    let words = '';
    for (let count = 0, index = start; count < MAX_UNIT_WORDS; count++, index++) {
      // "extra-large", "colheres (sopa)"
      if (count > 0 && /^[-()]$/.test(this.word(index))) index++;
      const word = this.word(index);
      if (word === '') break;
      words += (count === 0 ? '' : ' ') + word;
      const unit = unitsByWord(this.vocabulary.units).get(words);
      const isClosed = this.word(index - 1) === '(' && this.word(index + 1) === ')';
      if (unit !== undefined) found = { unit, end: isClosed ? index + 2 : index + 1 };
    }
    return found;
  }

  /** Returns the index after words that change nothing, such as "about". */
  afterFillers(start: number): number {
    return this.after(start, this.vocabulary.fillers);
  }

  /** Whether a word and the next one name a food: "minced beef", "half fat". */
  protected startsName(index: number): boolean {
    return this.vocabulary.namedPairs.has(`${this.word(index)} ${this.word(index + 1)}`);
  }

  /** Returns the index after any number of these words. */
  protected after(start: number, words: readonly string[]): number {
    let index = start;
    while (words.includes(this.word(index))) index++;
    return index;
  }

  /** Reads a number or a range. */
  #countAt(start: number): Measure | undefined {
    const first = this.numberAt(start);
    if (!first || [start, first.end].some((one) => this.#isFractionAgain(one))) return undefined;
    const { groups, numbers, of } = this.vocabulary;
    const last = this.#endOfRange(first) ?? first;
    // "2 to 3 dozen" is 24 to 36, but "1 to a dozen" is 1 to 12, and "a pair to 3 dozen" 2 to 36.
    const group = groups.has(this.word(first.end - 1)) ? '' : this.word(last.end - 1);
    const min = first.value * (groups.has(group) ? (numbers[group] ?? 1) : 1);
    // "3 quarts de tasse", "¼ de xícara", "a couple of slices"
    const isOf = of.includes(this.word(last.end)) && this.unitAt(last.end + 1) !== undefined;
    const end = isOf ? last.end + 1 : last.end;
    // Percentages ("2%"), lean-to-fat ratios ("80/20") and names ("7-up") are not amounts, but
    // "demi-baguette" is half a baguette.
    if (/^[%/]$/.test(this.word(end))) return undefined;
    const isDemi = of.includes('-') && !/\d/.test(this.word(end - 1));
    const isJoined = this.tokens[end]?.start === this.tokens[end - 1]?.end && !isDemi;
    if (isJoined && this.word(end) === '-' && !this.unitAt(end + 1)) return undefined;
    return { min: min < last.value ? min : first.value, max: last.value, unit: undefined, end };
  }

  /**
   * Whether a fraction follows another one, as in "½ ½ cup": a mistake that might mean anything. But
   * "½ 80/20 patty" and "½ ½-inch slice" are amounts.
   */
  #isFractionAgain(index: number): boolean {
    if (!this.word(index - 1).includes('/') || !/^\d+\/\d+$/.test(this.word(index))) return false;
    if ((this.numberAt(index)?.value ?? 1) >= 1) return false;
    const isEach = this.word(index + 1) === '-' && this.unitAt(index + 2) !== undefined;
    return !isEach && this.numberAt(index - 1)?.end === index;
  }

  /** Reads the second number of "1-2", "1 to 2", "3- to 4". */
  #endOfRange({ value, end }: NumberRead): NumberRead | undefined {
    let index = this.afterHyphen(end);
    if (this.vocabulary.to.includes(this.word(index))) index = this.afterHyphen(index + 1);
    const second = index > end ? this.numberAt(index) : undefined;
    return second !== undefined && second.value > value ? second : undefined;
  }

  /** Reads a count and a weight for each: "2 (15 oz) cans", "one 28-ounce can", "a 100 g apple". */
  #packages(count: Measure): Measure | undefined {
    const isAside = this.word(count.end) === '(';
    const isApart = isAside || this.word(count.end) === ',';
    const each = this.#plainAt(this.afterFillers(isApart ? count.end + 1 : count.end));
    if (each === undefined) return undefined;
    const { end } = this.#withMore(each);
    // "1 2-inch piece"
    const isPiece = isLength(each.unit) && this.unitAt(end)?.unit === 'piece';
    if (!isMeasured(each.unit) && !isPiece) return undefined;
    if (!isAside) return times(count, each, end);
    const close = this.afterFillers(end);
    if (this.word(close) !== ')') return undefined;
    // "5 (1.25 l) cups" states the same measure twice.
    const unit = this.unitAt(close + 1);
    if (unit !== undefined && isMeasured(unit.unit)) return { ...count, ...unit };
    // In "7 (3 ½ pounds) peaches", the weight is the total. In "4 (8-ounce) fillets", it is the
    // weight of each piece.
    const isTotal = unit === undefined && close === end && /..s$/.test(this.word(each.end - 1));
    return isTotal ? { ...each, end: close + 1 } : times(count, each, close + 1);
  }

  #withUnit(count: Measure): Measure {
    const start = this.#afterLength(count.end);
    const { size, end } = this.#afterSizes(this.afterHyphen(start));
    const unit = this.unitAt(end);
    const isUnit = unit !== undefined && !isSize(unit.unit);
    if (isUnit && !this.startsName(unit.end - 1)) return { ...count, ...unit };
    return size === undefined ? { ...count, end: this.afterHyphen(start) } : { ...count, ...size };
  }

  /** Adds more measures, or skips repeated ones: "/7 oz", "(235 ml)", "+ 2 oz", "2 oz". */
  #withMore(measure: Measure): Measure {
    let all = measure;
    let isAgain = false;
    for (let count = 0; count < MAX_ADDED_MEASURES; count++) {
      const { end, unit } = all;
      if (unit === undefined) break;
      isAgain ||= this.word(end) === '/';
      const next =
        this.word(end) === '(' ? this.#afterAside(all, unit) : this.#moreAt(all, unit, isAgain);
      if (next === undefined) break;
      all = isAgain ? { ...all, end: next.end } : next;
    }
    return all;
  }

  #moreAt(measure: Measure, unit: Unit, isAgain: boolean): Measure | undefined {
    const { end } = measure;
    const { plus, and, of, to } = this.vocabulary;
    const isSum = [...plus, ...and].includes(this.word(end));
    const isOther = ['/', '-', ...to].includes(this.word(end));
    const isEach = PACKAGES.has(unit) && of.includes(this.word(end));
    const more = this.#plainAt(isSum || isOther || isEach ? end + 1 : end);
    if (more === undefined) return undefined;
    // "2 cans of 400 g"
    if (isEach) return isMeasured(more.unit) ? times(measure, more, more.end) : undefined;
    const same = { ...measure, end: more.end };
    const ratio = ratioOf(unit, more.unit);
    if (ratio === undefined) return isSum || isOther ? same : undefined;
    const max = more.max * ratio;
    if (isOther) return { ...same, max: Math.max(measure.max, max) };
    // "1 lb 2 oz" is a sum; "200 g 1 kg" is not.
    if (!isSum && !isAgain && ratio >= 1) return undefined;
    return { ...same, min: measure.min + more.min * ratio, max: measure.max + max };
  }

  /**
   * Skips a number in parentheses that repeats the measure. If the number is the weight of a
   * package, as in "2 cans (14 oz each)", multiplies by it.
   */
  #afterAside(measure: Measure, unit: Unit): Measure | undefined {
    const inside = this.afterFillers(measure.end + 1);
    const close = this.tokens.findIndex(({ word }, index) => index > inside && word === ')');
    if (close < 0 || !/^\d/.test(this.word(inside))) return undefined;
    const each = PACKAGES.has(unit) ? this.#plainAt(inside) : undefined;
    return each !== undefined && isMeasured(each.unit)
      ? times(measure, each, close + 1)
      : { ...measure, end: close + 1 };
  }

  /** Skips the container after a weight: "400 g tin", "138 g serving of". */
  #afterPackage(measure: Measure): Measure {
    const unit = measure.unit && this.unitAt(this.#afterSizes(this.afterHyphen(measure.end)).end);
    if (unit === undefined) return measure;
    const isPackage = PACKAGES.has(unit.unit) || this.vocabulary.of.includes(this.word(unit.end));
    return isPackage ? { ...measure, end: unit.end } : measure;
  }

  /** Reads only a number with its unit. */
  #plainAt(start: number): (Measure & UnitRead) | undefined {
    const count = this.#countAt(start);
    const unit = count && this.unitAt(this.afterHyphen(count.end));
    return !count || !unit || isSize(unit.unit) ? undefined : { ...count, ...unit };
  }

  /**
   * Skips sizes and fillers: "2 large", "2 small or 1 medium", "1 fat". Returns the first size, and
   * where a unit may follow.
   */
  #afterSizes(start: number): { readonly size: UnitRead | undefined; readonly end: number } {
    let size: UnitRead | undefined;
    for (let end = start; ; ) {
      // Skips the rest of "2 small or 1 medium", "medium to large".
      const isOr = size !== undefined && ['-', ...this.vocabulary.to].includes(this.word(end));
      const other = isOr ? (this.numberAt(end + 1)?.end ?? end + 1) : end;
      const found = this.unitAt(other);
      if (found !== undefined && isSize(found.unit)) {
        size = { unit: (size ?? found).unit, end: found.end };
        end = found.end;
      } else if (this.afterFillers(end) > end) end++;
      else return { size, end };
    }
  }

  /** Returns the index after a length such as "(6-inch)" or "2-inch". */
  #afterLength(start: number): number {
    const isAside = this.word(start) === '(';
    const each = this.#plainAt(isAside ? start + 1 : start);
    if (each === undefined || !isLength(each.unit)) return start;
    const end = this.afterFillers(each.end);
    if (!isAside) return end;
    return this.word(end) === ')' ? end + 1 : start;
  }
}

/** Returns the amount of several packages. */
function times({ min, max }: Measure, each: Measure, end: number): Measure {
  return { min: min * each.min, max: max * each.max, unit: each.unit, end };
}
