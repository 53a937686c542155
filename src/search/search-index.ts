import { fold } from './fold.ts';
import type { Match } from './match.ts';
import { isBabyFood, tierOf } from './ranking.ts';
import { wordsOf } from './words.ts';

const GRAM = 3;

/** Which rows hold a text, and in which order. */
export interface SearchIndex {
  readonly texts: readonly (string | null)[];
  readonly rowsByGram: ReadonlyMap<string, readonly number[]>;
}

/** Indexes descriptions by their trigrams; `null` is a row that never matches. */
export function buildSearchIndex(descriptions: Iterable<string | null>): SearchIndex {
  const texts: (string | null)[] = [];
  const rowsByGram = new Map<string, number[]>();
  for (const description of descriptions) {
    const text = description === null ? null : fold(description);
    for (const gram of new Set(text === null ? [] : gramsOf(text))) {
      const rows = rowsByGram.get(gram);
      if (rows === undefined) rowsByGram.set(gram, [texts.length]);
      else rows.push(texts.length);
    }
    texts.push(text);
  }
  return { texts, rowsByGram };
}

/** The numbers of the best rows, best first. */
export function searchRows(
  index: SearchIndex,
  query: string,
  match: Match,
  limit: number,
): number[] {
  const parts = partsOf(fold(query), match);
  if (parts.length === 0) return [];
  const ranked: { row: number; tier: number; last: number }[] = [];
  for (const row of candidates(index, parts)) {
    const text = index.texts[row] ?? null;
    if (text === null) continue;
    const tiers = parts.map((part) => tierOf(text, part));
    const tier = tiers.reduce<number>((sum, one) => sum + (one ?? Number.NaN), 0);
    if (!Number.isNaN(tier)) ranked.push({ row, tier, last: isBabyFood(text) ? 1 : 0 });
  }
  ranked.sort((a, b) => a.tier - b.tier || a.last - b.last || a.row - b.row);
  return ranked.slice(0, limit).map(({ row }) => row);
}

/** The texts that must all stand in a description. A query without a word is one such text. */
function partsOf(query: string, match: Match): string[] {
  const words = match === 'words' ? [...new Set(wordsOf(query))] : [];
  return words.length > 0 ? words : query === '' ? [] : [query];
}

/** Rows of the rarest trigram; every row where the query is too short to have one. */
function candidates(index: SearchIndex, parts: readonly string[]): Iterable<number> {
  const lists = parts
    .flatMap(gramsOf)
    .map((gram) => index.rowsByGram.get(gram) ?? [])
    .sort((a, b) => a.length - b.length);
  return lists[0] ?? index.texts.keys();
}

function gramsOf(text: string): string[] {
  return Array.from({ length: Math.max(0, text.length - GRAM + 1) }, (_, at) =>
    text.slice(at, at + GRAM),
  );
}
