import { alternativesIn, foodsIn } from '../../amount/food-text.ts';
import { OPPOSITES } from '../../amount/languages/english-opposites.ts';
import type { MatchedWords } from './food-scorer.ts';
import type { ForeignLanguage } from './language.ts';
import { PENALTIES, scoreOf } from './penalties.ts';
import { isInHead, Part } from './place.ts';
import type { QueryAmounts } from './query-amounts.ts';

// Chooses one food of "X or Y", "X with Y" or "X, Y, Z".

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
  const own = amounts.wordsIn(asked.lang);
  const food = likeliest(asked.food, alternativesIn(asked.food, own), look);
  const foods = foodsIn(food, own);
  const [first = food] = foods;
  if (foods.length < 2) return withoutPreparation(food, look);
  const [last = ''] = foods.slice(-1);
  // It is still being typed.
  if (last.length < SHORTEST_FOOD) return food;
  const whole = look(food);
  if (isNamed(whole)) return food;
  if (asked.isCounted && endsInHead(look(first))) return first;
  const lastWord = last.split(' ').at(-1) ?? '';
  // "turkey and cheese sandwich", not "garlic powder and onion powder" or "bagel with cream cheese"
  const isShared =
    last !== lastWord &&
    !first.endsWith(` ${lastWord}`) &&
    !food.split(' ').some((word) => own.with.includes(word.toLowerCase()));
  if (isShared && look(`${first} ${lastWord}`).isSure) return food;
  // "Mac and cheese" is macaroni and cheese, but "jello and fruit" is jello.
  const isFood = (one: FirstMatch) => isNamed(one) || (!whole.isSure && one.isSure && hasName(one));
  // Looks up at most three foods.
  return foods.slice(0, 3).every((one) => isFood(look(one))) ? first : food;
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

/**
 * Returns the food without its preparation if only other foods have all words, and a food has the
 * rest in its head: no soup for "stewed corn".
 */
function withoutPreparation(food: string, look: (text: string) => FirstMatch): string {
  const words = food.toLowerCase().split(' ');
  const rest = words.filter((word) => !PREPARED.test(word)).join(' ');
  if (rest === '' || rest.length === food.length) return food;
  const whole = look(food);
  const isHead = whole.words.some(({ terms }) =>
    terms.some(({ place, source }) => isInHead(place) && source?.penalty !== PENALTIES.participle),
  );
  const isOther = whole.words.length > 0 && !isHead;
  return isOther && isNamed(look(rest)) ? rest : food;
}

/** Not `frosted` or `shredded`, which name cereals. */
const PREPARED =
  /^(?:(?:bak|boil|brais|broil|cann|cook|dri|fri|grill|mash|poach|roast|saute|smok|steam|stew|toast)ed|fresh|frozen)$/;

/** Shorter texts are no foods of a list. */
const SHORTEST_FOOD = 3;

/** Whether the food has all words as typed, one of them in its head. */
function isNamed({ score }: FirstMatch): boolean {
  return score < scoreOf(PENALTIES.named);
}

/** Whether the last word is the whole head: not "sweet", as in "Sweet potato". */
function endsInHead({ score, words }: FirstMatch): boolean {
  return (
    score < scoreOf(PENALTIES.named) &&
    words.at(-1)?.terms.some(({ place }) => place === Part.head * 2) === true
  );
}

/** Whether another name of the food matches. */
function hasName({ words }: FirstMatch): boolean {
  return words.some(({ alternative }) => alternative?.penalty === PENALTIES.otherName);
}
