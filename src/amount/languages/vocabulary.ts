import type { UnitWords } from '../units.ts';

// The words of a language needed to read amounts and food names: numbers, units, joining words,
// names that contain numbers or units, endings.

/** A language in which amounts can be read, as a BCP 47 tag. */
export type AmountLanguage = 'en' | 'es' | 'fr' | 'de' | 'it' | 'pt';

/** The words of one language. All are lowercase, except `T`, and without accents. */
export interface Vocabulary {
  /** Maps words for numbers, "a" and "half" to their values. */
  readonly numbers: Readonly<Record<string, number>>;
  /** Words of {@link numbers} that multiply the number before them: "dozen", "hundred". */
  readonly groups: ReadonlySet<string>;
  /** Maps units to their words, in each form and spelling. The first word is the usual one. */
  readonly units: UnitWords;
  /** Words around a number or before a unit that change nothing: "about 1 cup", "1 heaping cup". */
  readonly fillers: readonly string[];
  /** Words between the ends of a range: "1 to 2", "1 or 2". */
  readonly to: readonly string[];
  /** Words between two measures that add up: "1 cup plus 2 tbsp". */
  readonly plus: readonly string[];
  /** Words between a part and what is counted: "juice of 2 limes". */
  readonly from: readonly string[];
  /** Words that introduce how the food is bought, cut or used: "flour for dusting". */
  readonly asides: readonly string[];
  /** Words for how a food is cut or prepared, which do not identify it: "chopped". */
  readonly cuts: readonly string[];
  /**
   * Pairs of words that name a food although the first is a cut, a unit or "half": "minced beef",
   * "fette biscottate", "half fat".
   */
  readonly namedPairs: ReadonlySet<string>;
  /** Words that describe a food before a comma: "red, ripe strawberries". */
  readonly describing: readonly string[];
  /** Words between an amount and its food: "of". */
  readonly of: readonly string[];
  /** Words that join a number and its fraction ("one and a half"), or two foods. */
  readonly and: readonly string[];
  /** Words before a food that are not numbers: "an" in "half an avocado", "some" in "some nuts". */
  readonly articles: readonly string[];
  /** Words that mark a sentence about a meal: "I", "had" as in "had two eggs". */
  readonly speakerWords: readonly string[];
  /** Words that introduce a meal, including the {@link speakerWords}: "I just had". */
  readonly introWords: readonly string[];
  /** The start of a question about a food: "how much protein is in", "calories of". */
  readonly question: RegExp;
  /** The occasions on which food is eaten: "breakfast", "snack". */
  readonly occasions: readonly string[];
  /** Words before an occasion: "for my". */
  readonly before: readonly string[];
  /** Words that join the foods of a meal: "toast with an egg". */
  readonly with: readonly string[];
  /**
   * Words after "and" that form the name of one food with the words before it: "macaroni and
   * cheese".
   */
  readonly paired: readonly string[];
  /** Words before an amount that follows its food: "a muffin, and it's 130 grams". */
  readonly linking: readonly string[];
  /** Words that make a number or "half" before them part of a name: "7 up", "half and half". */
  readonly namesAfterNumber: readonly string[];
  /** Words that make a size before them part of a name: "small curd", "medium grain". */
  readonly namesAfterSize: readonly string[];
  /**
   * Whether the last word of a name is the noun: "stock" in "beef stock", but "caldo" comes first
   * in "caldo de carne".
   */
  readonly isHeadLast: boolean;
  /** Words that fuzzy searches ignore, such as articles, "of" and "with". */
  readonly stopWords: ReadonlySet<string>;
  /** Words before something that is not the food: "in" in "sardines in water". */
  readonly prepositions: ReadonlySet<string>;
  /** Words that make the first word of a name part of a longer name: "pomme de terre". */
  readonly nameLinks: ReadonlySet<string>;
  /** Names that mean a different food in English: "Paprika" in German. */
  readonly falseFriends: ReadonlySet<string>;
  /**
   * Replacements for the endings of plurals and inflected adjectives. The results may be words that
   * do not exist, which match no name.
   */
  readonly endings: readonly (readonly [RegExp, string])[];
  /** Whether the comma of 1,500 is a thousands separator rather than a decimal comma. */
  readonly commaGroups: boolean;
}

/** Returns each stem with each ending: "picado" and "picada" for "picad" with "o a". */
export function inflected(stems: string, endings: string): string[] {
  return stems.split(' ').flatMap((stem) => endings.split(' ').map((ending) => stem + ending));
}

export function wordsIn(text: string): ReadonlySet<string> {
  return new Set(text.split(' '));
}

export const NO_WORDS: ReadonlySet<string> = new Set();
