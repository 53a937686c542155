import { isPer100 } from './table/column-names.ts';

// Recognizes text that says what quantity of a food the amounts are for: 100 g, or something else.

/**
 * Matches `100 g`, `per 100g edible portion`, and a bare `100`, which counts only in columns such
 * as `qty`.
 */
export const IS_OF_100 =
  /^(?:per\s*)?100(?:[.,]0+)?(?:\s*(?:g|gr|gm|grams?|ml|millilit(?:er|re)s?)\b|$)/i;
const BASIS_WORDS =
  'amount|qty|quantity|basis|base|per|reference|unit|portion|serving|measure|cantidad|quantidade|menge|quantite|quantità|quantita|porción|porcion|porção|porzione|portionsgröße|hoeveelheid|portie|количество|порция';
/**
 * Matches the name (as `plainText` returns it: lowercase, no diacritics) of a column that states
 * the basis of each food.
 */
export const BASIS_NAME = new RegExp(
  `^(?:(?:base|reference|nutrition) )?(?:${BASIS_WORDS}|peso|gewicht|poids|weight|вес|grams|serving(?: size)?(?: g)?)(?: g)?(?: base)?$`,
);

const PER = '(?:per|pro|par|por|je|cada|op|na|на|لكل)';
const ONE_WORD = '(?:one|each|an?|une?|uma?|un[ao]|eine[rn]?)';
const ONE = String.raw`(?:${ONE_WORD}|1|½|¼|\d\/\d)`;
/**
 * Matches `Nutrition facts per serving`, `Nährwerte pro Portion`, `per 1 oz (28 g)`, `in one ounce`,
 * `menu_item`, `per ½ cup`, `1食あたり`, `Fat (30 g)`.
 */
const OTHER_BASIS = new RegExp(
  [
    String.raw`(?:(?:\/|(?<!\p{L})${PER})[\s_-]*(?:${ONE}\s)*|(?<!\p{L})(?:(?:pour|for|für|para|à)\s(?=\d|${ONE}\s)|(?:in|of)\s(?=${ONE}\s))(?:${ONE}\s)*)(?:serving|porti|porç|porci|porcj|porzion|порци|حصة|cup\b|ounce|pound\b|pieces?\b|(?:\d+(?:[.,]\d+)?\s?)?(?:oz|lb)\b|\d+(?:[.,]\d+)?\s?(?:g|grams?|ml|kcal|kj)\b)`,
    String.raw`(?<!\p{L})(?:per|pro|je)\s(?:${ONE}\s)*(?:glass|bottle|can|slice|item|meal|dish|unit|bar|pack|package|container|burger|recipe)s?\b`,
    String.raw`[_/ ]serving$|[([](?!100\s?[gm])\d+(?:[.,]\d+)?\s?(?:g|ml)[)\]]$`,
    String.raw`^(?:menu[\s_]?(?:id|item)|restaurant(?:[\s_]?(?:id|name))?|flavou?r|meal[\s_]?type)$|^diary:`,
    '[1１一](?:食|人前|[個杯本枚](?:あたり|当))|毎食|每[份杯个餐]|1(?:회|인분)',
  ].join('|'),
  'iu',
);
const DRY_BASIS =
  /(?:[\d\s/]g|%|[oi]n|per|of)\s*(?:an?\s)?dry (?:matter|weight)|dry (?:matter|weight) basis|trocken(?:masse|substanz)/i;
/**
 * Matches short strings such as `serving_size: 1 cup`, `per: portion`, `basis: 30 g`. The repeated
 * part matches a string in only one way. Otherwise, matching some strings would take forever.
 */
const STATED_BASIS = new RegExp(
  String.raw`^(?=.{1,200}$)"?(?:\p{L}+[_ ]?)?(?:${BASIS_WORDS}|size)"?\s*:\s*"?(?:(?:${ONE_WORD}|${PER})[\s_-]+|[\d.,/½¼][\s_-]*)*(?:(?:servings?|portion(?:en|s)?|porci[oó]n|porção|porzione|portie|cups?|pieces?|slices?|oz|ounces?|lb|pounds?|units?|stück)|\d+(?:[.,]\d+)?\s?(?:g|ml))"?$`,
  'iu',
);

/** Checks whether text says that amounts are per something other than 100 g. */
export function isOtherBasis(text: string): boolean {
  // Checked first, since the text may mention 100 g of dry matter.
  if (DRY_BASIS.test(text)) return true;
  return !isPer100(text) && (OTHER_BASIS.test(text) || STATED_BASIS.test(text));
}

/** Matches `Eggs (2 large)`, `Bar [50 g]`, `Cola - 1 can`, but not `Juice, 100 ml`. */
const SERVING_IN_NAME =
  /(?:[([（,]|\s[-–])\s*(?!100\s*(?:g|ml)\b)\d[\d.,/½¼]*\s?\p{L}+(?:\s\p{L}+)?[)\]）]?$|\s(?!100\s?(?:g|ml)$)\d+\s?(?:oz|g|ml|tbsp|tsp|cups?|slices?|pcs?)$|[([]each[)\]]$/iu;

/** Checks whether the name of a food contains an amount, which may be the basis of its amounts. */
export function isServingName(name: string): boolean {
  return SERVING_IN_NAME.test(name) || isOtherBasis(name);
}
