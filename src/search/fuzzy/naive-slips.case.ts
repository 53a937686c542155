/** The most that misspelled words of three letters and more may cost. */
const MOST = [2, 3, 4, 4, 5];

/** How common a word is: the foods that have it in any form, and those that have it in the head. */
export interface NaiveCount {
  readonly foods: number;
  readonly heads: number;
}

/**
 * The words that a word may be misspelled for, with what that costs: by its sounds, more for rare
 * words, none for those that are too rare in a table of so many foods.
 */
export function nearest(
  word: string,
  others: readonly string[],
  countOf: (other: string) => NaiveCount,
  foodCount: number,
): [string, number][] {
  const { length } = [...word];
  if (length < 3 || length > 32) return [];
  const most = MOST[length - 3] ?? 6;
  const share = Math.min(1, foodCount / 4_096);
  const counted = others.flatMap((other): [string, number][] => {
    if ([...other][0] !== [...word][0] || other === word) return [];
    const [a, b] = [sounds(word), sounds(other)];
    if (Math.abs(a.length - b.length) > 2) return [];
    const cost = Math.max(1, costBetween(a, b));
    const { foods, heads } = countOf(other);
    const needed = neededFor(length, cost);
    const isCommon = foods >= needed.foods * share && heads >= needed.heads * share;
    return cost <= most && isCommon ? [[other, cost + (heads < 16 * share ? 2 : 0)]] : [];
  });
  const least = Math.min(...counted.map(([, cost]) => cost));
  return counted.filter(([, cost]) => cost === least);
}

function neededFor(length: number, cost: number): NaiveCount {
  if (cost > 4) return { foods: 3, heads: cost > 6 ? 8 : 4 };
  if (length >= 7) return { foods: 1, heads: 0 };
  if (cost === 4 || length < 5) return { foods: 3, heads: 2 };
  return { foods: cost === 3 ? 2 : 1, heads: 0 };
}

function sounds(word: string): string {
  const spelled = {
    ...{ ph: 'f', gh: 'g', gn: 'n', dg: 'j', dge: 'j', tch: 'č', ch: 'č', cch: 'k', ck: 'k' },
    ...{ c: 'k', q: 'k', x: 'ks' },
  };
  const atEnds = word
    .replace(/^kn/, 'n')
    .replace(/^wr/, 'r')
    .replace(/gue$/, 'g\0')
    .replace(/que$/, 'k\0')
    .replace(/ait$/, 'ay\0')
    .replace(/(?<!c)ce$/, 's\0e');
  return atEnds
    .replace(
      /ph|gh|gn|dge|dg|cch|tch|ch|ck|c|q|x/g,
      (one) => new Map(Object.entries(spelled)).get(one) ?? one,
    )
    .replaceAll('\0', '');
}

function costBetween(a: string, b: string): number {
  const known = new Map<string, number>();
  /** Between the first letters of each, so many. */
  const cost = (i: number, j: number): number => {
    if (i === 0 && j === 0) return 0;
    const found = known.get(`${i} ${j}`) ?? Math.min(...choices(i, j));
    known.set(`${i} ${j}`, found);
    return found;
  };
  const choices = (i: number, j: number) => {
    const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
    return [
      ...(i > 0 ? [cost(i - 1, j) + alone(a, i - 1)] : []),
      ...(j > 0 ? [cost(i, j - 1) + alone(b, j - 1)] : []),
      ...(i > 0 && j > 0 ? [cost(i - 1, j - 1) + changed(a.charAt(i - 1), b.charAt(j - 1))] : []),
      ...(isSwap ? [cost(i - 2, j - 2) + 3] : []),
    ];
  };
  return cost(a.length, b.length);
}

/** The cost of a letter that is left out or added. */
function alone(word: string, at: number): number {
  if (word[at] === word[at - 1] || word[at] === word[at + 1]) return 1;
  return /[aeiouyh]/.test(word.charAt(at)) ? 2 : 4;
}

function changed(one: string, other: string): number {
  if (one === other) return 0;
  if (/^[aeiouy]{2}$/.test(one + other)) return 2;
  const alike = ['sz', 'fv', 'mn', 'dt', 'bp', 'gk', 'gj', 'jč', 'sč', 'kč', 'ks', 'uw', 'vw'];
  return alike.includes(one + other) || alike.includes(other + one) ? 3 : 4;
}
