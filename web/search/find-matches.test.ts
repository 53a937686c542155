import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fold } from '../../src/search/fold.ts';
import { findMatches, type MatchMode, wordsOf } from './find-matches.ts';

/** The text with each match in brackets. */
function marked(text: string, query: string, mode: MatchMode = 'substring'): string {
  return findMatches(text, query, mode).reduceRight(
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

  test('with words marks each, wherever it stands, and joins what touches', () => {
    expect(marked('Rice, white, long-grain', 'white rice', 'words')).toBe(
      '[Rice], [white], long-grain',
    );
    expect(marked('Egg yolk', 'gy eg gg', 'words')).toBe('[Egg] yolk');
  });

  const piece = fc.oneof(
    fc.constantFrom('a', 'É', 'e\u0301', 'ﬁ', 'Σ', 'ς', 'İ', '김', '½', '🥚', ' ', '\u0301', 'ǅ'),
    fc.string({ unit: 'grapheme', maxLength: 3 }),
  );
  const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));

  test('finds a match just where the service does, and marks all of it', () => {
    fc.assert(
      fc.property(text, text, (food, query) => {
        const ranges = findMatches(food, query, 'substring');
        const isFound = fold(query) !== '' && fold(food).includes(fold(query));
        expect(ranges.length > 0).toBe(isFound);
        // A sigma is small in two ways, and which depends on what follows it.
        const first = fold(query).replaceAll('ς', 'σ').at(0);
        for (const { start, end } of ranges)
          expect(fold(food.slice(start, end)).replaceAll('ς', 'σ')).toContain(first);
      }),
    );
  });

  test('gives ranges in order, apart, and within the text', () => {
    fc.assert(
      fc.property(text, text, fc.constantFrom('substring', 'words'), (food, query, mode) => {
        let last = -1;
        for (const { start, end } of findMatches(food, query, mode)) {
          expect(start).toBeGreaterThan(last);
          expect(end).toBeGreaterThan(start);
          expect(end).toBeLessThanOrEqual(food.length);
          last = end;
        }
      }),
    );
  });
});

test('wordsOf splits at what is no letter, digit or mark', () => {
  expect(wordsOf(' Rice,  WHITE-long 2% हिन्दी')).toEqual(['rice', 'white', 'long', '2', 'हिन्दी']);
  expect(wordsOf(', %')).toEqual([]);
});
