import type { Unit } from '../units.ts';

// What a language has to say of amounts: numbers, units, joining words, names that look like
// amounts.

/** A language in which amounts are understood, as BCP 47 names it. */
export type AmountLanguage = 'en' | 'es' | 'fr' | 'de' | 'it' | 'pt';

/** How a language writes amounts. All words are in lower case, without accents. */
export interface Vocabulary {
  /** A word for a number, or for "a" and "half", → its value. */
  readonly numbers: Readonly<Record<string, number>>;
  /** A unit → its words, in each form and spelling. The first is the usual one. */
  readonly units: Readonly<Partial<Record<Unit, readonly string[]>>>;
  /** Words for twelve after a number: "two dozen". */
  readonly dozens: readonly string[];
  /** Words around a number or before a unit that change nothing: "about 1 cup", "1 heaping cup". */
  readonly fillers: readonly string[];
  /** Words between the ends of a range: "1 to 2", "1 or 2". */
  readonly to: readonly string[];
  /** Words between two measures that add up: "1 cup plus 2 tbsp". */
  readonly plus: readonly string[];
  /** Words between a part and the whole that is counted: "juice of 2 limes". */
  readonly from: readonly string[];
  /** Words after which a line says how the food is bought, cut or used: "flour for dusting". */
  readonly asides: readonly string[];
  /** How a food is cut or prepared, which does not identify it: "chopped". */
  readonly cuts: readonly string[];
  /** Words that describe a food before a comma: "red, ripe strawberries". */
  readonly describing: readonly string[];
  /** Words between an amount and its food: "of". */
  readonly of: readonly string[];
  /** Words that join a number and its fraction: "one and a half". */
  readonly and: readonly string[];
  /** Words before a food that count none: "half an avocado", "and some nuts". */
  readonly articles: readonly string[];
  /** Words that show a sentence about a meal: "I", "had" as in "had two eggs". */
  readonly speakerWords: readonly string[];
  /** Words that introduce a meal, {@link speakerWords} included: "I just had some". */
  readonly introWords: readonly string[];
  /** When food is eaten: "breakfast", "snack". */
  readonly occasions: readonly string[];
  /** Words before these: "for my". */
  readonly before: readonly string[];
  /** Words that join foods of a meal: "toast with an egg". */
  readonly with: readonly string[];
  /** Words before an amount that follows its food: "a muffin, and it's 130 grams". */
  readonly linking: readonly string[];
  /** What stands after a number or "half" in the names of foods: "7 up", "half and half". */
  readonly namesAfterNumber: readonly string[];
  /** What stands after a unit in the names of foods: "fette biscottate". */
  readonly namesAfterUnit: readonly string[];
  /** What stands after a half in the names of foods: "half fat". */
  readonly namesAfterHalf: readonly string[];
  /** What stands after a size in the names of foods: "small curd", "medium grain". */
  readonly namesAfterSize: readonly string[];
  /** Whether 1,500 has a thousands separator rather than a decimal comma. */
  readonly commaGroups: boolean;
}

/** Spelled alike in all of these languages. */
export const METRIC: Vocabulary['units'] = {
  mg: ['mg'],
  g: ['g', 'gr', 'gram', 'gramm', 'grams'],
  kg: ['kg', 'kilo', 'kilos'],
  ml: ['ml'],
  cl: ['cl'],
  dl: ['dl'],
  l: ['l'],
  oz: ['oz'],
  lb: ['lb', 'lbs'],
  'fl oz': ['fl oz'],
  cm: ['cm'],
  mm: ['mm'],
};

/** Amounts in metric units, whatever the language around them. */
export const METRIC_ONLY: Vocabulary = {
  numbers: {},
  units: METRIC,
  dozens: [],
  fillers: [],
  to: [],
  plus: [],
  from: [],
  asides: [],
  cuts: [],
  describing: [],
  of: [],
  and: [],
  articles: [],
  speakerWords: [],
  introWords: [],
  occasions: [],
  before: [],
  with: [],
  linking: [],
  namesAfterNumber: ['%'],
  namesAfterUnit: [],
  namesAfterHalf: [],
  namesAfterSize: [],
  commaGroups: false,
};
