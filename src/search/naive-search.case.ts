import type { ExactMatch } from './match.ts';

/**
 * A reference implementation of the search, as plain as possible: it examines every row, and finds
 * its tier with regular expressions built from the query. Tests compare the index with it.
 */
export function naiveSearch(
  descriptions: readonly (string | null)[],
  text: string,
  match: ExactMatch,
  limit: number,
): number[] {
  const parts = partsOf(plain(text), match);
  const tiers = parts.map(naiveTier);
  const found: [tier: number, infant: number, row: number][] = [];
  descriptions.forEach((description, row) => {
    if (description === null || parts.length === 0) return;
    const folded = plainOnce(description);
    if (!parts.every((part) => folded.includes(part))) return;
    const [first] = segmentsOf(folded);
    const tier = tiers.reduce((sum, tierIn) => sum + tierIn(folded), 0);
    found.push([tier, first !== undefined && INFANTS.includes(first.text) ? 1 : 0, row]);
  });
  return found
    .sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2])
    .slice(0, limit)
    .map(([, , row]) => row);
}

const LETTER = '[\\p{L}\\p{N}\\p{M}]';
const INFANTS = ['babyfood', 'infant formula'];
export const NAIVE_CATEGORIES = [
  ...['spices', 'nuts', 'seeds', 'beverages', 'alcoholic beverage', 'snacks', 'candies'],
  ...['fish', 'crustaceans', 'mollusks', 'game meat', 'fast food', 'fast foods'],
  ...['salad dressing', 'leavening agents'],
];

/** Returns a function that finds a query's tier in a folded description that contains it. */
export function naiveTier(part: string): (folded: string) => number {
  if (!new RegExp(LETTER, 'u').test(part)) return () => 6;
  const q = part.replace(/[$()*+./?[\\\]^{|}]/g, '\\$&');
  const start = new RegExp(`^${LETTER}`, 'u').test(part) ? `(?<!${LETTER})` : '';
  const end = new RegExp(`${LETTER}$`, 'u').test(part) ? `(?:|s|es)(?!${LETTER})` : '';
  const is = new RegExp(`^${start}${q}${end}$`, 'u');
  const begins = new RegExp(`^${q}${end}`, 'u');
  const ends = new RegExp(`${start}${q}${end}$`, 'u');
  const goesOn = new RegExp(`^${q}`, 'u');
  const word = new RegExp(`${start}${q}${end}`, 'u');
  const wordStart = new RegExp(`${start}${q}`, 'u');
  /** A text's tier is the first one that applies. */
  const tiers: readonly ((folded: string, heads: readonly Segment[]) => boolean)[] = [
    (_, heads) => heads.some(({ text }) => is.test(text)),
    (_, heads) => heads.some(({ text, onward }) => begins.test(onward) || ends.test(text)),
    (folded) => segmentsOf(folded).some(({ text }) => is.test(text)),
    (folded) => word.test(folded),
    (_, heads) => start !== '' && heads.some(({ onward }) => goesOn.test(onward)),
    (folded) => wordStart.test(folded),
    () => true,
  ];
  return (folded) => {
    const heads = headsOf(folded);
    return tiers.findIndex((isIn) => isIn(folded, heads));
  };
}

function headsOf(folded: string): Segment[] {
  const segments = segmentsOf(folded);
  const [first] = segments;
  return segments.slice(0, first !== undefined && NAIVE_CATEGORIES.includes(first.text) ? 2 : 1);
}

interface Segment {
  readonly text: string;
  /**
   * The description from this segment on, since a query may start in the head and extend beyond it.
   */
  readonly onward: string;
}

// Cached results, since the tests use the same descriptions repeatedly.
const FOLDED = new Map<string, string>();
const SEGMENTS = new Map<string, Segment[]>();

function segmentsOf(folded: string): Segment[] {
  const known = SEGMENTS.get(folded);
  if (known !== undefined) return known;
  let outside = '';
  let depth = 0;
  for (const character of folded) {
    if (character === '(') depth++;
    outside += depth > 0 || character === ')' ? ','.repeat(character.length) : character;
    if (character === ')' && depth > 0) depth--;
  }
  const segments = [...outside.matchAll(/[^,;\t-\r ](?:[^,;]*[^,;\t-\r ])?/g)].map(
    ({ 0: text, index }) => ({
      text,
      onward: folded.slice(index),
    }),
  );
  SEGMENTS.set(folded, segments);
  return segments;
}

function partsOf(folded: string, match: ExactMatch): string[] {
  const words = match === 'words' ? folded.match(new RegExp(`${LETTER}+`, 'gu')) : null;
  return [...new Set(words ?? [folded])].filter((part) => part !== '');
}

function plainOnce(text: string): string {
  const folded = FOLDED.get(text) ?? plain(text);
  FOLDED.set(text, folded);
  return folded;
}

function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/\p{Surrogate}/gu, '\ufffd');
}
