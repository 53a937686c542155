import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { canonicalText, parseQuery } from '../../src/search/exact-query.ts';
import { fold } from '../../src/search/fold.ts';
import type { ExactMatch } from '../../src/search/match.ts';
import { tierIn } from '../../src/search/ranking.ts';
import { Searcher } from '../../src/search/searcher.ts';
import { Work } from '../../src/search/work.ts';
import { DESCRIPTIONS, FUZZY_SEARCHER, INDEX } from '../bundled-foods.ts';

const documentation = readFileSync(new URL('../../docs/search.md', import.meta.url), 'utf8');

/**
 * Returns the cells of the table under a heading whose header row begins with `head`, row by row.
 */
function rowsUnder(heading: string, head: string): string[][] {
  const section = documentation.slice(documentation.indexOf(heading));
  expect(documentation).toContain(heading);
  expect(section).toContain(head);
  return section
    .slice(section.indexOf(head))
    .replace(/\n\n.*/s, '')
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

const searcher = new Searcher(INDEX);

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
    expect(DESCRIPTIONS[row ?? -1]).toBe(first);
  });

  const fuzzy = examplesUnder('With `match=fuzzy`:', 'words');
  test.each(fuzzy)('fuzzy search for $text', ({ text, first }) => {
    const [row] = FUZZY_SEARCHER.search(text).rows;
    expect(DESCRIPTIONS[row ?? -1]).toBe(first);
  });

  test('has tables that the tests find', () => {
    expect(fuzzy.length).toBeGreaterThan(5);
    expect(tiers.length).toBe(7);
    expect(examples.length).toBeGreaterThan(4);
  });

  test.each(['ketchup', 'courgette'])('nothing is found for %s', (text) => {
    expect(searcher.search(canonicalText(text, 'substring'), 'substring')).toHaveLength(0);
  });
});
