import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { seededRandom } from '../../../bench/measure.ts';
import { anyExpression } from '../../../test/arbitrary-expressions.ts';
import { origin } from '../../../test/arbitrary-origins.ts';
import { nativeVerdicts } from '../../../test/native-verdict.ts';
import { climb, nestedExpression, SLOW_EXPRESSIONS } from '../../../test/nested-expressions.ts';
import { runs } from '../../../test/runs.ts';
import { buildAutomaton, MAX_NODES, NoAutomaton } from './automaton.ts';
import { matcherOf } from './matcher.ts';

/** Why an expression has no automaton; `undefined` if it has one. */
function whyUnusable(expression: RegExp): string | undefined {
  try {
    buildAutomaton(expression);
    return undefined;
  } catch (error) {
    return error instanceof NoAutomaton ? error.message : String(error);
  }
}

describe('matcherOf agrees with JavaScript on', () => {
  // The expressions are written as text, since compilers and formatters reject some of them.
  test.each([
    ['^https://[a-\\d]\\.com$', '', 'https://-.com', true],
    ['^https://[a-\\d]\\.com$', '', 'https://b.com', false],
    ['[\\b]', '', 'https://b.com', false],
    ['^.{1,2000}$', '', 'https://a.com', true],
    ['az', '', 'https://az.com', true],
    ['az', '', 'https://b.com/a', false],
    ['Ab', '', 'https://Ab.com', true],
    ['^https://pN$', '', 'https://pN', true],
    ['^https://p{L}\\.com$', '', 'https://a.com', false],
    ['^https://\\p{L}\\.com$', 'u', 'https://a.com', true],
    ['^https://\\x{3}\\.com$', '', 'https://xxx.com', true],
    ['Qa.bE', '', 'https://a.b', false],
    ['^https://[[:alpha:]]\\.com$', '', 'https://a.com', false],
    ['^https://[[a-z]--[aeiou]]\\.com$', 'v', 'https://a.com', false],
    ['^https://[[a-z]--[aeiou]]\\.com$', 'v', 'https://b.com', true],
    ['^https://(?i:A)\\.com$', '', 'https://a.com', true],
    ['^https://(?-i:A)\\.com$', 'i', 'https://a.com', false],
    ['^HTTPS://A\\.COM$', 'i', 'https://a.com', true],
    ['^http\\u017f://a\\.com$', 'iu', 'https://a.com', true],
    ['^http\\u017f://a\\.com$', 'i', 'https://a.com', false],
    ['a\\.com', 'y', 'https://a.com', false],
    ['https', 'y', 'https://a.com', true],
    ['^https://a\\.com$', 'm', 'https://a.com', true],
    ['\\bcom\\b', '', 'https://a.com', true],
    ['\\Bcom', '', 'https://a.com', false],
    ['[]', '', 'https://a.com', false],
    ['[^]', '', 'https://a.com', true],
    ['^(?:a{0}|https):', '', 'https://a.com', true],
    ['(?:^|x)https', 'g', 'https://a.com', true],
    ['^https://(a?)*b$', '', 'https://aab', true],
    ['^https://(?!b)a', '', 'https://a.com', true],
    ['^https://(?!a)', '', 'https://a.com', false],
    ['^(?=https://a\\.com$).*', '', 'https://a.com', true],
    ['(?<=^https://)a\\.com$', '', 'https://a.com', true],
    ['(?<!b)\\.com$', '', 'https://b.com', false],
    // Lookarounds: nested, negated within negated, in a loop, after the end, before the beginning.
    ['^https://(?!(?!a).)', '', 'https://a.com', true],
    ['^https://(?!(?!a).)', '', 'https://b.com', false],
    ['^https://(?:(?!b)[a-z])+\\.com$', '', 'https://abc.com', false],
    ['com$(?!.)', '', 'https://a.com', true],
    ['(?<=^)https', '', 'https://a.com', true],
    ['(?<=(?=a)..)o', '', 'https://aco', true],
    ['(?=.*a)(?=.*b)(?=.*c)', '', 'https://cba', true],
    ['(?:(?:){1000000000}a){2}', '', 'https://aa', true],
  ])('/%s/%s and %s', (source, flags, text, expected) => {
    const expression = new RegExp(source, flags);
    expect(expression.test(text)).toBe(expected);
    expect(matcherOf(expression).matches(text)).toBe(expected);
  });

  test('any expression and any origin', () => {
    const numRuns = runs(120);
    let usable = 0;
    fc.assert(
      fc.property(anyExpression, fc.array(origin, { minLength: 4 }), (expression, origins) => {
        const { matches } = matcherOf(expression);
        if (whyUnusable(expression) !== undefined) return;
        usable += 1;
        const verdicts = nativeVerdicts(expression, origins);
        for (const [place, text] of origins.entries()) {
          const native = verdicts[place];
          if (native !== undefined) expect(matches(text), text).toBe(native);
        }
      }),
      { numRuns },
    );
    expect(usable).toBeGreaterThan(numRuns / 2);
  });
});

describe('matcherOf', () => {
  test.each([
    ['^(a)\\1$', 'its back reference \\1 repeats'],
    ['(?<name>a)\\k<name>', 'its back reference \\k<name> repeats'],
    ['^([a-z]{900}){900}$', 'too large'],
    ['(?=a)'.repeat(17), 'lookarounds'],
  ])('has no automaton for /%s/', (source, reason) => {
    expect(whyUnusable(new RegExp(source))).toContain(reason);
    expect(matcherOf(new RegExp(source)).matches('https://aa')).toBe(false);
  });

  test('takes up to 16 lookarounds', () => {
    expect(whyUnusable(new RegExp('(?=a)'.repeat(16)))).toBeUndefined();
  });

  test.each(SLOW_EXPRESSIONS)('visits few nodes per character for %s', (expression) => {
    const { work } = climb(expression, 8, seededRandom(1));
    expect(work).toBeLessThanOrEqual(MAX_NODES);
  });

  test('visits few nodes per character for any expression', () => {
    const random = seededRandom(2);
    const climbs = Array.from({ length: runs(8) }, () =>
      climb(nestedExpression(random), 10, random),
    );
    const [worst] = climbs.toSorted((a, b) => b.work - a.work);
    expect(worst?.work, String(worst?.expression)).toBeLessThanOrEqual(MAX_NODES);
  });

  test('visits many nodes for a count of 250', () => {
    const random = seededRandom(1);
    const { matches, visits } = matcherOf(/(a|b)*a[ab]{250}$/);
    matches(`x://${Array.from({ length: 1_000 }, () => (random() < 0.5 ? 'a' : 'b')).join('')}`);
    expect(visits() / 1_004).toBeGreaterThan(50);
  });

  test('refuses a long string if there are too many nodes', () => {
    const { matches } = matcherOf(/^[a-z:/]{0,900}$/);
    expect(matches('x://aa')).toBe(true);
    expect(matches(`x://${'a'.repeat(800)}`)).toBe(false);
  });

  test('matches an expression with large counts', () => {
    const { matches } = matcherOf(/^https:\/\/(?:[a-z0-9-]{1,63}\.){1,10}example\.com$/);
    expect(matches(`https://${'a'.repeat(63)}.b.example.com`)).toBe(true);
    expect(matches(`https://${'a'.repeat(64)}.b.example.com`)).toBe(false);
  });
});
