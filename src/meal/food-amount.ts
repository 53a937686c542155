import { unitsInMeasure } from '../amount/amount-reader.ts';
import { type Unit as AmountUnit, gramsOf, isMeasured, millilitersOf } from '../amount/units.ts';
import { densityOf, type Measure, type Unit } from './measures.ts';

// What an amount of a food weighs, by the food's own measures.

/** An amount as somebody wrote it. */
export interface Quantity {
  readonly count: number;
  /** `undefined` where foods are counted: `2 eggs`. */
  readonly unit: AmountUnit | undefined;
  /** The food in the same words, and what else they say: of two measures, the more alike is meant. */
  readonly food?: string;
  readonly note?: string;
}

/**
 * The unit of an amount with the weight that it has for a food; `undefined` where nothing says that.
 *
 * @param food what its table calls it
 */
export function unitOf(
  measures: readonly Measure[],
  { unit, food: typed = '', note = '' }: Omit<Quantity, 'count'>,
  food: string | null = null,
): Unit | undefined {
  if (unit === undefined) return pieceOf(measures, food, typed);
  const grams = gramsOf(unit);
  if (grams !== undefined) return { name: unit, grams };
  // A cup of slices is no slice.
  const having = measures.filter(({ name }) => {
    const [first] = unitsInMeasure(name).keys();
    return isMeasured(unit) || first === undefined || !isMeasured(first);
  });
  const own = having.filter(({ name }) => unitsInMeasure(name).get(unit) === 1);
  // A medium slice is not a medium food.
  const whole = own.filter(({ name }) => unitsInMeasure(name).keys().next().value === unit);
  const text = `${typed} ${note}`;
  const [alike] = mostAlike(whole.length > 0 ? whole : own, text, food);
  const milliliters = millilitersOf(unit);
  const full = milliliters && densityOf(measures);
  // A cup of cream is not the one that is whipped.
  const isOther = alike?.name.includes(',') && sharedWords(alike, text, food) === 0;
  if (milliliters && full && isOther) return { name: unit, grams: milliliters * full };
  if (alike !== undefined) return oneOf(alike);
  for (const { count, name, grams: all } of having) {
    const units = unitsInMeasure(name).get(unit);
    if (units !== undefined) return { name: unit, grams: all / count / units };
  }
  const density = milliliters && densityOf(measures, 'in any form');
  return milliliters === undefined || density === undefined
    ? undefined
    : { name: unit, grams: milliliters * density };
}

/**
 * Those of some measures of a food whose names share the most words with a text, besides what the food
 * is called: tables list usual ones first.
 */
function mostAlike(
  measures: readonly Measure[],
  text: string,
  food: string | null,
): readonly Measure[] {
  if (measures.length < 2) return measures;
  const shared = measures.map((measure) => sharedWords(measure, text, food));
  const most = Math.max(...shared);
  return measures.filter((_, i) => shared[i] === most);
}

function sharedWords({ name }: Measure, text: string, food: string | null): number {
  const called = wordsOf(headOf(food));
  const typed = wordsOf(text).filter((word) => !called.includes(word));
  return wordsOf(name).filter((word) => typed.includes(word)).length;
}

/** By their first letters: `slices` is like `sliced`, `leaf` like `leaves`. */
function wordsOf(text: string): readonly string[] {
  const [described = ''] = text.toLowerCase().split('(', 1);
  return (described.match(/[a-z]{3,}/g) ?? []).map((word) =>
    word.replace(/(lea|loa|hal)ves$/, '$1f').slice(0, 5),
  );
}

function oneOf({ count, name, grams }: Measure): Unit {
  return { name, grams: grams / count };
}

/** Grams in a milliliter of what people drink at the most; syrups and concentrates have more. */
const THICKEST_DRINK = 1.1;

function isDrink(measures: readonly Measure[]): boolean {
  const isPoured = measures.some(({ count, name }) => name === 'fl oz' && count === 1);
  return isPoured && (densityOf(measures) ?? 0) <= THICKEST_DRINK;
}

/**
 * What people take of a food: the measure that its table has first. Tables list drinks by the fluid
 * ounce, which nobody drinks: of these it is a cup, or what else they are served in.
 */
export function usualOf(measures: readonly Measure[]): Measure | undefined {
  const [first, ...others] = measures;
  if (first?.name !== 'fl oz' || !isDrink(measures)) return first;
  return others.find(({ name }) => /^cup\b/.test(name)) ?? others[0] ?? first;
}

/**
 * What one of a food weighs where an amount has no unit, or a size that its table does not have: a piece
 * of it, or of a drink what it is served in. Nothing else is one: three cloves are no three teaspoons.
 */
export function usualUnitOf(measures: readonly Measure[], food: string | null): Unit | undefined {
  const served = isDrink(measures) ? usualOf(measures) : undefined;
  return pieceOf(measures, food, '') ?? (served && oneOf(served));
}

/** Names of what people count, in the order in which they would mean them. */
const USUAL_PIECES = [
  ...[/^medium\b/, /^(whole|each|fruit|piece|item)\b/, /^head\b/],
  ...[/^large\b/, /^slice\b/],
];

/**
 * What one of a food is: of the measures that were typed as well, such as the lettuce's leaf, or of all,
 * the one that is called like it, as the leek is; else its first, if that is neither a weight nor a
 * volume, as the egg has its large one; else the medium one, as of the banana, whose first is a cup.
 */
function pieceOf(
  measures: readonly Measure[],
  food: string | null,
  typed: string,
): Unit | undefined {
  const others = isDrink(measures) ? LESS_THAN_A_PIECE : NO_PIECES;
  const countable = measures.filter(({ name }) => isPiece(name, others));
  // Ten balls are no melon.
  const single = countable.filter(({ count, name }) => count === 1 && !/^serving\b/.test(name));
  const pieces = mostAlike(single.length > 0 ? single : countable, typed, food);
  const [first] = pieces;
  // `head, medium` instead of `head, large`
  const [, kind] = /^(?!extra)(\w+,? )large\b/.exec(first?.name ?? '') ?? [];
  const forms = kind === undefined ? USUAL_PIECES : [new RegExp(`^${kind}medium\\b`, 'i')];
  const usual =
    first === measures[0]
      ? undefined
      : forms.map((form) => pieces.find(({ name }) => form.test(name))).find(Boolean);
  const piece = pieces.find(({ name }) => isCalled(name, food)) ?? usual ?? first;
  return piece && oneOf(piece);
}

/** Whether a measure is called like a food: `leek` of `Leeks, raw`, `pizza` of `PIZZA HUT 12" cheese pizza`. */
function isCalled(measure: string, food: string | null): boolean {
  const [name = ''] = measure.toLowerCase().split(/[,(]/, 1);
  const words = headOf(food).toLowerCase().split(' ');
  return words.some((word) => [name, `${name}s`, `${name}es`].includes(word));
}

/** What kind of food it is: the words before the first comma. */
export function headOf(food: string | null): string {
  return food?.split(',', 1)[0] ?? '';
}

const LESS_THAN_A_PIECE: ReadonlySet<AmountUnit> = new Set(['pinch', 'dash', 'drop']);
/** With what several pieces come in, but of a drink. */
const NO_PIECES: ReadonlySet<AmountUnit> = new Set([
  ...LESS_THAN_A_PIECE,
  ...(['package', 'can', 'jar'] as const),
]);

/** Whether a measure is of no weight or volume, such as what a pound yields, of none of some units, and of one thing. */
function isPiece(name: string, others: ReadonlySet<AmountUnit>): boolean {
  const isOther = [...unitsInMeasure(name)].some(
    ([unit, count]) => isMeasured(unit) || others.has(unit) || count !== 1,
  );
  return !isOther && !/^NLEA|\byield from\b/.test(name);
}
