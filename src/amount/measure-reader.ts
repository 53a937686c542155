import { readNumber } from './read-number.ts';
import { type UnitRead, UnitReader } from './unit-reader.ts';
import { isLength, isMeasured, isSize, PACKAGES, ratioOf, type Unit } from './units.ts';

// Reads a number with its unit, including ranges, packages and repeated measures.

/** A number and a unit in a sequence of tokens. */
export interface Measure {
  /** The ends of a range; equal if there is none. */
  readonly least: number;
  readonly most: number;
  readonly unit: Unit | undefined;
  /** The index after the last token. */
  readonly end: number;
}

/** Reads measures from the tokens of a text. */
export class MeasureReader extends UnitReader {
  /**
   * Reads the measure at a token: "2 x 30 g", "3 large", "half", "2-3 cups", "2 (15 oz) cans", "200
   * g/7 oz".
   */
  at(start: number): Measure | undefined {
    const count = this.#countAt(start);
    if (count === undefined) return undefined;
    const measure = this.#packages(start, count) ?? this.#withUnit(count);
    return measure && this.#afterPackage(this.#withMore(measure));
  }

  /** Reads a number or a range. */
  #countAt(start: number): Measure | undefined {
    const first = readNumber(this.tokens, start, this.vocabulary);
    if (first === undefined) return undefined;
    const last = this.#endOfRange(first);
    const { end } = last ?? first;
    // Percentages, lean-to-fat ratios, and names: "2%", "80/20", "7-up".
    if (/^[%/]$/.test(this.word(end))) return undefined;
    const isDemi = this.vocabulary.of.includes('-') && !/\d/.test(this.word(end - 1));
    const isJoined = this.word(end) === '-' && !isDemi;
    if (isJoined && this.unitAt(end + 1) === undefined) return undefined;
    return { least: first.value, most: (last ?? first).value, unit: undefined, end };
  }

  /** Reads the second number of "1-2", "1 to 2", "3- to 4". */
  #endOfRange({ value, end }: { readonly value: number; readonly end: number }) {
    let place = end;
    if (this.word(place) === '-') place++;
    if (this.vocabulary.to.includes(this.word(place))) place++;
    if (place === end) return undefined;
    if (place > end + 1 || this.word(place - 1) !== '-') {
      if (this.word(place) === '-') place++;
    }
    const second = readNumber(this.tokens, this.afterFillers(place), this.vocabulary);
    return second !== undefined && second.value > value ? second : undefined;
  }

  /**
   * Reads several packages of a given weight: "2 (15 oz) cans", "one 28-ounce can", "a 100 g
   * apple".
   */
  #packages(start: number, count: Measure): Measure | undefined {
    const isAside = this.word(count.end) === '(';
    const each = this.#eachAt(this.afterFillers(isAside ? count.end + 1 : count.end));
    if (each?.unit === undefined) return undefined;
    let end = this.#withMore(each).end;
    if (isAside) {
      end = this.afterFillers(end);
      if (this.word(end) !== ')') return undefined;
      end++;
      // "5 (1.25 l) cups" states the same measure twice.
      const unit = this.unitAt(end);
      if (unit !== undefined && isMeasured(unit.unit)) return { ...count, ...unit };
    }
    const place = this.word(end) === '-' ? end + 1 : end;
    const unit = this.unitAt(this.afterSizes(place).end);
    const isPackage = unit !== undefined && PACKAGES.has(unit.unit);
    const isJoined = this.word(each.numberEnd) === '-';
    const isOne = this.vocabulary.articles.includes(this.word(start));
    if (!isAside && !isPackage && !isJoined && !isOne) return undefined;
    return {
      least: count.least * each.least,
      most: count.most * each.most,
      unit: each.unit,
      end: isPackage ? unit.end : place,
    };
  }

  /** Reads the weight of one item: a number with a unit of mass or volume. */
  #eachAt(start: number) {
    const number = this.#countAt(start);
    const isWritten = /\d|[¼-⅞]/.test(this.word(start));
    if (number === undefined) return undefined;
    // "two five-ounce cans"
    if (!isWritten && this.word(number.end) !== '-') return undefined;
    const unit = this.unitAt(this.afterHyphen(number.end));
    if (unit === undefined || !isMeasured(unit.unit)) return undefined;
    return { ...number, ...unit, numberEnd: number.end };
  }

  #withUnit(count: Measure): Measure {
    const start = this.afterLength(count.end);
    const sizes = this.afterSizes(this.afterHyphen(start));
    const unit = this.unitAt(sizes.end);
    if (unit !== undefined && !isSize(unit.unit) && !this.isNameAt(unit.end)) {
      return { ...count, ...unit };
    }
    const { size } = sizes;
    return size === undefined
      ? { ...count, end: start }
      : { ...count, unit: size.unit, end: size.end };
  }

  /**
   * Adds further measures, or skips those that repeat this one: "/7 oz", "(235 ml)", "+ 2 oz", "2
   * oz".
   */
  #withMore(measure: Measure): Measure {
    if (measure.unit === undefined) return measure;
    let all = measure;
    let isAgain = false;
    for (;;) {
      isAgain ||= this.word(all.end) === '/';
      const next = this.#moreAt(all, isAgain);
      if (next === undefined) return all;
      all = isAgain ? { ...all, end: next.end } : next;
    }
  }

  /** Skips the container after a weight: "400 g tin". */
  #afterPackage(measure: Measure): Measure {
    if (measure.unit === undefined) return measure;
    const isExact = isMeasured(measure.unit) || isLength(measure.unit);
    const unit = isExact ? this.unitAt(measure.end) : undefined;
    if (unit === undefined) return measure;
    // "400 g tin", "138 g serving of"
    const isPackage = PACKAGES.has(unit.unit) || this.vocabulary.of.includes(this.word(unit.end));
    return isPackage ? { ...measure, end: unit.end } : measure;
  }

  #moreAt(measure: Measure, isAgain: boolean): Measure | undefined {
    const { end, unit } = measure;
    const word = this.word(end);
    if (unit === undefined) return undefined;
    if (word === '(') return this.#afterAside(measure, unit);
    const { plus, and, to } = this.vocabulary;
    const isSum = [...plus, ...and].includes(word);
    const isOther = ['/', '-', ...to].includes(word);
    const more = this.#plainAt(this.afterFillers(isSum || isOther ? end + 1 : end));
    if (more === undefined) return undefined;
    const same = { ...measure, end: more.end };
    const ratio = ratioOf(unit, more.unit);
    if (ratio === undefined) return isSum || isOther ? same : undefined;
    const most = more.most * ratio;
    if (isOther) return { ...same, most: Math.max(measure.most, most) };
    // "1 lb 2 oz" is a sum; "200 g 1 kg" is not.
    if (!isSum && !isAgain && ratio >= 1) return undefined;
    return { ...same, least: measure.least + more.least * ratio, most: measure.most + most };
  }

  /**
   * Skips a number in parentheses that repeats the measure, or multiplies by the weight of a
   * package.
   */
  #afterAside(measure: Measure, unit: Unit): Measure | undefined {
    const { end } = measure;
    const close = this.closing(end);
    const inside = this.afterFillers(end + 1);
    if (close === undefined || !/^[\d¼-⅞]/.test(this.word(inside))) return undefined;
    const each = PACKAGES.has(unit) ? this.#plainAt(inside) : undefined;
    if (each === undefined || !isMeasured(each.unit)) return { ...measure, end: close + 1 };
    // "2 cans (14 oz each)"
    const [least, most] = [measure.least * each.least, measure.most * each.most];
    return { least, most, unit: each.unit, end: close + 1 };
  }

  /** Reads a number and a unit only. */
  #plainAt(start: number): (Measure & UnitRead) | undefined {
    const count = this.#countAt(start);
    if (count === undefined) return undefined;
    const unit = this.unitAt(this.afterFillers(this.afterHyphen(count.end)));
    return unit === undefined || isSize(unit.unit) ? undefined : { ...count, ...unit };
  }
}
