import { elementAt } from '../flat-arrays.ts';

// The naive fuzzy search: the first food of a list, and lists of numbers and words.

interface NaiveFirst {
  readonly isWhole: boolean;
  readonly endsInHead: boolean;
  readonly hasName: boolean;
  readonly penalty: number;
  readonly isComplete: boolean;
  readonly isInHead: boolean;
}

/** Whether a food has all words, as typed or by other names. */
export function isSure(
  food: Pick<NaiveFirst, 'isWhole' | 'penalty'> | undefined,
  limit = 128,
): boolean {
  return food?.isWhole === true && food.penalty < limit;
}

/** Whether the first food of a list is meant: all are foods, and no food has the whole list. */
export function isListed(
  [first = '', ...others]: readonly string[],
  whole: string,
  joins: readonly string[],
  hasAmount: boolean,
  find: (text: string) => NaiveFirst | undefined,
): boolean {
  const isNamed = (one: string) => isSure(find(one), 64);
  const isTyped = (others.at(-1)?.length ?? 0) < 3;
  if (others.length === 0 || isTyped || isNamed(whole)) return false;
  if (hasAmount && isNamed(first) && find(first)?.endsInHead === true) return true;
  const [lastWord = '', ...before] = others.at(-1)?.split(' ').toReversed() ?? [];
  const isWith = whole.split(' ').some((word) => joins.includes(word.toLowerCase()));
  const isShared = before.length > 0 && !first.endsWith(` ${lastWord}`) && !isWith;
  if (isShared && isSure(find(`${first} ${lastWord}`))) return false;
  const mayBeName = !isSure(find(whole));
  const isFood = (one: string) =>
    isNamed(one) || (mayBeName && isSure(find(one)) && find(one)?.hasName === true);
  return [first, ...others].slice(0, 3).every(isFood);
}

/** Returns a food without its preparation if no food with all words has one of the rest as head. */
export function naiveUnprepared(
  food: string,
  find: (text: string) => NaiveFirst | undefined,
): string {
  const ways = ['bak', 'boil', 'brais', 'broil', 'cann', 'cook', 'dri', 'fri', 'grill', 'mash'];
  const more = ['poach', 'roast', 'saute', 'smok', 'steam', 'stew', 'toast'];
  const prepared = [...[...ways, ...more].map((way) => `${way}ed`), 'fresh', 'frozen'];
  const rest = food
    .toLowerCase()
    .split(' ')
    .filter((word) => !prepared.includes(word))
    .join(' ');
  if (rest === '' || rest.length === food.length) return food;
  const first = find(food);
  if (first?.isComplete !== true || first.isInHead) return food;
  return isSure(find(rest), 64) ? rest : food;
}

export function countBy(items: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return counts;
}

/** Compares numbers from the first that differs on. */
export function compareLists(a: readonly number[], b: readonly number[]): number {
  for (const [i, one] of a.entries()) {
    const difference = one - elementAt(b, i);
    if (difference !== 0) return difference;
  }
  return 0;
}
