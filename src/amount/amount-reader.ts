import { FoodReader, type FoodText } from './food-text.ts';
import { ENGLISH, USE_REMARKS } from './languages/english.ts';
import type { Vocabulary } from './languages/vocabulary.ts';
import { type Measure, MeasureReader } from './measure-reader.ts';
import { plainText, tokensOf } from './tokens.ts';
import { FOODS, isSize, NAMED_AFTER, type Unit, unitsByWord, WITHOUT_NUMBER } from './units.ts';

// Reads amounts in one language, and distinguishes them from numbers in names ("365 milk"). Limits
// the size of a count and the length of a text.

/** The amount of a food in text. */
export interface Amount extends FoodText {
  /** The number of units, above 0; the midpoint of a range. */
  readonly amount: number;
  /** The ends of a range: 2 and 3 for "2-3 cups". */
  readonly range?: readonly [least: number, most: number];
  /** `undefined` if foods are counted: "2 eggs". */
  readonly unit: Unit | undefined;
}

/** The maximum length in UTF-16 code units. No amount is read from longer text. */
const MAX_AMOUNT_TEXT = 300;

/** A larger number without a unit is part of a name, such as "365" or "1000". */
const MAX_COUNT = 99;

/** The maximum number of words before "of": "finely grated zest and juice of 1 lime". */
const MAX_PART_WORDS = 5;

/** Like `readAmount`, but takes the vocabulary, so that the page loads only one. */
export function readAmountBy(text: string, vocabulary: Vocabulary): Amount | undefined {
  if (text.length > MAX_AMOUNT_TEXT) return undefined;
  const reader = new AmountReader(plainText(text, vocabulary), vocabulary);
  return reader.atBeginning() ?? reader.ofPart() ?? reader.afterTitle() ?? reader.atEnd();
}

/**
 * Removes remarks on how a food is used, and other foods with amounts, from text without an amount
 * at its start: returns "salt" for "salt, to taste", and "bacon" for "bacon and 3 eggs".
 */
export function foodWithoutUse(text: string, vocabulary: Vocabulary): string {
  if (text.length > MAX_AMOUNT_TEXT) return text;
  const plain = plainText(text, vocabulary).replace(USE_REMARKS, '');
  const tokens = tokensOf(plain);
  const reader = new MeasureReader(tokens, vocabulary);
  const token = tokens.find(({ word, start }, index) => {
    const isJoint = [...vocabulary.and, ...vocabulary.with].includes(word);
    const next = tokens[index + 1]?.word ?? '';
    if (index > 0 && isJoint && (/^\d/.test(next) || vocabulary.articles.includes(next))) {
      const end = reader.at(index + 1)?.end;
      return end !== undefined && !vocabulary.namesAfterNumber.includes(tokens[end]?.word ?? '');
    }
    const notes = [...vocabulary.asides, ...(word === '(' ? vocabulary.cuts : [])];
    // Not the hyphen of "thick-cut bacon".
    const isMark = /^[,(]$/.test(word) || (word === '-' && start !== tokens[index - 1]?.end);
    return index > 0 && isMark && notes.includes(next);
  });
  return token === undefined ? plain : plain.slice(0, token.start).trim();
}

/**
 * Returns the units in an English household measure of a food table, and how many of each: one
 * `cup` for "cup, sliced", one `serving` and half a `cup` for "serving 1/2 cup". Ignores text from
 * the first parenthesis on, which describes the measure.
 */
export function unitsInMeasure(measure: string): ReadonlyMap<Unit, number> {
  const [named = ''] = measure.slice(0, MAX_AMOUNT_TEXT).split('(');
  const tokens = tokensOf(named);
  const reader = new MeasureReader(tokens, ENGLISH);
  const units = new Map<Unit, number>();
  for (let index = 0; index < tokens.length; ) {
    const counted = reader.at(index);
    const found = counted?.unit === undefined ? reader.unitAt(index) : counted;
    if (found?.unit !== undefined && !units.has(found.unit))
      units.set(found.unit, counted?.unit === undefined ? 1 : counted.min);
    index = found?.end ?? index + 1;
  }
  return units;
}

class AmountReader extends FoodReader {
  atBeginning(): Amount | undefined {
    // Skips a list marker.
    const start = this.afterFillers(this.afterHyphen(0));
    const measure = this.at(start) ?? this.#unitAlone(start);
    return measure === undefined || this.#isName(measure) ? undefined : this.#before(measure);
  }

  /**
   * Reads the amount after a title: "Egg wash: 1 egg". In "Eggs: 1", the title itself is the food.
   */
  afterTitle(): Amount | undefined {
    const colon = this.tokens.findIndex(({ word }) => word === ':');
    const measure = colon < 0 ? undefined : this.at(colon + 1);
    const amount = measure && this.#before(measure);
    return amount?.food === '' ? undefined : amount;
  }

  /** Reads amounts such as "juice of 2 limes" and "yolks from 4 eggs". */
  ofPart(): Amount | undefined {
    for (let index = 1; index <= MAX_PART_WORDS; index++) {
      if (!/^\p{L}/u.test(this.word(index - 1))) return undefined;
      if (!this.vocabulary.from.includes(this.word(index))) continue;
      const counted = this.at(this.afterFillers(index + 1));
      if (counted === undefined || this.#isName(counted)) continue;
      const amount = this.#before(counted);
      if (amount.food === '') return undefined;
      return { ...amount, food: `${this.textOf(0, index + 1)} ${amount.food}` };
    }
    return undefined;
  }

  /**
   * Reads an amount at the end of the text. The amount needs a unit, a separator ("eggs x 2"), a
   * range or a fraction, since many names end in a number.
   */
  atEnd(): Amount | undefined {
    for (let start = 1; start < this.tokens.length; start++) {
      const found = this.#endingFrom(start);
      const split = found && this.#split(0, start, found.end);
      if (found && split?.food) return { ...amountOf(found), ...split };
    }
    return undefined;
  }

  /** Reads a unit without a number: "slice of bread", "medium banana", "pinch salt". */
  #unitAlone(start: number): Measure | undefined {
    const unit = this.unitAt(start);
    if (unit === undefined) return undefined;
    const isOf = this.vocabulary.of.includes(this.word(unit.end));
    const isAmount = isOf || isSize(unit.unit) || WITHOUT_NUMBER.has(unit.unit);
    // Not "t bone", "tbsp" alone, "cup noodles".
    const isName = this.word(start).length < 2 || this.startsName(start);
    const isLast = /^\d|^$/.test(this.word(unit.end));
    return isAmount && !isName && !isLast ? { min: 1, max: 1, ...unit } : undefined;
  }

  /** Returns the measure that starts at an index, if the text or a clause ends with it. */
  #endingFrom(start: number): Measure | undefined {
    const isAside = this.word(start) === '(';
    const isApart = isAside || this.word(start) === 'x' || this.#isSeparator(start);
    const found = this.at(this.afterFillers(isApart ? start + 1 : start));
    if (found === undefined) return undefined;
    const isClosed = isAside && this.word(found.end) === ')';
    // "rice (1 cup cooked)", "scrambled eggs (2 eggs)", not "milk (2 percent)"
    const isOpen = isAside && !isClosed && !this.#isName(found);
    const next = isOpen ? '' : this.word(isClosed ? found.end + 1 : found.end);
    if (found.unit !== undefined) return /^[,;():+]?$/.test(next) ? found : undefined;
    // "eggs (2)", "egg yolks, 6", "bananas 1 or 2", "lemons 1/2"
    const isCount = isApart || found.min < found.max || this.word(start).includes('/');
    return isCount && /^[:(]?$/.test(next) && found.max <= MAX_COUNT ? found : undefined;
  }

  /**
   * Whether a token is a separator before an amount at the end: "egg yolks, 6", not
   * "half-and-half".
   */
  #isSeparator(index: number): boolean {
    const word = this.word(index);
    if (word === ',' || word === ':') return true;
    return word === '-' && this.tokens[index]?.start !== this.tokens[index - 1]?.end;
  }

  /** Whether the number or size is part of a food's name. */
  #isName({ min, max, unit, end }: Measure): boolean {
    const { namesAfterNumber, namesAfterSize } = this.vocabulary;
    const next = this.word(end);
    if (unit !== undefined) return isSize(unit) && namesAfterSize.includes(next);
    if (max < 1 && this.startsName(end - 1)) return true;
    return max > MAX_COUNT || (min === max && namesAfterNumber.includes(next));
  }

  /** Returns the amount of the food after this measure. */
  #before(measure: Measure): Amount {
    const { unit, end } = measure;
    const first = this.vocabulary.of.includes(this.word(end)) ? end + 1 : end;
    const split = this.#split(first, 0, end);
    if (split.food === '' && unit !== undefined && FOODS.has(unit)) {
      const food = this.textOf(end - 1, end);
      return { ...amountOf({ ...measure, unit: undefined }), ...split, food };
    }
    const amount = { ...amountOf(measure), ...split };
    const isCounted = unit === undefined || unit === 'piece' || isSize(unit);
    return split.food === '' || !isCounted ? amount : this.#withUnitOfFood(amount);
  }

  /**
   * Splits the text from `first` into food and note, given where the measure is. "2 cans beans" has
   * the note "canned".
   */
  #split(first: number, start: number, end: number): FoodText {
    const { food, note } = this.splitNote(first, start > first ? start : Infinity);
    const isCanned = this.tokens
      .slice(0, end)
      .some((_, i) => i >= start && this.unitAt(i)?.unit === 'can');
    return { food, note: [isCanned && 'canned', note].filter(Boolean).join(', ') };
  }

  /** Looks for the unit after the food: "3 garlic cloves", "1 egg, large". */
  #withUnitOfFood(amount: Amount): Amount {
    const { unit, food, note } = amount;
    const hasSize = unit !== undefined && isSize(unit);
    const noted = hasSize ? undefined : this.#onlyUnit(note);
    if (noted !== undefined && isSize(noted)) return { ...amount, unit: noted, note: '' };
    const start = food.lastIndexOf(' ') + 1;
    const named = this.#onlyUnit(food.slice(start));
    if (start === 0 || named === undefined) return amount;
    if (!NAMED_AFTER.has(named) && (hasSize || !isSize(named))) return amount;
    return { ...amount, unit: named, food: food.slice(0, start).trim() };
  }

  /** Returns the unit if the text consists of nothing else. */
  #onlyUnit(text: string): Unit | undefined {
    const words = tokensOf(text).map(({ word }) => word);
    return unitsByWord(this.vocabulary.units).get(words.join(' '));
  }
}

function amountOf({ min, max, unit }: Measure): Pick<Amount, 'amount' | 'range' | 'unit'> {
  if (min === max) return { amount: min, unit };
  return { amount: (min + max) / 2, range: [min, max], unit };
}
