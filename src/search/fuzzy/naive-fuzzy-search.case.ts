import { numberForms, participleForms, singulars } from './english.ts';
import type { Language } from './language.ts';
import type { Synonyms } from './synonyms.ts';

/**
 * What `match=fuzzy` must give, said a second time as docs/search.md says it and as plainly as can be:
 * every food is looked at, and every word of the table is tried. The tests hold the search against it.
 */
export function naiveFuzzySearch(
  descriptions: readonly (string | null)[],
  text: string,
  options: { readonly language: Language; readonly synonyms: Synonyms },
  limit: number,
): number[] {
  const foods = descriptions.flatMap((description, row) =>
    description === null ? [] : [{ row, ...readFood(description) }],
  );
  const families = countBy(foods.map(({ family }) => family));
  const table = countBy(
    foods.flatMap(({ tokens }) => [...new Set(tokens.map(({ word }) => word))]),
  );
  const { words, options: ways } = readQuery(plain(text), table, options);

  const looked = foods.map((food) => {
    const points = words.map(() => NOT_MET);
    const found = bestReading(food.tokens, ways, words.length, points);
    return { food, met: words.map((_, word) => points[word] !== NOT_MET), found };
  });
  const shares = words.map((_, word) => {
    const count = looked.filter(({ met }) => met[word]).length;
    return Math.floor(Math.log2(foods.length / Math.max(1, count)));
  });
  return looked
    .filter(({ met }) => met.includes(true))
    .map(({ food, met }) => {
      const wanted = ways.filter(({ from, to }) => met.slice(from, to).every(Boolean));
      const reading = bestReading(food.tokens, wanted, words.length, undefined, met);
      const size = families.get(food.family) ?? 0;
      const families4 = [2, 8, 32, 128].filter((enough) => size < enough).length;
      const family = food.isInfantFood ? 5 : families4;
      const count = met.filter(Boolean).length;
      const rarity = met.reduce((sum, is, word) => sum + (is ? (shares[word] ?? 0) : 0), 0);
      const key = [
        -count,
        -rarity,
        reading + family,
        family,
        -Math.floor(Math.log2(size)),
        -food.plainness,
        food.row,
      ];
      return { row: food.row, key };
    })
    .sort((a, b) => compareLists(a.key, b.key))
    .slice(0, limit)
    .map(({ row }) => row);
}

interface NaiveToken {
  readonly word: string;
  readonly segment: number;
  readonly part: number;
  readonly isAlone: boolean;
}

const NOT_MET = 1_000;
const PARTS = [0, 1, 2, 3, 4, 1];
const OTHER_WORDS = [2, 1, 1, 1, 0, 0];
const NO_HEAD = 4;
/** The head, and a shelf ahead of it. */
const HEADS = [0, 5];
const SHELVES = [
  ...['spices', 'nuts', 'seeds', 'beverages', 'alcoholic beverage', 'snacks', 'candies'],
  ...['fish', 'crustaceans', 'mollusks', 'game meat', 'fast food', 'fast foods'],
  ...['salad dressing', 'leavening agents'],
];

function readFood(description: string) {
  const tokens: NaiveToken[] = [];
  const outside: string[] = [];
  let depth = 0;
  const segments: { words: string[]; isAside: boolean }[] = [];
  for (const piece of plain(description).split(/([,;()])/)) {
    if (piece === '(') depth++;
    else if (piece === ')') depth = Math.max(0, depth - 1);
    const words = piece.match(/[\p{L}\p{N}]+/gu);
    if (words !== null) segments.push({ words, isAside: depth > 0 });
    if (words !== null && depth === 0) outside.push(words.join(' '));
  }
  const hasShelf = outside.length > 1 && SHELVES.includes(outside[0] ?? '');
  let number = hasShelf ? -1 : 0;
  segments.forEach(({ words, isAside }, segment) => {
    const part = isAside ? 4 : number < 0 ? 5 : Math.min(number, 3);
    for (const word of words) tokens.push({ word, segment, part, isAlone: words.length === 1 });
    if (!isAside) number++;
  });
  const plainWords = ['raw', 'plain', 'white', 'whole', 'black', 'fresh', 'regular', 'brewed'];
  return {
    tokens,
    family: hasShelf ? outside.slice(0, 2).join(', ') : (outside[0] ?? ''),
    isInfantFood: ['babyfood', 'infant formula'].includes(outside[0] ?? ''),
    plainness: plainWords.filter((plainWord) => tokens.some(({ word }) => word === plainWord))
      .length,
  };
}

/** What stands for words of the query: words of the table with their points, each in a token. */
interface NaiveWay {
  readonly from: number;
  readonly to: number;
  readonly points: number;
  readonly targets: readonly ReadonlyMap<string, number>[];
  readonly together: boolean;
}

function readQuery(
  folded: string,
  table: ReadonlyMap<string, number>,
  { language, synonyms }: { readonly language: Language; readonly synonyms: Synonyms },
) {
  const typed = folded.match(/[\p{L}\p{N}]+/gu) ?? [];
  const skipped = ['a', 'an', 'and', 'the', 'of', 'with', 'in', 'on', 'or', 'for', 'to', 'from'];
  const passed = language === 'english' ? [...skipped, 'some', 'my'] : [];
  const kept = typed.filter((word) => !passed.includes(word));
  const words = [...new Set(kept.length > 0 ? kept : typed)].slice(0, 16);
  const vocabulary = [...table.keys()];
  const isEnglish = language === 'english';

  const formsOf = (word: string) => {
    const forms = new Map<string, number>();
    const participles = isEnglish ? participleForms(word) : [];
    for (const form of participles) if (table.has(form)) forms.set(form, 3);
    const numbers = isEnglish ? numberForms(word) : [word];
    for (const form of numbers) if (table.has(form)) forms.set(form, 0);
    return forms;
  };
  const countOf = (forms: ReadonlyMap<string, number>) =>
    [...forms.keys()].reduce((sum, form) => sum + (table.get(form) ?? 0), 0);
  const put = (all: Map<string, number>, word: string, points: number) => {
    all.set(word, Math.min(points, all.get(word) ?? NOT_MET));
  };
  /** Of each word, the foods that have it or, where that counts, begin with it. */
  const known: number[] = [];
  const ways: NaiveWay[] = words.map((word, from) => {
    const forms = formsOf(word);
    const all = new Map(forms);
    const isOpen = from === words.length - 1 && word === typed.at(-1);
    if (isOpen || forms.size === 0) {
      for (const other of vocabulary) {
        if (other.startsWith(word)) put(all, other, isOpen ? 8 : 12);
      }
    }
    known.push(countOf(all));
    if (countOf(all) <= 2) {
      const near = (isEnglish ? singulars(word) : [word]).flatMap((form) =>
        nearest(form, vocabulary),
      );
      const least = Math.min(...near.map(([, slips]) => slips));
      for (const [other, slips] of near.filter(([, count]) => count === least)) {
        for (const [form, points] of formsOf(other)) {
          if (!forms.has(form)) put(all, form, points + (slips === 1 ? 16 : 20));
        }
      }
    }
    return { from, to: from + 1, points: 0, targets: [all], together: false };
  });
  const name = (
    from: number,
    to: number,
    meanings: readonly (readonly string[])[],
    points: number,
  ) => {
    for (const meaning of meanings) {
      ways.push({ from, to, points, targets: meaning.map(formsOf), together: false });
    }
  };
  const meaningsOf = (some: readonly string[]) => {
    const found = synonyms.meanings.get(some.join(''));
    if (found !== undefined || !isEnglish) return found ?? [];
    const start = some.slice(0, -1).join('');
    const forms = [...numberForms(some.at(-1) ?? '')].map((form) => start + form);
    return synonyms.meanings.get(forms.find((form) => synonyms.meanings.has(form)) ?? '') ?? [];
  };
  words.forEach((word, from) => {
    for (let to = from + 1; to <= words.length; to++) {
      name(from, to, meaningsOf(words.slice(from, to)), 2);
    }
    const others = [...synonyms.meanings.keys()].filter((key) => !table.has(key));
    if (!synonyms.meanings.has(word) && (known[from] ?? 0) <= 2) {
      const slips = nearest(word, others, false).map(([key]) => key);
      for (const key of slips.sort()) name(from, from + 1, synonyms.meanings.get(key) ?? [], 18);
    }
    if (from === words.length - 1 && word === typed.at(-1) && word.length >= 4) {
      const begun = [...synonyms.meanings.keys()].filter((key) => key.startsWith(word)).sort();
      for (const key of begun.slice(0, 8).filter((other) => other !== word)) {
        name(from, from + 1, synonyms.meanings.get(key) ?? [], 10);
      }
    }
    const next = words[from + 1];
    if (next !== undefined) {
      ways.push({ from, to: from + 2, points: 1, targets: [formsOf(word + next)], together: true });
    }
    const letters = [...word];
    for (let at = 1; at < letters.length && letters.length <= 32; at++) {
      const [left, right] = [letters.slice(0, at).join(''), letters.slice(at).join('')];
      if (!table.has(left)) continue;
      const targets = [formsOf(left), formsOf(right)];
      ways.push({ from, to: from + 1, points: 1, targets, together: true });
    }
  });
  return { words, options: ways };
}

/** The words with the least slips, at most as many as the length allows; then the first letter. */
function nearest(word: string, others: readonly string[], inFirst = true): [string, number][] {
  const length = [...word].length;
  if (length < 3 || length > 32) return [];
  const most = length < 7 ? 1 : 2;
  const first = [...word][0];
  const counted = others
    .filter((other) => [...other][0] === first && other !== word)
    .map((other): [string, number] => [other, slips([...word], [...other])])
    .filter(([other, count]) => count <= most && (length > 3 || [...other].length === 4));
  const least = Math.min(...counted.map(([, count]) => count));
  const found = counted.filter(([, count]) => count === least);
  if (least === 1 || length === 3 || !inFirst || !/^[a-z]/.test(word)) return found;
  const inFirstLetter = others.filter((other) => {
    const rest = word.slice(1);
    const swapped = `${rest.slice(0, 1)}${first}${rest.slice(1)}`;
    const isOther = other[0] !== first;
    const isOneSlip =
      other === rest || other === swapped || (/^[a-z]/.test(other) && other.slice(1) === rest);
    return (
      (isOther && isOneSlip) ||
      (isOther && /^[a-z]/.test(other) && other.slice(1) === word) ||
      (!isOther && (other === rest || other === swapped) && other !== word)
    );
  });
  return [...found, ...inFirstLetter.map((other): [string, number] => [other, 2])];
}

function slips(a: readonly string[], b: readonly string[]): number {
  const table = Array.from({ length: a.length + 1 }, (_, i) =>
    Array.from({ length: b.length + 1 }, (_, j) => (i === 0 ? j : j === 0 ? i : 0)),
  );
  const at = (i: number, j: number) => table[i]?.[j] ?? 0;
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      const choices = [at(i - 1, j) + 1, at(i, j - 1) + 1];
      choices.push(at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1));
      if (a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) choices.push(at(i - 2, j - 2) + 1);
      table[i]?.splice(j, 1, Math.min(...choices));
    }
  }
  return at(a.length, b.length);
}

/**
 * The points of a food for all words, or for those that `met` has. With `points`, notes there which
 * words are met at all.
 */
function bestReading(
  tokens: readonly NaiveToken[],
  ways: readonly NaiveWay[],
  wordCount: number,
  points?: number[],
  met?: readonly boolean[],
): number {
  let best: { sum: number; chosen: number[] }[] = [{ sum: 0, chosen: [] }];
  for (let to = 1; to <= wordCount; to++) {
    let least: { sum: number; chosen: number[] } | undefined;
    for (const way of ways) {
      if (way.to !== to) continue;
      const found = meet(tokens, way);
      if (found === undefined) continue;
      if (points !== undefined) points.fill(0, way.from, way.to);
      const before = best[way.from] ?? { sum: NOT_MET, chosen: [] };
      const sum = before.sum + found.sum;
      if (least === undefined || sum < least.sum) {
        least = { sum, chosen: [...before.chosen, ...found.chosen] };
      }
    }
    const before = best[to - 1] ?? { sum: NOT_MET, chosen: [] };
    if (met !== undefined && met[to - 1] !== true) least = before;
    best = [...best, least ?? { sum: NOT_MET, chosen: [] }];
  }
  const { sum, chosen } = best[wordCount] ?? { sum: NOT_MET, chosen: [] };
  // Of each word, what is counted once a segment and once a food is taken off, and put on once.
  const own = chosen.reduce((rest, i) => {
    const token = tokens[i];
    return token === undefined ? rest : rest - placePoints(token) + (PARTS[token.part] ?? 0);
  }, sum);
  const segments = new Set(chosen.map((i) => tokens[i]?.segment));
  let around = chosen.some((i) => HEADS.includes(tokens[i]?.part ?? -1)) ? 0 : NO_HEAD;
  for (const segment of segments) {
    const inIt = tokens.flatMap((token, i) => (token.segment === segment ? [i] : []));
    const part = tokens[inIt[0] ?? 0]?.part ?? 0;
    if (inIt.some((i) => !chosen.includes(i))) around += OTHER_WORDS[part] ?? 0;
  }
  return own + around;
}

/** The first tokens with the least points for each target of a way. */
function meet(tokens: readonly NaiveToken[], { targets, points, together }: NaiveWay) {
  const isNeighbors = (i: number) =>
    tokens[i]?.segment === tokens[i + 1]?.segment &&
    targets[0]?.has(tokens[i]?.word ?? '') === true &&
    targets[1]?.has(tokens[i + 1]?.word ?? '') === true;
  if (together && targets.length > 1 && !tokens.some((_, i) => isNeighbors(i))) return undefined;
  let sum = points;
  const chosen: number[] = [];
  for (const target of targets) {
    const costs = tokens.map((token) => (target.get(token.word) ?? NOT_MET) + placePoints(token));
    const least = Math.min(...costs);
    if (!(least < NOT_MET)) return undefined;
    sum += least;
    chosen.push(costs.indexOf(least));
  }
  return { sum, chosen };
}

function placePoints({ part, isAlone }: NaiveToken): number {
  return (
    (PARTS[part] ?? 0) +
    (isAlone ? 0 : (OTHER_WORDS[part] ?? 0)) +
    (HEADS.includes(part) ? 0 : NO_HEAD)
  );
}

function plain(text: string): string {
  const letters: Record<string, string> = { ø: 'o', ł: 'l', ß: 'ss', æ: 'ae', œ: 'oe', đ: 'd' };
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}|['’]/gu, '')
    .replace(/[øłßæœđ]/g, (letter) => letters[letter] ?? letter);
}

function countBy(items: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return counts;
}

function compareLists(a: readonly number[], b: readonly number[]): number {
  for (let i = 0; i < a.length; i++) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
