import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { canonicalText } from '../../src/search/canonical-text.ts';
import { fold } from '../../src/search/fold.ts';
import { FuzzySearcher } from '../../src/search/fuzzy/fuzzy-searcher.ts';
import type { ExactMatch } from '../../src/search/match.ts';
import { parseQuery } from '../../src/search/query.ts';
import { tierIn } from '../../src/search/ranking.ts';
import { buildSearchIndex } from '../../src/search/search-index.ts';
import { Searcher } from '../../src/search/searcher.ts';
import { Work } from '../../src/search/work.ts';
import { readFuzzyOptions } from '../../src/settings/fuzzy-options.ts';

const documentation = readFileSync(new URL('../../docs/search.md', import.meta.url), 'utf8');

/** The cells of the table whose head begins so, a row each. */
function rowsUnder(heading: string, head: string): string[][] {
  const section = documentation.slice(documentation.indexOf(heading));
  const table = section.slice(section.indexOf(head)).split('\n\n')[0] ?? '';
  return table
    .split('\n')
    .slice(2)
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}

function examplesUnder(heading: string, match: ExactMatch) {
  return rowsUnder(heading, '| search').map(([text = '', first = '']) => ({
    match,
    text: text.replaceAll('`', ''),
    first,
  }));
}

const csv = readFileSync(new URL('../../data/usda-sr28.csv', import.meta.url), 'utf8');
const foods: { description: string; common_names: string }[] = parse(csv, { columns: true });
const index = buildSearchIndex(
  foods.map(({ description }) => description),
  foods.map(({ common_names }) => common_names),
);
const searcher = new Searcher(index);
const options = readFuzzyOptions({});
if ('faults' in options) throw new Error('The bundled synonyms cannot be read.');
const fuzzySearcher = new FuzzySearcher(index.fuzzy, options.fuzzy);

describe('docs/search.md', () => {
  const tiers = rowsUnder('## The order', '| tier');
  test.each(tiers)('tier %s: %s', (tier, _where, description = '') => {
    const bytes = new TextEncoder().encode(fold(description));
    expect(tierIn(bytes, 0, bytes.length, parseQuery('egg'), new Work())).toBe(Number(tier));
  });

  const examples = [
    ...examplesUnder('## Examples', 'substring'),
    ...examplesUnder('With `match=words`:', 'words'),
  ];
  test.each(examples)('$match search for $text', ({ match, text, first }) => {
    const [row] = searcher.search(canonicalText(text, match), match);
    expect(foods[row ?? -1]?.description).toBe(first);
  });

  const fuzzy = examplesUnder('With `match=fuzzy`:', 'words');
  test.each(fuzzy)('fuzzy search for $text', ({ text, first }) => {
    const [row] = fuzzySearcher.search(text).rows;
    expect(foods[row ?? -1]?.description).toBe(first);
  });

  test('has its tables found', () => {
    expect(fuzzy.length).toBeGreaterThan(5);
    expect(tiers.length).toBe(7);
    expect(examples.length).toBeGreaterThan(10);
  });

  test.each(['ketchup', 'courgette'])('nothing is found for %s', (text) => {
    expect(searcher.search(canonicalText(text, 'substring'), 'substring')).toHaveLength(0);
  });
});
