import { OPPOSITES } from '../../amount/languages/english-opposites.ts';
import type { MatchedWords } from './food-scorer.ts';
import type { ForeignLanguage } from './language.ts';
import { PENALTIES, scoreOf } from './penalties.ts';
import { Part } from './place.ts';
import type { QueryAmounts } from './query-amounts.ts';

// Chooses one food of "X or Y" or, after an amount, of "X with Y".

/** How the first food found matches a text. */
export interface FirstMatch {
  /** Whether it has all words that the table knows, as typed or by other names. */
  readonly isSure: boolean;
  readonly score: number;
  /** How it matches the words; empty if the table does not know all of them. */
  readonly words: readonly MatchedWords[];
}

/**
 * Returns the food that is probably meant.
 *
 * @param look - searches for a text
 */
export function meantFood(
  asked: {
    readonly food: string;
    readonly lang: ForeignLanguage | undefined;
    /** Whether the food has an amount. */
    readonly isCounted: boolean;
  },
  amounts: QueryAmounts,
  look: (text: string) => FirstMatch,
): string {
  const food = likeliest(asked.food, amounts.alternativesTo(asked.food, asked.lang), look);
  // "eggs, toast, and coffee"
  const first = amounts.firstIn(food.replace(/^([^,]+),.*, and .*/i, '$1 and'), asked.lang);
  // "garlic powder and onion powder"
  const isTwo = first.includes(' ') && first.split(' ').at(-1) === food.split(' ').at(-1);
  const isList = asked.isCounted || isTwo || food.startsWith(`${first},`);
  if (first === food || !isList || isNamed(look(food))) return food;
  const found = look(first);
  return isNamed(found) && (isTwo || endsInHead(found)) ? first : food;
}

/**
 * Returns the first reading of "X or Y" whose words a food has, as typed or by other names. If
 * there is none, returns the whole text. In a reading that is part of the text as typed, "fresh"
 * and dispensable words (participles, numbers, …) need not match. In other readings, they must:
 * for "shredded wheat or bran flakes", the reading "shredded wheat flakes" must not find wheat
 * flakes.
 */
function likeliest(
  food: string,
  readings: readonly string[],
  look: (text: string) => FirstMatch,
): string {
  const isFound = (one: string) => {
    const isTyped = food.startsWith(one) || food.endsWith(one);
    const isNeeded = (word: string) =>
      !isTyped || (word !== 'fresh' && !OPPOSITES.dispensable.test(word));
    return look(one.split(' ').filter(isNeeded).join(' ')).isSure;
  };
  return readings.find(isFound) ?? food;
}

/** Whether the food has all words as typed, one of them in its head. */
function isNamed({ score }: FirstMatch): boolean {
  return score < scoreOf(PENALTIES.named);
}

/** Whether the last word is the whole head: not "sweet", as in "Sweet potato". */
function endsInHead({ words }: FirstMatch): boolean {
  return words.at(-1)?.terms.some(({ place }) => place === Part.head * 2) === true;
}
