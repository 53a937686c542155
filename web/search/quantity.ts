import type { Question } from '../address.ts';

/** An amount typed in front of a search. */
export interface Quantity {
  readonly count: number;
  /** Names that tables have for the unit. */
  readonly unitNames: readonly string[];
}

/** As typed → as tables write it. Plurals in `s` are understood as well. */
const UNITS: ReadonlyMap<string, readonly string[]> = new Map([
  ['g', ['g']],
  ['gram', ['g']],
  ['gramo', ['g']],
  ['oz', ['oz']],
  ['ounce', ['oz']],
  ['onza', ['oz']],
  ['ml', ['ml']],
  ['cup', ['cup']],
  ['taza', ['cup']],
  ['tbsp', ['tbsp', 'tablespoon']],
  ['tablespoon', ['tbsp', 'tablespoon']],
  ['cucharada', ['tbsp', 'tablespoon']],
  ['tsp', ['tsp', 'teaspoon']],
  ['teaspoon', ['tsp', 'teaspoon']],
  ['cucharadita', ['tsp', 'teaspoon']],
  ['fl oz', ['fl oz']],
  ['slice', ['slice']],
  ['rebanada', ['slice']],
  ['piece', ['piece']],
  ['pieza', ['piece']],
  ['small', ['small']],
  ['medium', ['medium']],
  ['large', ['large']],
  ['can', ['can']],
  ['bar', ['bar']],
  ['serving', ['serving']],
  ['lb', ['lb']],
]);

/** More than anyone means. */
const MAX_COUNT = 10_000;

const FORM =
  /^\s*(\d+(?:[.,]\d+)?|\d+\/\d+|[¼½¾⅓⅔])\s*(fl oz|\p{L}+)\.?\s+(?:of\s+|de\s+)?(\S.*)$/iu;
const FRACTIONS: Readonly<Record<string, number>> = {
  '¼': 1 / 4,
  '½': 1 / 2,
  '¾': 3 / 4,
  '⅓': 1 / 3,
  '⅔': 2 / 3,
};

/**
 * Takes an amount off the front of a search: `2 cups whole milk` looks for whole milk. Only an
 * amount with a unit is one, so that `7 up` and `2% milk` stay what they are.
 */
export function readQuantity(query: string): { text: string; quantity: Quantity | undefined } {
  const [, number = '', unit = '', text = ''] = FORM.exec(query) ?? [];
  const word = unit.toLowerCase();
  const unitNames = UNITS.get(word) ?? UNITS.get(word.replace(/s$/, ''));
  const count = countOf(number);
  return unitNames === undefined || !(count > 0 && count <= MAX_COUNT)
    ? { text: query.trim(), quantity: undefined }
    : { text: text.trim(), quantity: { count, unitNames } };
}

/** What the service is asked: without the amount, or exactly what was typed. */
export function sentQuestion({ query, match }: Question): Question {
  return { query: match === 'substring' ? query : readQuantity(query).text, match };
}

function countOf(number: string): number {
  const [upper = '', lower] = number.split('/');
  if (lower !== undefined) return Number(upper) / Number(lower);
  return FRACTIONS[number] ?? Number(number.replace(',', '.'));
}
