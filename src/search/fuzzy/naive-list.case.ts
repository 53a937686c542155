// The naive fuzzy search: the first food of a list.

interface NaiveFirst {
  readonly isWhole: boolean;
  readonly endsInHead: boolean;
  readonly hasName: boolean;
  readonly penalty: number;
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
  if (others.length === 0 || isNamed(whole)) return false;
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
