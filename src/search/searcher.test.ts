import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../test/runs.ts';
import { canonicalText } from './exact-query.ts';
import { MAX_FOODS } from './limits.ts';
import type { ExactMatch } from './match.ts';
import { naiveSearch } from './naive-search.case.ts';
import { buildSearchIndex } from './search-index.ts';
import { Searcher } from './searcher.ts';
import { Work } from './work.ts';

function searchIn(descriptions: readonly (string | null)[]) {
  const searcher = new Searcher(buildSearchIndex(descriptions));
  return (text: string, match: ExactMatch = 'substring') => [
    ...searcher.search(canonicalText(text, match), match),
  ];
}

describe('search', () => {
  // There are few pieces, so that each query matches far more rows than an answer holds.
  const piece = fc.constantFrom(
    ...[
      'ice',
      'cream',
      'creams',
      'rice',
      'raw',
      'a',
      'b',
      'as',
      'ab',
      'Fish',
      'Babyfood',
      'é',
      '酪',
      'box',
      'boxes',
      'boxe',
      'क',
      'की',
    ],
    ...[' ', ' ', ' ', ', ', ', ', ', ', ' (', ')', '%', ' - ', ';', "'"],
  );
  const phrase = fc.array(piece, { minLength: 1, maxLength: 9 }).map((pieces) => pieces.join(''));
  const query = fc
    .tuple(fc.array(piece, { minLength: 1, maxLength: 4 }), fc.nat(3), fc.nat(3))
    .map(([pieces, cutStart, cutEnd]) => {
      const text = pieces.join('');
      return text.slice(Math.min(cutStart, text.length - 1), Math.max(text.length - cutEnd, 1));
    });

  test('finds the same as a plain scan if nearly everything matches', () => {
    fc.assert(
      fc.property(
        fc.array(phrase, { minLength: 30, maxLength: 60 }),
        fc.array(phrase, { minLength: 1, maxLength: 20 }),
        fc.array(query, { minLength: 40, maxLength: 40 }),
        (common, rare, texts) => {
          const rows = [
            ...Array.from({ length: 500 }, (_, i) => common[i % common.length] ?? null),
          ];
          rare.forEach((text, i) => {
            rows.splice((i * 37) % rows.length, 0, text);
          });
          const search = searchIn(rows);
          for (const text of texts) {
            for (const match of ['substring', 'words'] as const) {
              expect(search(text, match), `${match} ${JSON.stringify(text)}`).toEqual(
                naiveSearch(rows, text, match, MAX_FOODS),
              );
            }
          }
        },
      ),
      { numRuns: runs(2) },
    );
  });

  test('returns the best rows even if each letter is in far more words than are needed', () => {
    const letters = [...'abcde'];
    const words = letters.flatMap((a) =>
      letters.flatMap((b) => letters.flatMap((c) => letters.map((d) => `${a}${b}${c}${d}`))),
    );
    const rows = words.map((word, i) => `${word} ${words[(i * 7) % words.length]}, ${word}`);
    const search = searchIn(rows);
    for (const text of ['a', 'ab', 'e', ' e', 'd ', 'ea', 'a, e', 'e d', 'a b', 'abc', 'bc']) {
      for (const match of ['substring', 'words'] as const) {
        expect(search(text, match), text).toEqual(naiveSearch(rows, text, match, MAX_FOODS));
      }
    }
  });

  test('returns the best rows for many words, including short and frequent ones', () => {
    const word = fc.constantFrom(
      ...['a', 'b', 'c', 'e', 'i', 'r', 'ic', 're', 'cr', 'ice', 'rice', 'cream', 'creams', 'z'],
    );
    fc.assert(
      fc.property(
        fc.array(phrase, { minLength: 150, maxLength: 250 }),
        fc.array(fc.uniqueArray(word, { minLength: 2, maxLength: 9 }), {
          minLength: 20,
          maxLength: 20,
        }),
        (some, queries) => {
          // Some texts are in few rows, most in many, so no fixed order of steps or stopping point
          // suffices.
          const rows = Array.from({ length: 4000 }, (_, i) => some[(i * i) % some.length] ?? null);
          const search = searchIn(rows);
          for (const words of queries) {
            const text = words.join(' ');
            expect(search(text, 'words'), text).toEqual(
              naiveSearch(rows, text, 'words', MAX_FOODS),
            );
          }
        },
      ),
      { numRuns: runs(1) },
    );
  });

  test('after the last of several words, prefers a plural s or es to other endings', () => {
    const search = searchIn(['Soup, red potatoey', 'Soup, red potatoes', 'Soup, red potatos']);
    expect(search('red potato')).toEqual([1, 2, 0]);
    expect(search('potato red', 'words')).toEqual([1, 2, 0]);
  });

  test('finds the only food of a table by its whole name', () => {
    expect(searchIn(['Egg, whole'])('egg, whole')).toEqual([0]);
  });

  test('does not cut words at vowel signs', () => {
    const search = searchIn(['नमकीन', 'नमक, सादा']);
    expect(search('नमक')).toEqual([1, 0]);
    expect(search('नमक', 'words')).toEqual([1, 0]);
  });

  test('finds a head among many texts, whatever the first and last characters of the query', () => {
    // There are so many texts that not all are examined, and heads are only in the last rows.
    const common = Array.from({ length: 2_000 }, (_, i) => `Soup ${i}, with raw milk% (x)`);
    const rows = [...common, 'Raw milk%, fat', 'Raw milk% bars', 'Babyfood, raw milk%', 'Raw milk'];
    const search = searchIn(rows);
    for (const text of ['raw milk%', 'raw milk', 'raw mil', 'w milk', ' raw milk', 'raw milk% ']) {
      for (const match of ['substring', 'words'] as const) {
        expect(search(text, match), text).toEqual(naiveSearch(rows, text, match, MAX_FOODS));
      }
    }
  });

  test.each([
    [' raw milk', (i: number) => `Milk ${i}, with raw milk`, ['Super raw milk', 'Raw milk bar']],
    ['raw milk ', (i: number) => `Raw ${i}, with raw milk x`, ['Super raw milk x', 'Raw milk bar']],
    [' x mil', (i: number) => `Soup x ${['milk', 'mild'][i % 2]} ${i}`, ['X milk']],
    ['p x mil', (i: number) => `Soup x ${['milk', 'mild'][i % 2]} ${i}`, ['X milk']],
    [' mil', (i: number) => `Soup ${['milk', 'raw milt', 'sx milk, raw'][i % 3]} ${i}`, ['Milk']],
    ['mil', (i: number) => `Soup ${['milk', 'mild', 'xmil'][i % 3]} ${i}`, ['Milk']],
  ])('finds the best rows for %j among many that match nearly as well', (text, rowOf, last) => {
    const rows = [...Array.from({ length: 400 }, (_, i) => rowOf(i)), ...last];
    const found = searchIn(rows)(text);
    expect(found).toEqual(naiveSearch(rows, text, 'substring', MAX_FOODS));
  });

  test('handles a description with very many segments', () => {
    const many = 'a, '.repeat(30_000);
    const search = searchIn(['Corn', many, 'B, a, a', `Spices, ${many}`, `Babyfood, ${many}b`]);
    // With quadratic work, these would take minutes.
    expect(search('a')).toEqual([1, 3, 2, 4]);
    expect(search('a, a')).toEqual([1, 3, 2, 4]);
    expect(search('a, b')).toEqual([4]);
    expect(search('b a', 'words')).toEqual([2, 4]);
  });

  test('starts each search fresh, however many came before', () => {
    const search = searchIn(['Egg', 'Eggnog', 'Milk']);
    for (let i = 0; i < 600; i++) expect(search('egg')).toEqual([0, 1]);
  });
});

describe('the work of a search', () => {
  const work = new Work();
  const foods = Array.from({ length: 5_000 }, (_, i) => `Soup ${i}, brown rice`);
  const searcher = new Searcher(buildSearchIndex([...foods, 'Brown rice']), work);
  const workOf = (text: string) => {
    work.reset();
    expect(searcher.search(text, 'substring')).toHaveLength(MAX_FOODS);
    return work.spent;
  };

  // If the few heads were not examined first, any of the 5,000 texts could be better than the
  // hundred found.
  test.each(['brown rice', 'brown ric'])(
    'does not grow with all foods that have %j, if few have it in the head',
    (text) => {
      expect(workOf(text)).toBeLessThan(5_000);
    },
  );
});
