import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fold } from '../../src/search/fold.ts';
import type { MatchMode } from '../foods/search-criteria.ts';
import { findMatches, needlesOf, translatedIn, wordsOf } from './find-matches.ts';

/** Returns the text with each match in brackets. */
function marked(text: string, query: string, match: MatchMode = 'substring'): string {
  return bracketed(text, needlesOf({ query, match }, []));
}

function bracketed(text: string, needles: Parameters<typeof findMatches>[1]): string {
  return findMatches(text, needles).reduceRight(
    (rest, { start, end }) =>
      `${rest.slice(0, start)}[${rest.slice(start, end)}]${rest.slice(end)}`,
    text,
  );
}

describe('findMatches', () => {
  test.each([
    ['Cheese, cheddar', 'CHE', '[Che]ese, [che]ddar'],
    ['Peppers, jalapeño, raw', 'jalapeno', 'Peppers, [jalapeño], raw'],
    ['Peppers, jalapen\u0303o, raw', 'jalapeño', 'Peppers, [jalapen\u0303o], raw'],
    ['Crème fraîche', 'me fr', 'Crè[me fr]aîche'],
    ['Cre\u0300me', 'cre', '[Cre\u0300]me'],
    ['Cre\u0300me', 'e', 'Cr[e\u0300]m[e]'],
    ['ﬁsh', 'f', '[ﬁ]sh'],
    ['ﬁsh', 'is', '[ﬁs]h'],
    ['½ egg', '1', '[½] egg'],
    ['ΟΔΟΣ', 'οδος', '[ΟΔΟΣ]'],
    ['İstanbul', 'istan', '[İstan]bul'],
    ['김치', '김', '[김]치'],
    ['aaa', 'aa', '[aa]a'],
    ['100% juice', '%', '100[%] juice'],
    ['egg', 'x', 'egg'],
    ['egg', '', 'egg'],
    ['egg', '\u0301', 'egg'],
    ['', 'egg', ''],
    ['🥚 egg', 'egg', '🥚 [egg]'],
  ])('in %j of %j', (text, query, expected) => {
    expect(marked(text, query)).toBe(expected);
  });

  test('with match=words, marks each word anywhere, and joins adjacent marks', () => {
    expect(marked('Rice, white, long-grain', 'white rice', 'words')).toBe(
      '[Rice], [white], long-grain',
    );
    expect(marked('Egg yolk', 'gy eg gg', 'words')).toBe('[Egg] yolk');
    expect(marked('Egg yolk', 'e gg', 'words')).toBe('[Egg] yolk');
    expect(marked('Eggs, raw', 'eggs g', 'words')).toBe('[Eggs], raw');
  });

  test('with match=fuzzy, marks other names and typos as whole words, but not words as typed', () => {
    const needles = needlesOf({ query: 'ketchup brocoli egg v', match: 'fuzzy' }, [
      { typed: 'ketchup', manner: 'name', taken: 'catsup', marks: ['catsup'] },
      { typed: 'brocoli', manner: 'slip', taken: 'broccoli', marks: ['broccoli'] },
      { typed: 'egg', manner: 'word', marks: ['egg', 'eggs'] },
      { typed: 'egg', manner: 'name', taken: 'yolk', marks: ['yolk'] },
      // Another name that contains the typed word is no surprise, so it is not marked.
      { typed: 'v', manner: 'name', taken: 'v beans', marks: ['v', 'beans'] },
      { typed: 'v', manner: 'beginning', marks: ['vanilla'] },
      { typed: 'xyz', manner: 'none' },
    ]);
    expect(bracketed('Catsup, broccoli, egg yolk, catsups, xyz, vanilla, beans', needles)).toBe(
      '[Catsup], [broccoli], egg [yolk], catsups, xyz, vanilla, beans',
    );
  });

  test('translatedIn returns the typed names of words in text', () => {
    const name = { manner: 'name', lang: 'es' } as const;
    const needles = needlesOf({ query: 'huevos fritos con fresas, ketchup', match: 'fuzzy' }, [
      { ...name, typed: 'huevos fritos', taken: 'fried egg', marks: ['fried', 'egg', 'eggs'] },
      { ...name, typed: 'fresas', taken: 'strawberry', marks: ['strawberries'] },
      { manner: 'name', typed: 'ketchup', taken: 'catsup', marks: ['catsup'] },
    ]);
    expect(translatedIn('Eggs, fried', needles)).toEqual(['huevos fritos']);
    expect(translatedIn('Egg, raw, with strawberries', needles)).toEqual(['fresas']);
    expect(translatedIn('Catsup', needles)).toEqual([]);
  });

  const piece = fc.oneof(
    fc.constantFrom('a', 'É', 'e\u0301', 'ﬁ', 'Σ', 'ς', 'İ', '김', '½', '🥚', ' ', '\u0301', 'ǅ'),
    fc.string({ unit: 'grapheme', maxLength: 3 }),
  );
  const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));

  test('finds the same matches as the service, and marks all of each', () => {
    fc.assert(
      fc.property(text, text, (food, query) => {
        const ranges = findMatches(food, needlesOf({ query, match: 'substring' }, []));
        const isFound = fold(query) !== '' && fold(food).includes(fold(query));
        expect(ranges.length > 0).toBe(isFound);
        // Lowercase sigma has two forms, depending on what follows it.
        const first = fold(query).replaceAll('ς', 'σ').at(0);
        for (const { start, end } of ranges)
          expect(fold(food.slice(start, end)).replaceAll('ς', 'σ')).toContain(first);
      }),
    );
  });

  test('returns ordered, separate ranges within the text', () => {
    fc.assert(
      fc.property(
        text,
        text,
        fc.constantFrom<MatchMode>('substring', 'words'),
        (food, query, match) => {
          let last = -1;
          for (const { start, end } of findMatches(food, needlesOf({ query, match }, []))) {
            expect(start).toBeGreaterThan(last);
            expect(end).toBeGreaterThan(start);
            expect(end).toBeLessThanOrEqual(food.length);
            last = end;
          }
        },
      ),
    );
  });
});

test('wordsOf splits at characters other than letters, digits and marks', () => {
  expect(wordsOf(' Rice,  WHITE-long 2% हिन्दी')).toEqual(['rice', 'white', 'long', '2', 'हिन्दी']);
  expect(wordsOf(', %')).toEqual([]);
});
