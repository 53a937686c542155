import { unitsInMeasure } from '../amount/amount-reader.ts';
import type { AmountLanguage } from '../amount/languages/vocabulary.ts';
import {
  type Unit as AmountUnit,
  gramsOf,
  isMeasured,
  millilitersOf,
  PACKAGES,
} from '../amount/units.ts';
import { readAmount } from '../amount/vocabularies.ts';
import { densityOf, isDrink, type Measure, type Unit, usualOf } from './measures.ts';

// Computes the weight of an amount of a food: from its unit, a note, or the food's own measures.

/** An amount as written. */
export interface Quantity {
  readonly count: number;
  /** `undefined` if foods are counted: `2 eggs`. */
  readonly unit: AmountUnit | undefined;
  /**
   * The food as written, and the note about it. If the food has several measures, the one that
   * matches this wording is used.
   */
  readonly food?: string;
  readonly note?: string;
}

/** "each" in the languages in which amounts are read. */
const EACH =
  /(?<!\p{L})(?:each|apiece|à|je|jeweils|chacune?|cada(?: un[oa]| uma?)?|ciascun[oa]|l['’]un[oa])(?!\p{L})/giu;

/**
 * Returns the weight that a note states next to a count: 3 lb for "1 chicken (3 lb)", 8 oz for "2
 * fillets (4 oz each)" and 800 g for "2 tins beans (400 g)". Such a weight is more specific than
 * the table's measures.
 */
export function statedWeight(
  { count, unit, food = '', note = '' }: Quantity,
  lang?: AmountLanguage,
): (Quantity & { readonly unit: AmountUnit }) | undefined {
  if (unit !== undefined && isMeasured(unit)) return undefined;
  const text = note.replace(/^canned, /, '').replace(EACH, '');
  const [weight] = [readAmount(text, lang), readAmount(text)].filter((one) => one?.food === '');
  if (weight?.unit === undefined || gramsOf(weight.unit) === undefined) return undefined;
  const isPackage = unit !== undefined && unit !== 'piece' && PACKAGES.has(unit);
  const isEach = isPackage || `${food} ${note}`.search(EACH) >= 0;
  return { count: isEach ? count * weight.amount : weight.amount, unit: weight.unit };
}

/**
 * Returns an amount's unit with its weight for a food, or `undefined` if the weight is unknown.
 *
 * @param food the food's description
 */
export function unitOf(
  measures: readonly Measure[],
  { unit, food: typed = '', note = '' }: Omit<Quantity, 'count'>,
  food: string | null = null,
): Unit | undefined {
  if (unit === undefined) return pieceOf(measures, food, typed);
  const grams = gramsOf(unit);
  if (grams !== undefined) return { name: unit, grams };
  // "cup, slices" measures a cup, not a slice.
  const having = measures.filter(({ name }) => {
    const [first] = unitsInMeasure(name).keys();
    return isMeasured(unit) || first === undefined || !isMeasured(first);
  });
  const own = having.filter(({ name }) => unitsInMeasure(name).get(unit) === 1);
  // In "slice, medium", only the slice is medium, not the whole food.
  const whole = own.filter(({ name }) => unitsInMeasure(name).keys().next().value === unit);
  const text = `${typed} ${note}`;
  const [alike] = mostSimilar(whole.length > 0 ? whole : own, text, food);
  const milliliters = millilitersOf(unit);
  const full = milliliters && densityOf(measures);
  // A cup of cream does not weigh as much as a cup of whipped cream.
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
 * Returns the measures that share the most words with the text, not counting the food's own name.
 * Keeps their order, since tables list the usual measures first.
 */
function mostSimilar(measures: readonly Measure[], text: string, food: string | null) {
  if (measures.length < 2) return measures;
  const shared = measures.map((measure) => sharedWords(measure, text, food));
  const max = Math.max(...shared);
  return measures.filter((_, i) => shared[i] === max);
}

function sharedWords({ name }: Measure, text: string, food: string | null): number {
  // In "wonton wrappers", only "wonton" counts, since eggroll wrappers are wrappers too.
  const called = wordsOf(headOf(food)).at(-1);
  const typed = wordsOf(text).filter((word) => word !== called);
  return wordsOf(name).filter((word) => typed.includes(word)).length;
}

/**
 * Returns the words of text, truncated so that `slices` equals `sliced`, and `leaves` equals
 * `leaf`.
 */
function wordsOf(text: string): readonly string[] {
  const [described = ''] = text.toLowerCase().split('(');
  return (described.match(/[a-z]{3,}/g) ?? []).map((word) =>
    word.replace(/(lea|loa|hal)ves$/, '$1f').slice(0, 5),
  );
}

function oneOf({ count, name, grams }: Measure): Unit {
  return { name, grams: grams / count };
}

/**
 * Returns the weight of one piece of a food or one serving of a drink, for an amount without a unit
 * or with a size that the table lacks. Other measures are not used: three cloves are not three
 * teaspoons.
 */
export function usualUnitOf(measures: readonly Measure[], food: string | null): Unit | undefined {
  const served = isDrink(measures) ? usualOf(measures) : undefined;
  return pieceOf(measures, food, '') ?? (served && oneOf(served));
}

/** Names of measures that people count, most likely first. */
const USUAL_PIECES = [
  ...[/^medium\b/, /^(whole|each|fruit|piece|item)\b/, /^head\b/],
  ...[/^large\b/, /^slice\b/],
];

/**
 * Returns the measure that is one piece of a food. Only the measures that best match the wording
 * count (`leaf` for lettuce leaves). Of these, prefers the one named like the food (`leek`), then
 * the table's first measure (`large` for eggs), then a usual piece (`medium` for bananas, whose
 * first measure is a cup).
 */
function pieceOf(measures: readonly Measure[], food: string | null, typed: string) {
  const others = isDrink(measures) ? LESS_THAN_A_PIECE : NO_PIECES;
  const countable = measures.filter(({ name }) => isPiece(name, others));
  // A measure of several, such as "10 melon balls", is not one piece.
  const single = countable.filter(({ count, name }) => count === 1 && !/^serving\b/.test(name));
  const pieces = mostSimilar(single.length > 0 ? single : countable, typed, food);
  const [first] = pieces;
  // `head, medium` rather than `head, large`
  const [, kind] = /^(?!extra)(\w+,? )large\b/.exec(first?.name ?? '') ?? [];
  const forms = kind === undefined ? USUAL_PIECES : [new RegExp(`^${kind}medium\\b`, 'i')];
  const usual =
    first === measures[0]
      ? undefined
      : forms.map((form) => pieces.find(({ name }) => form.test(name))).find(Boolean);
  const piece = pieces.find(({ name }) => isCalled(name, food)) ?? usual ?? first;
  return piece && oneOf(piece);
}

/**
 * Whether a measure is named like a food: `leek` for `Leeks, raw`, `pizza` for `PIZZA HUT 12"
 * cheese pizza`.
 */
function isCalled(measure: string, food: string | null): boolean {
  const [name = ''] = measure.toLowerCase().split(',');
  const words = headOf(food).toLowerCase().split(' ');
  return words.some((word) => [name, `${name}s`, `${name}es`].includes(word));
}

/** Returns the kind of food: the words before the first comma. */
export function headOf(food: string | null): string {
  return food?.split(',')[0] ?? '';
}

const LESS_THAN_A_PIECE: ReadonlySet<AmountUnit> = new Set(['pinch', 'dash', 'drop']);
/**
 * Units smaller than a piece, and containers of several pieces. For drinks, a container counts as a
 * piece.
 */
const NO_PIECES: ReadonlySet<AmountUnit> = new Set([
  ...LESS_THAN_A_PIECE,
  ...(['package', 'can', 'jar'] as const),
]);

/**
 * Whether a measure is a single piece: not a weight, a volume, a yield, a label's serving (NLEA),
 * several of a unit, or a measure in one of the given units.
 */
function isPiece(name: string, others: ReadonlySet<AmountUnit>): boolean {
  const isOther = [...unitsInMeasure(name)].some(
    ([unit, count]) => isMeasured(unit) || others.has(unit) || count !== 1,
  );
  return !isOther && !/^NLEA|\byield from\b/.test(name);
}
