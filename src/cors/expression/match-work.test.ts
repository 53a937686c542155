import { describe, expect, test } from 'vitest';
import { matchWork } from './match-work.ts';

describe('matchWork', () => {
  test.each<[RegExp, number]>([
    // A literal that can only match at one place: a step for each letter.
    [/^abc$/, 3],
    [/^(?:ab|cd)$/, 4],
    // Anywhere in ten characters, a letter may begin at eleven places, and the next at ten more.
    [/a$/, 11],
    [/a/y, 1],
    // Each copy of a repetition may begin at as many places as there are lengths before it.
    [/^a?b$/, 1 + 2],
    [/^a{2}b$/, 2 + 1],
    [/^a{0,2}b$/, 1 + 1 + 3],
    [/^a*$/, 11],
    [/^a+b$/, 11 + 10],
    // What no text is long enough to reach still counts once.
    [/^a{9}b{5}$/, 9 + 5],
    [/^\b$/, 0],
  ])('of %s on ten characters is %i', (expression, steps) => {
    expect(matchWork(expression, 10, 1_000)).toBe(steps);
  });

  test('stops beyond the limit', () => {
    expect(matchWork(/^(?:(?:[a-z]{1,90}){1,90}){1,90}$/, 300, 1_000)).toBe(1_001);
  });
});
