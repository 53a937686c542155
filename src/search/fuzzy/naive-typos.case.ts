import { elementAt } from '../flat-arrays.ts';

// The naive fuzzy search: typos.

/** How many foods a correction must name, by letters typed (from 3) and cost. */
const NEEDED = [[16], [4, 16], [0, 2, 2], [0, 0, 2, 16], [0, 0, 0, 4], [0, 0, 0, 1, 4]];

/**
 * Returns the nearest words with their costs: the phonetic distance, plus a surcharge for rare
 * words. Words too rare for the number of foods are left out.
 */
export function nearest(
  word: string,
  others: readonly string[],
  namesOf: (other: string) => number,
  foodCount: number,
): [string, number][] {
  const letters = [...word];
  const { length } = letters;
  if (length < 3 || length > 32) return [];
  const first = others.filter((other) => [...other][0] === letters[0]);
  const alike = others.filter(
    (other) =>
      [...other][0] !== letters[0] &&
      [/^(f|ph)/, /^[ck]/, /^[kq]/, /^[cs]/, /^[gj]/, /^(n|kn|gn)/, /^(r|wr)/].some(
        (start) => start.test(word) && start.test(other),
      ),
  );
  const swapped = others.filter((other) => isSwapped(word, other));
  const needed = elementAt(NEEDED, Math.min(length, 8) - 3);
  const share = Math.min(1, foodCount / 4_096);
  const heard = (other: string, max = 5): [string, number][] => {
    const [a, b] = [sounds(word), sounds(other)];
    if (a.length - b.length > 2 || b.length - a.length > 3) return [];
    const cost = Math.max(1, costBetween(a, b));
    return cost > max ? [] : count(other, cost);
  };
  const count = (other: string, cost: number): [string, number][] => {
    if (other === word) return [];
    const names = namesOf(other);
    const isCommon =
      names >=
      elementAt([...needed, Number.POSITIVE_INFINITY], Math.min(needed.length, cost - 1)) * share;
    return isCommon ? [[other, cost + (names < 16 * share ? 2 : 0)]] : [];
  };
  const kinds = [
    first.flatMap((other) => heard(other)),
    alike.flatMap((other) => heard(other, 3)),
    swapped.flatMap((other) => count(other, 2)),
  ];
  const counted = kinds.find(({ length }) => length > 0) ?? [];
  const least = Math.min(...counted.map(([, cost]) => cost));
  return counted.filter(([, cost]) => cost === least);
}

/** Returns the names that a word is most likely a misspelling of. */
export function nearestNames(word: string, names: readonly string[]): string[] {
  const isNear = (name: string) => name[0] === word[0] && Math.abs(name.length - word.length) < 3;
  const some = names.filter(isNear).sort();
  const costs = some.map((name) => Math.max(1, costBetween(sounds(word), sounds(name))));
  const least = Math.min(3, word.length - 4, ...costs);
  return some.filter((_, i) => costs[i] === least);
}

/** Whether swapping two adjacent letters turns one word into the other. */
function isSwapped(word: string, other: string): boolean {
  const at = [...word].findIndex((letter, i) => letter !== other[i]);
  const [a = '', b = ''] = word.slice(at);
  return at >= 0 && word.slice(0, at) + b + a + word.slice(at + 2) === other;
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
    .replace(/(?<!c)ce$/, 's\0e')
    .replace(/(?<=[aeiou])ge$/, 'j')
    .replace(/(?<!dg)ew$/, 'ue')
    .replace(/(?<!dg)ey$/, 'y');
  return atEnds
    .replace(
      /ph|gh|gn|dge|dg|cch|tch|ch|ck|c|q|x/g,
      (one) => new Map(Object.entries(spelled)).get(one) ?? one,
    )
    .replaceAll('\0', '');
}

export function costBetween(a: string, b: string): number {
  const known = new Map<string, number>();
  /** Returns the cost between the first `i` letters of one word and the first `j` of the other. */
  const cost = (i: number, j: number): number => {
    if (i === 0 && j === 0) return 0;
    const found = known.get(`${i} ${j}`) ?? Math.min(...choices(i, j));
    known.set(`${i} ${j}`, found);
    return found;
  };
  const choices = (i: number, j: number) => {
    const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
    return [
      ...(i > 0 ? [cost(i - 1, j) + alone(a, i - 1, 2, 4)] : []),
      ...(j > 0 ? [cost(i, j - 1) + alone(b, j - 1, 1, 3)] : []),
      ...(i > 0 && j > 0 ? [cost(i - 1, j - 1) + replaced(i, j)] : []),
      ...(isSwap ? [cost(i - 2, j - 2) + 2] : []),
    ];
  };
  const replaced = (i: number, j: number) => {
    const price = changed(a.charAt(i - 1), b.charAt(j - 1));
    return price > 0 && i === a.length && j === b.length ? 4 : price;
  };
  return cost(a.length, b.length);
}

/** Returns the cost of a missing or extra letter. */
function alone(word: string, at: number, vowel: number, consonant: number): number {
  if (word[at] === word[at - 1] || word[at] === word[at + 1]) return 1;
  return /[aeiouyh]/.test(word.charAt(at)) ? vowel : consonant;
}

function changed(one: string, other: string): number {
  if (one === other) return 0;
  if (/^[aeiouy]{2}$/.test(one + other)) return 2;
  const alike = ['sz', 'fv', 'mn', 'dt', 'bp', 'gk', 'gj', 'jč', 'sč', 'kč', 'ks', 'uw', 'vw'];
  return alike.includes(one + other) || alike.includes(other + one) ? 3 : 4;
}
