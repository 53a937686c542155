import { expect, test } from 'vitest';
import { isExact, isMatch, languageOf, type Match, modeOf } from './match.ts';

test.each([
  ['substring', undefined, 'substring', true],
  ['words', undefined, 'words', true],
  ['fuzzy', undefined, 'fuzzy', false],
  ['fuzzy', 'de', 'fuzzy in de', false],
] as const)('match=%s and lang=%s are the mode %j', (match, lang, mode, exact) => {
  expect(modeOf(match, lang)).toBe(mode);
  expect(languageOf(mode)).toBe(lang);
  expect(isExact(mode)).toBe(exact);
});

test('only fuzzy uses a language, and `match` has three values', () => {
  expect((['substring', 'words'] as Match[]).map((match) => modeOf(match, 'de'))).toEqual([
    ...['substring', 'words'],
  ]);
  expect(['substring', 'words', 'fuzzy', 'word', '', 'fuzzy in de'].map(isMatch)).toEqual([
    ...[true, true, true, false, false, false],
  ]);
});
