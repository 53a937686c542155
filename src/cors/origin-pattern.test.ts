import { describe, expect, test } from 'vitest';
import { createCorsPolicy, explainOrigin } from './index.ts';
import { createTimedMatcher } from './origin-pattern.ts';

/** Doubles its work with every letter: the hostile origin would take it longer than the earth has. */
const slow = /^https:\/\/(a+)+$/;
const hostile = `https://${'a'.repeat(60)}.b`;

test('createTimedMatcher matches as the expression does, again and again', () => {
  const matches = createTimedMatcher(/^https:\/\/(a+)+$/g);
  expect(['https://aaa', 'https://aaa', 'https://b', 'https://aaa'].map(matches)).toEqual([
    true,
    true,
    false,
    true,
  ]);
});

test('createTimedMatcher gives up, and says no', () => {
  expect(createTimedMatcher(slow)(hostile)).toBe(false);
});

describe('a policy with a catastrophic expression', () => {
  test.each([
    ['alone', slow],
    ['in a list', ['https://app.example', slow]],
  ])('%s warns, serves, and refuses what would keep it busy', (_, origin) => {
    const policy = createCorsPolicy({ origin });
    expect(policy.warnings.map(({ code }) => code)).toContain('regexp-catastrophic');
    expect(policy.decide('https://aaa')).toEqual({ kind: 'allowed', origin: 'https://aaa' });
    expect(policy.decide(hostile)).toEqual({ kind: 'refused' });
  });

  test('is explained without being kept busy', async () => {
    expect(await explainOrigin(slow, hostile)).toMatchObject({ allowed: false });
  });
});
