import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../test/runs.ts';
import { type AllMatches, AllTexts } from './all-matches.ts';
import { canonicalText } from './exact-query.ts';
import { numberAt } from './flat-arrays.ts';
import { NO_SYNONYMS } from './fuzzy/synonyms.ts';
import { MAX_FOODS } from './limits.ts';
import { naiveSearch } from './naive-search.case.ts';
import { SearchEngine } from './search-engine.ts';
import { buildSearchIndex } from './search-index.ts';
import { Work, WorkLimitError } from './work.ts';

const piece = fc.constantFrom(
  ...['ice', 'cream', 'creams', 'rice', 'raw', 'a', 'b', 'as', 'ab', 'Fish', 'Babyfood', 'é', '酪'],
  ...['box', 'boxes', 'boxe', 'क', 'की'],
  ...[' ', ' ', ' ', ', ', ', ', ', ', ' (', ')', '%', ' - ', ';', "'"],
);
const phrase = fc.array(piece, { minLength: 1, maxLength: 9 }).map((pieces) => pieces.join(''));
const query = fc
  .tuple(fc.array(piece, { minLength: 1, maxLength: 4 }), fc.nat(3), fc.nat(3))
  .map(([pieces, cutStart, cutEnd]) => {
    const text = pieces.join('');
    return text.slice(Math.min(cutStart, text.length - 1), Math.max(text.length - cutEnd, 1));
  });
const rowsOf = fc
  .array(fc.option(phrase, { freq: 9 }), { minLength: 30, maxLength: 60 })
  .map((common) => Array.from({ length: 200 }, (_, i) => common[i % common.length] ?? null));

function rowsInOrder({ count, positionAt, readRows }: AllMatches): number[] {
  const rows = new Uint32Array(count);
  readRows(0, count, rows);
  const matches = Array.from({ length: count }, (_, i) => i);
  return matches.sort((a, b) => positionAt(a) - positionAt(b)).map((i) => numberAt(rows, i));
}

test('AllTexts finds the same texts as a plain scan, in the same order', () => {
  fc.assert(
    fc.property(rowsOf, fc.array(query, { minLength: 25, maxLength: 25 }), (rows, texts) => {
      const all = new AllTexts(buildSearchIndex(rows), new Work());
      for (const text of texts) {
        for (const match of ['substring', 'words'] as const) {
          const found = all.search(canonicalText(text, match), match);
          expect(rowsInOrder(found), `${match} ${JSON.stringify(text)}`).toEqual(
            naiveSearch(rows, text, match, rows.length),
          );
        }
      }
    }),
    { numRuns: runs(4) },
  );
});

test('AllTexts prefers texts in which the first word of the query is a whole word', () => {
  const rows = ['Milk, raw', 'Oil, vitamin k, raw', 'Silk, raw'];
  const all = new AllTexts(buildSearchIndex(rows), new Work());
  expect(rowsInOrder(all.search('k, r', 'substring'))).toEqual([1, 0, 2]);
});

test('AllTexts examines the few texts that have a rare word', () => {
  const kinds = ['raw', 'boiled', 'raw, boiled'];
  const rows = Array.from({ length: 1_000 }, (_, n) => `Egg ${n}, ${kinds[n % 3]}, whole`);
  const all = new AllTexts(buildSearchIndex(rows), new Work());
  for (const text of [
    '777 egg',
    '778 raw',
    '776 raw',
    '77 raw ol',
    '776 raw boil',
    'whole 999 w',
    '98 e raw',
  ])
    expect(rowsInOrder(all.search(text, 'words')), text).toEqual(
      naiveSearch(rows, text, 'words', rows.length),
    );
});

test('searchAll with fuzzy continues after the best foods, and counts those that match every word', () => {
  const fuzzy = { language: 'english', synonyms: NO_SYNONYMS, everyday: new Map() } as const;
  fc.assert(
    fc.property(rowsOf, fc.array(query, { minLength: 20, maxLength: 20 }), (rows, texts) => {
      const engine = new SearchEngine(buildSearchIndex(rows), fuzzy);
      for (const text of texts) {
        const { rows: best, matches } = engine.searchAll(text, 'fuzzy');
        const { count, positionAt, uncountedFrom } = matches;
        expect(rowsInOrder(matches).slice(0, MAX_FOODS), text).toEqual([...best]);
        expect(count >= best.length).toBe(true);
        const places = Array.from({ length: count }, (_, i) => positionAt(i));
        expect(places.filter((place) => place < uncountedFrom).length).toBe(
          Math.min(count, uncountedFrom),
        );
      }
    }),
    { numRuns: runs(4) },
  );
});

test('AllTexts can be reused after a search exceeded its work limit', () => {
  const index = buildSearchIndex(Array.from({ length: 500 }, (_, n) => `Egg ${n}`));
  const work = new Work(100);
  const all = new AllTexts(index, work);
  work.reset();
  expect(() => all.search('gg', 'substring')).toThrow(WorkLimitError);
  work.allowance = 1_000_000;
  work.reset();
  expect(all.search('egg 49', 'substring').count).toBe(11);
  expect(all.search('', 'substring').count).toBe(0);
});
