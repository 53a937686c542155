import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyExpression } from '../../../test/arbitrary-expressions.ts';
import { origin } from '../../../test/arbitrary-origins.ts';
import { isExpression } from './copy.ts';
import { createMatcher } from './matcher.ts';
import { createLimitedTest } from './time-limit.ts';

/** Whether the matcher lets `text` in, if it is a linear one. */
function linearVerdict(expression: RegExp, text: string): boolean | undefined {
  const matcher = createMatcher(expression);
  return matcher.kind === 'linear' ? matcher.matches(text) : undefined;
}

describe('createMatcher agrees with JavaScript on', () => {
  // As text: some of these, no compiler and no formatter lets through.
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
    ['^https://é\\.com$', '', 'https://é.com', true],
  ])('/%s/%s and %s', (source, flags, text, expected) => {
    const expression = new RegExp(source, flags);
    expect(expression.test(text)).toBe(expected);
    expect(linearVerdict(expression, text)).toBe(expected);
  });

  test('any expression and any origin', () => {
    let linear = 0;
    fc.assert(
      fc.property(anyExpression, fc.array(origin, { minLength: 4 }), (expression, origins) => {
        const matcher = createMatcher(expression);
        if (matcher.kind !== 'linear') return;
        const native = createLimitedTest(expression);
        linear += 1;
        for (const text of origins) {
          const verdict = native?.(text, 5);
          if (verdict !== 'timed-out') expect(matcher.matches(text), text).toBe(verdict);
        }
      }),
      { numRuns: 1_000 },
    );
    expect(linear).toBeGreaterThan(500);
  });
});

describe('createMatcher', () => {
  test.each([
    ['^(?=https)', '', 'limited'],
    ['(?<!a)b', '', 'limited'],
    ['^(a)\\1$', '', 'limited'],
    ['^[\\q{ab|c}]$', 'v', 'limited'],
    ['^https://([a-z0-9]+-?){1,8}\\.com$', '', 'linear'],
    ['^https://(\\w{1,30}-?){1,8}\\.com$', '', 'linear'],
    ['^https://([a-z]+)+$', '', 'linear'],
    ['^https://(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\\.){1,2}a\\.com$', '', 'linear'],
    ['([a-z0-9]{1,60}-?){1,15}\\.com$', '', 'unusable'],
    ['^([a-z]{900}){900}$', '', 'unusable'],
  ])('of /%s/%s is %s', (source, flags, kind) => {
    expect(createMatcher(new RegExp(source, flags)).kind).toBe(kind);
  });

  test('matches no long origin of a program that would take many steps', () => {
    const long = `app://${'a'.repeat(900)}`;
    expect(linearVerdict(/^app:\/\/a+$/, long)).toBe(true);
    expect(linearVerdict(/^app:\/\/(?:a{1,100})+$/, long)).toBe(false);
  });
});

test('isExpression knows expressions of every realm, and nothing else', () => {
  expect([/x/, runInNewContext('/x/')].map(isExpression)).toEqual([true, true]);
  const others = [RegExp.prototype, new Proxy(/x/, {}), { source: 'x', flags: '' }, '/x/', null];
  expect(others.map(isExpression)).toEqual(others.map(() => false));
});
