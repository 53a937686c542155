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
  const found: [tier: number, infant: number, row: number][] = [];
  descriptions.forEach((description, row) => {
    if (description === null || parts.length === 0) return;
    const folded = plain(description);
    if (!parts.every((part) => folded.includes(part))) return;
    const tier = parts.reduce((sum, part) => sum + tierOf(folded, part), 0);
    found.push([tier, /^\s*babyfood\s*(,|$)/u.test(folded) ? 1 : 0, row]);
  });
  return found
    .sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2])
    .slice(0, limit)
    .map(([, , row]) => row);
}

const LETTER = '[\\p{L}\\p{N}\\p{M}]';

function tierOf(folded: string, part: string): number {
  const q = part.replace(/[$()*+./?[\\\]^{|}]/g, '\\$&');
  const start = new RegExp(`^${LETTER}`, 'u').test(part) ? `(?<!${LETTER})` : '';
  const end = new RegExp(`${LETTER}$`, 'u').test(part) ? `(?:|s|es)(?!${LETTER})` : '';
  const tiers = [
    `^\\s*${q}${end}\\s*(,|$)`,
    `,\\s*${q}${end}\\s*(,|$)`,
    `^\\s*${q}${end}`,
    `${start}${q}${end}`,
    `${start}${q}`,
  ];
  const tier = tiers.findIndex((pattern) => new RegExp(pattern, 'u').test(folded));
  return tier === -1 ? tiers.length : tier;
}

function partsOf(folded: string, match: Match): string[] {
  const words = match === 'words' ? folded.match(new RegExp(`${LETTER}+`, 'gu')) : null;
  return [...new Set(words ?? [folded])].filter((part) => part !== '');
}

function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();
}
