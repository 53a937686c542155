import type { Match } from './match.ts';

/**
 * What a search must give, said a second time and as plainly as can be: every row is looked at, and
 * its tier is found by regular expressions made of the query. The tests hold the index against it.
 */
export function naiveSearch(
  descriptions: readonly (string | null)[],
  text: string,
  match: Match,
  limit: number,
): number[] {
  const parts = partsOf(plain(text), match);
  const tiers = parts.map(naiveTier);
  const found: [tier: number, infant: number, row: number][] = [];
  descriptions.forEach((description, row) => {
    if (description === null || parts.length === 0) return;
    const folded = plainOnce(description);
    if (!parts.every((part) => folded.includes(part))) return;
    const [first = ''] = segmentsOf(folded);
    const tier = tiers.reduce((sum, tierIn) => sum + tierIn(folded), 0);
    found.push([tier, INFANTS.includes(first) ? 1 : 0, row]);
  });
  return found
    .sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2])
    .slice(0, limit)
    .map(([, , row]) => row);
}

const LETTER = '[\\p{L}\\p{N}\\p{M}]';
const INFANTS = ['babyfood', 'infant formula'];
const SHELVES = [
  ...['spices', 'nuts', 'seeds', 'beverages', 'alcoholic beverage', 'snacks', 'candies'],
  ...['fish', 'crustaceans', 'mollusks', 'game meat', 'fast food', 'fast foods'],
  ...['salad dressing', 'leavening agents'],
];

/** The tier of a query in a folded description that holds it. */
export function naiveTier(part: string): (folded: string) => number {
  if (!new RegExp(LETTER, 'u').test(part)) return () => 5;
  const q = part.replace(/[$()*+./?[\\\]^{|}]/g, '\\$&');
  const start = new RegExp(`^${LETTER}`, 'u').test(part) ? `(?<!${LETTER})` : '';
  const end = new RegExp(`${LETTER}$`, 'u').test(part) ? `(?:|s|es)(?!${LETTER})` : '';
  const is = new RegExp(`^${start}${q}${end}$`, 'u');
  const begins = new RegExp(`^${q}${end}`, 'u');
  const ends = new RegExp(`${start}${q}${end}$`, 'u');
  const word = new RegExp(`${start}${q}${end}`, 'u');
  const wordStart = new RegExp(`${start}${q}`, 'u');
  return (folded) => {
    const segments = segmentsOf(folded);
    const heads = segments.slice(0, SHELVES.includes(segments[0] ?? '') ? 2 : 1);
    if (heads.some((head) => is.test(head))) return 0;
    if (heads.some((head) => begins.test(fromSegment(folded, head)) || ends.test(head))) return 1;
    if (segments.some((segment) => is.test(segment))) return 2;
    if (word.test(folded)) return 3;
    return wordStart.test(folded) ? 4 : 5;
  };
}

/** The description from a segment on. A query may begin in its head and go beyond. */
function fromSegment(folded: string, segment: string): string {
  return folded.slice(folded.indexOf(segment));
}

function segmentsOf(folded: string): string[] {
  let outside = '';
  let depth = 0;
  for (const character of folded) {
    if (character === '(') depth++;
    outside += depth > 0 || character === ')' ? ',' : character;
    if (character === ')' && depth > 0) depth--;
  }
  return outside
    .split(/[,;]/)
    .map((segment) => segment.replace(/^[\t-\r ]+|[\t-\r ]+$/g, ''))
    .filter((segment) => segment !== '');
}

function partsOf(folded: string, match: Match): string[] {
  const words = match === 'words' ? folded.match(new RegExp(`${LETTER}+`, 'gu')) : null;
  return [...new Set(words ?? [folded])].filter((part) => part !== '');
}

// The tests ask about the same descriptions again and again.
const FOLDED = new Map<string, string>();

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
