import { expect, test } from 'vitest';
import type { Reading } from '../../src/client/index.ts';
import { foodOf } from '../foods/sample-foods.case.ts';
import type { MatchMode } from '../foods/search-criteria.ts';
import { rendered } from '../parts/render.case.ts';
import { MarkedText, ReadingMessage, TranslatedNames } from './interpretation.tsx';

const SLIP: Reading = { typed: 'mlik', manner: 'slip', taken: 'milk', marks: ['milk'] };
const NAME: Reading = { typed: 'ketchup', manner: 'name', taken: 'catsup', marks: ['catsup'] };
const NONE: Reading = { typed: 'xyz', manner: 'none' };
const WORD: Reading = { typed: 'egg', manner: 'word', marks: ['egg'] };

const answerOf = (query: string, match: MatchMode, readings: readonly Reading[], food = 'Milk') => {
  return { query, match, readings, foods: [foodOf(food)], extra: new Map(), total: 1 };
};

/** Explains an answer, and presses all buttons. */
function explained(
  query: string,
  readings: readonly Reading[],
  { match = 'fuzzy', food = 'Milk' }: { match?: MatchMode; food?: string } = {},
) {
  const done: string[] = [];
  const view = rendered(
    <ReadingMessage
      criteria={{ query, match }}
      answer={answerOf(query, match, readings, food)}
      keys={{
        searchBy: (mode) => void done.push(mode),
        searchFor: (text) => void done.push(text),
      }}
    />,
  );
  for (const button of view.all('button')) button.fire('click');
  return [view.text.trim(), ...done];
}

test('the words of a search are explained, with buttons for another search', () => {
  const cases: Parameters<typeof explained>[] = [
    ['egg', [WORD]],
    ['egg', [], { match: 'words' }],
    ['egg', [], { match: 'substring' }],
    [' big Mlik ', [SLIP]],
    ['ketchup', [NAME, { ...NAME, taken: 'sauce' }]],
    ['egg', [WORD, { ...NAME, typed: 'egg' }]],
    [
      'egg',
      [
        { ...WORD, manner: 'beginning' },
        { ...NAME, typed: 'egg' },
      ],
    ],
    ['ketchup', [{ ...NAME, taken: 'ketchup mix' }]],
    ['xyz abc', [NONE, { ...NONE, typed: 'abc' }]],
    ['cheddar, oats', []],
    ['milk, whole', [], { food: 'Milk, Wholesome' }],
    ['milks , oats', [], { food: 'Milk, oat' }],
    ['cheddar,', []],
    ['mlik, xyz', [SLIP, NAME, NONE]],
  ];
  expect(cases.map((one) => [one[0], ...explained(...one)])).toMatchInlineSnapshot(`
    [
      [
        "egg",
        "",
      ],
      [
        "egg",
        "Showing foods that contain each word as typed. Broaden the search",
        "fuzzy",
      ],
      [
        "egg",
        "Showing foods that contain this exact text. Broaden the search",
        "fuzzy",
      ],
      [
        " big Mlik ",
        "Showing results for big milk. Search instead for “big Mlik”",
        "substring",
      ],
      [
        "ketchup",
        "“ketchup” also finds catsup, sauce.",
      ],
      [
        "egg",
        "",
      ],
      [
        "egg",
        "",
      ],
      [
        "ketchup",
        "",
      ],
      [
        "xyz abc",
        "The best matches lack “xyz, abc”.",
      ],
      [
        "cheddar, oats",
        "Search instead for “cheddar; oats”",
        "cheddar; oats",
      ],
      [
        "milk, whole",
        "",
      ],
      [
        "milks , oats",
        "",
      ],
      [
        "cheddar,",
        "",
      ],
      [
        "mlik, xyz",
        "Showing results for mlik, xyz. “ketchup” also finds catsup. The best matches lack “xyz”. Search instead for “mlik, xyz” Search instead for “mlik; xyz”",
        "substring",
        "mlik; xyz",
      ],
    ]
  `);
});

test('the typo and the correction stand out', () => {
  const view = rendered(
    <ReadingMessage
      criteria={{ query: 'mlik', match: 'fuzzy' }}
      answer={answerOf('mlik', 'fuzzy', [SLIP])}
      keys={{ searchBy: () => {}, searchFor: () => {} }}
    />,
  );
  expect(view.outline).toMatchInlineSnapshot(`
    "<p class="reading">
      Showing results for
      <strong>milk</strong>
      .
      <button type="button" class="link">Search instead for “mlik”</button>"
  `);
});

test('text is shown with its matches and the names that were typed', () => {
  const answer = answerOf('ketchup', 'fuzzy', [{ ...NAME, lang: 'es' }]);
  const shown = (text: string) =>
    rendered(
      <>
        <MarkedText text={text} answer={answer} />
        <TranslatedNames text={text} answer={answer} />
      </>,
    ).outline.replaceAll('\n', '');
  expect(shown('The Catsup, no catsup at all')).toMatchInlineSnapshot(
    `"The <mark>Catsup</mark>, no <mark>catsup</mark> at all<small lang="en">ketchup</small>"`,
  );
  expect(shown('Milk')).toBe('Milk');
});
