import { expandName, tidy } from './expand-name.ts';
import { type Food, type OfficialFood, SHARED_NUTRIENTS } from './sources.ts';

// Finds the official names of foods by their nutrients.

/** How many of the 32 shared nutrients must agree. A few values differ between the releases. */
const AGREEING_NUTRIENTS_MIN = 29;

/**
 * With at least this similarity, two names mean the same food. The value was chosen by reading the
 * pairs just above and below it.
 */
const NAME_SIMILARITY_MIN = 0.6;

/** The sources' rounding differs by at most one unit of the last digit. */
const RELATIVE_TOLERANCE = 0.011;
const ABSOLUTE_TOLERANCE = 0.0006;

/** Only foods with the same protein, allowing for rounding, are compared in full. */
const PROTEIN_INDEX = SHARED_NUTRIENTS.findIndex(([, name]) => name === 'protein');
const PROTEIN_TOLERANCE_G = 0.06;

interface Pair {
  readonly food: Food;
  readonly official: OfficialFood;
  readonly agreeing: number;
  readonly similarity: number;
}

/**
 * Maps NDB numbers to official names if there is no doubt: nearly all nutrients agree, and the
 * names are similar. Other foods are left out, since a missing name is better than a wrong one. No
 * two foods get the same official name.
 */
export function matchOfficialNames(
  foods: readonly Food[],
  officialFoods: readonly OfficialFood[],
): Map<string, string> {
  const pairs = foods.flatMap((food) => candidatePairs(food, officialFoods));
  pairs.sort(
    (a, b) =>
      b.similarity - a.similarity ||
      b.agreeing - a.agreeing ||
      a.food.ndbNo.localeCompare(b.food.ndbNo, 'en'),
  );
  const names = new Map<string, string>();
  const taken = new Set<OfficialFood>();
  for (const { food, official } of pairs) {
    if (names.has(food.ndbNo) || taken.has(official)) continue;
    names.set(food.ndbNo, tidy(official.name));
    taken.add(official);
  }
  return names;
}

function candidatePairs(food: Food, officialFoods: readonly OfficialFood[]): Pair[] {
  const nutrients = SHARED_NUTRIENTS.map(([column]) => Number(food.values[column] ?? 0));
  const protein = nutrients[PROTEIN_INDEX] ?? 0;
  const expandedName = expandName(food.abbreviatedName, food.ndbNo);
  const pairs: Pair[] = [];
  for (const official of officialFoods) {
    if (Math.abs((official.nutrients[PROTEIN_INDEX] ?? 0) - protein) > PROTEIN_TOLERANCE_G)
      continue;
    const agreeing = countAgreeing(nutrients, official.nutrients);
    if (agreeing < AGREEING_NUTRIENTS_MIN) continue;
    const similarity = nameSimilarity(expandedName, official.name);
    if (similarity >= NAME_SIMILARITY_MIN && keepsBrands(expandedName, official.name))
      pairs.push({ food, official, agreeing, similarity });
  }
  return pairs;
}

function countAgreeing(a: readonly number[], b: readonly number[]): number {
  return a.filter((amount, i) => {
    const other = b[i] ?? 0;
    const tolerance = RELATIVE_TOLERANCE * Math.max(amount, other) + ABSOLUTE_TOLERANCE;
    return Math.abs(amount - other) <= tolerance;
  }).length;
}

/**
 * Returns the similarity of two names, from 0 to 1: the fraction of their words that match a word
 * of the other name. Two words also match if one abbreviates the other, since the expansion does
 * not know abbreviations made up for a single name.
 */
function nameSimilarity(a: string, b: string): number {
  const wordsA = wordsOf(a);
  const wordsB = wordsOf(b);
  const found = (words: string[], others: string[]) =>
    words.filter((word) => others.some((other) => sameWord(word, other))).length;
  return (found(wordsA, wordsB) + found(wordsB, wordsA)) / (wordsA.length + wordsB.length);
}

/**
 * Whether the official name still contains the brands. SR Legacy removed some. "USDA Commodity" is
 * not a brand.
 */
function keepsBrands(expandedName: string, officialName: string): boolean {
  const officialWords = wordsOf(officialName);
  const brandWords = expandedName.match(/\b(?!USDA\b)[A-Z][A-Z']{2,}/g) ?? [];
  return brandWords.flatMap(wordsOf).every((word) => officialWords.includes(word));
}

function wordsOf(name: string): string[] {
  return (
    name
      .toLowerCase()
      .replaceAll("'", '')
      .match(/[a-z]+|[\d/%]+/g) ?? []
  );
}

function sameWord(a: string, b: string): boolean {
  return a === b || abbreviates(a, b) || abbreviates(b, a);
}

/** Whether `long` contains the letters of `short` in the same order, starting with the first. */
function abbreviates(short: string, long: string): boolean {
  if (short[0] !== long[0] || short.length >= long.length) return false;
  let i = 0;
  for (const letter of long) if (letter === short[i]) i++;
  return i === short.length;
}
