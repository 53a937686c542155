import { type FoodText, partFood } from './food-text.ts';
import { ENGLISH } from './languages/english.ts';
import type { Vocabulary } from './languages/vocabulary.ts';
import { type Measure, MeasureReader } from './measure-reader.ts';
import { plainText, type Token, tokensOf, wordOf } from './tokens.ts';
import { FOODS, isMeasured, isSize, NAMED_AFTER, type Unit } from './units.ts';

// What counts as an amount in one language, and what as a name ("365 milk"): largest count, longest
// text.

/** What a text says about how much of a food is meant. */
export interface Amount extends FoodText {
  /** How many of the unit, above 0; of a range the middle. */
  readonly amount: number;
  /** The ends of a range: 2 and 3 of "2-3 cups". */
  readonly range?: readonly [least: number, most: number];
  /** `undefined` where foods are counted: "2 eggs". */
  readonly unit: Unit | undefined;
  /** What stands before the food, as it was written; empty where the amount is at the end. */
  readonly before: string;
}

/** Nobody writes an amount into a longer text, in UTF-16 code units. */
const MAX_AMOUNT_TEXT = 300;

/** More than that is a part of a name, such as "365" and "1000", unless a unit follows. */
const MAX_COUNT = 99;

/** The most words that name a part: "finely grated zest and juice of 1 lime". */
const MOST_PART_WORDS = 5;

/** Reads an amount by one vocabulary, which is all that the page loads. See `readAmount`. */
export function readAmountBy(text: string, vocabulary: Vocabulary): Amount | undefined {
  if (text.length > MAX_AMOUNT_TEXT) return undefined;
  const reader = new AmountReader(plainText(text), vocabulary);
  return reader.atBeginning() ?? reader.ofPart() ?? reader.atEnd();
}

/**
 * The food of a text that has no amount, without what such lines say about its use: "salt" of "salt,
 * to taste". All of it where nothing of the kind is there.
 */
export function foodWithoutUse(text: string, vocabulary: Vocabulary): string {
  if (text.length > MAX_AMOUNT_TEXT) return text;
  const plain = plainText(text);
  const tokens = tokensOf(plain);
  const from = tokens.findIndex(({ word }, place) => {
    const next = wordOf(tokens, place + 1);
    return place > 0 && /^[,(-]$/.test(word) && vocabulary.asides.includes(next);
  });
  const token = tokens[from];
  return token === undefined ? plain : plain.slice(0, token.start).trim();
}

/**
 * The units of a household measure of a table, in English, and how many of each it is: "cup, sliced"
 * is one `cup`, "serving 1/2 cup" half a `cup`. What stands in parentheses describes the measure.
 */
export function unitsInMeasure(measure: string): ReadonlyMap<Unit, number> {
  const [named = ''] = measure.slice(0, MAX_AMOUNT_TEXT).split('(', 1);
  const tokens = tokensOf(named);
  const reader = new MeasureReader(tokens, ENGLISH);
  const units = new Map<Unit, number>();
  for (let place = 0; place < tokens.length; ) {
    const counted = reader.at(place);
    const found = counted?.unit === undefined ? reader.unitAt(place) : counted;
    if (found?.unit !== undefined && !units.has(found.unit))
      units.set(found.unit, counted?.unit === undefined ? 1 : counted.least);
    place = found?.end ?? place + 1;
  }
  return units;
}

class AmountReader {
  readonly #text: string;
  readonly #tokens: readonly Token[];
  readonly #vocabulary: Vocabulary;
  readonly #measures: MeasureReader;

  constructor(text: string, vocabulary: Vocabulary) {
    this.#text = text;
    this.#tokens = tokensOf(text);
    this.#vocabulary = vocabulary;
    this.#measures = new MeasureReader(this.#tokens, vocabulary);
  }

  atBeginning(): Amount | undefined {
    // A mark of a list.
    const first = this.#word(0) === '-' ? 1 : 0;
    const filled = this.#measures.afterFillers(first);
    const start = filled > first && this.#word(filled) === ':' ? filled + 1 : filled;
    const isArticle = this.#vocabulary.articles.includes(this.#word(start));
    // "a generous ½ teaspoon", "a 100 g apple"
    const after = isArticle ? this.#measures.afterFillers(start + 1) : start;
    const isPlain = after === start || !/^[\d¼-⅞]/.test(this.#word(after));
    const counted = this.#measures.at(isPlain ? start : after);
    if (counted !== undefined) {
      return this.#isName(counted) ? undefined : this.#before(counted);
    }
    const unit = this.#measures.unitAt(start);
    if (unit === undefined) return undefined;
    const vocabulary = this.#vocabulary;
    const next = this.#word(unit.end);
    const isAmount = isSize(unit.unit)
      ? next !== '' && !vocabulary.namesAfterSize.includes(next)
      : (vocabulary.of.includes(next) || unit.unit === 'handful') &&
        unit.end + 1 < this.#tokens.length &&
        !/^[\d¼-⅞]/.test(this.#word(unit.end + 1));
    return isAmount ? this.#before({ least: 1, most: 1, ...unit }) : undefined;
  }

  /** "juice of 2 limes", "yolks from 4 eggs" */
  ofPart(): Amount | undefined {
    const { from } = this.#vocabulary;
    for (let place = 1; place <= MOST_PART_WORDS; place++) {
      if (!/^\p{L}/u.test(this.#word(place - 1))) return undefined;
      if (!from.includes(this.#word(place))) continue;
      const counted = this.#measures.at(this.#measures.afterFillers(place + 1));
      if (counted === undefined || this.#isName(counted)) continue;
      const amount = this.#before(counted);
      const part = this.#textOf(0, place);
      return amount.food === '' ? undefined : { ...amount, food: `${amount.food} ${part}` };
    }
    return undefined;
  }

  /** An amount at the end needs a unit or a sign, as many names end in a number: "eggs x 2". */
  atEnd(): Amount | undefined {
    for (let start = 1; start < this.#tokens.length; start++) {
      const found = this.#endingFrom(start);
      const parted = found && this.#parted(0, start);
      if (found && parted?.food) return { ...this.#amountOf(found), ...parted, before: '' };
    }
    return undefined;
  }

  /** The measure from a place to the end of what says the food. */
  #endingFrom(start: number): Measure | undefined {
    const isAside = this.#word(start) === '(';
    const isApart = isAside || this.#word(start) === 'x' || this.#isSeparator(start);
    const first = isApart ? start + 1 : start;
    const found = this.#measures.at(this.#measures.afterFillers(first));
    if (found === undefined) return undefined;
    const isClosed = isAside && this.#word(found.end) === ')';
    const end = isClosed ? found.end + 1 : found.end;
    const isEnd = end === this.#tokens.length || this.#word(end) === ':';
    if (found.unit !== undefined)
      return isEnd || /^[,;()]$/.test(this.#word(end)) ? found : undefined;
    // "eggs (2)", "egg yolks, 6", "bananas 1 or 2"
    const isCount = isApart || found.least < found.most;
    return isCount && isEnd && found.most <= MAX_COUNT ? found : undefined;
  }

  /** Whether a sign may stand before an amount at the end: "egg yolks, 6", not "half-and-half". */
  #isSeparator(place: number): boolean {
    const word = this.#word(place);
    if (word === ',' || word === ':') return true;
    return word === '-' && this.#tokens[place]?.start !== this.#tokens[place - 1]?.end;
  }

  /** Whether the number belongs to the name of a food. */
  #isName({ most, unit, end }: Measure): boolean {
    const next = this.#word(end);
    if (unit === undefined) {
      if (most < 1 && this.#vocabulary.namesAfterHalf.includes(next)) return true;
      return most > MAX_COUNT || this.#vocabulary.namesAfterNumber.includes(next);
    }
    return isSize(unit) && this.#vocabulary.namesAfterSize.includes(next);
  }

  /** What the text says where its amount is at the beginning. */
  #before(measure: Measure): Amount {
    const { of } = this.#vocabulary;
    const { unit, end } = measure;
    const first = of.includes(this.#word(end)) ? end + 1 : end;
    const parted = this.#parted(first, this.#tokens.length);
    const { food } = parted;
    const before = this.#textOf(0, first);
    if (food === '' && unit !== undefined && FOODS.has(unit)) {
      const name = this.#textOf(end - 1, end);
      return {
        ...this.#amountOf({ ...measure, unit: undefined }),
        ...parted,
        food: name,
        before: '',
      };
    }
    const amount = { ...this.#amountOf(measure), ...parted, before };
    if (food === '' || (unit !== undefined && !isSize(unit))) return amount;
    return this.#withUnitOfFood(amount);
  }

  /** With the unit that stands after the food: "3 garlic cloves", "1 egg, large". */
  #withUnitOfFood(amount: Amount): Amount {
    const { unit, food, note } = amount;
    const noted = unit === undefined ? this.#onlyUnit(note) : undefined;
    if (noted !== undefined && isSize(noted)) return { ...amount, unit: noted, note: '' };
    const tokens = tokensOf(food);
    const last = tokens.at(-1);
    const named = last && this.#onlyUnit(food.slice(last.start));
    if (last === undefined || tokens.length < 2 || named === undefined) return amount;
    const isSizeAfter = unit === undefined && isSize(named);
    if (!NAMED_AFTER.has(named) && !isSizeAfter) return amount;
    return { ...amount, unit: named, food: food.slice(0, last.start).trim() };
  }

  /** The unit that a text is, and nothing else. */
  #onlyUnit(text: string): Unit | undefined {
    const tokens = tokensOf(text);
    const found = new MeasureReader(tokens, this.#vocabulary).unitAt(0);
    return found !== undefined && found.end === tokens.length ? found.unit : undefined;
  }

  #amountOf({ least, most, unit }: Measure): Pick<Amount, 'amount' | 'range' | 'unit'> {
    if (least === most) return { amount: least, unit };
    return { amount: (least + most) / 2, range: [least, most], unit };
  }

  #parted(start: number, end: number): FoodText {
    const isMeasure = (place: number) => {
      const unit = /^[\d¼-⅞]/.test(this.#word(place)) && this.#measures.at(place)?.unit;
      return unit !== undefined && unit !== false && isMeasured(unit);
    };
    return partFood(this.#text, this.#tokens, { start, end }, this.#vocabulary, isMeasure);
  }

  /** The text of some tokens, without the punctuation at its ends. */
  #textOf(start: number, end: number): string {
    const [first, last] = [this.#tokens[start], this.#tokens[end - 1]];
    if (first === undefined || last === undefined || start >= end) return '';
    return this.#text.slice(first.start, last.end);
  }

  #word(place: number): string {
    return wordOf(this.#tokens, place);
  }
}
