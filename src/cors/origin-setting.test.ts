import { expect, test } from 'vitest';
import { createCorsPolicy } from './index.ts';
import { compileOrigin, findElement, parseOriginPattern, patternsOver } from './origin-setting.ts';
import { isSerializedOrigin, parseSerializedOrigin } from './serialized-origin.ts';

test('findElement caches the results of expressions for allowed and refused origins', () => {
  const compiled = compileOrigin([/^https:\/\/.*\.a\.example$/, /^https:\/\/b\.example$/]);
  if (compiled?.form !== 'elements') throw new Error('A list has elements.');
  const asked: string[] = [];
  const expressions = compiled.expressions.map((each) => ({
    ...each,
    matches: (origin: string) => {
      asked.push(origin);
      return each.matches(origin);
    },
  }));
  const origins = ['https://x.a.example', 'https://b.example', 'https://c.example'];
  const places = () => origins.map((origin) => findElement({ ...compiled, expressions }, origin));
  expect(places()).toEqual([0, 1, -1]);
  const once = asked.length;
  expect(places()).toEqual([0, 1, -1]);
  expect(asked).toHaveLength(once);
});

test('findElement caches no text that is too long for an origin', () => {
  const compiled = compileOrigin(/^https:\/\/a\.example$/);
  if (compiled?.form !== 'elements') throw new Error('An expression is an element.');
  const host = 'x'.repeat(1016);
  for (const origin of [`https://${host}`, `https://${host}x`]) {
    expect(findElement(compiled, origin)).toBe(-1);
    expect(compiled.decided.get(origin)).toBe(origin.length > 1024 ? undefined : -1);
  }
});

test('a pattern matches the same origins as its expression', () => {
  const hosts = [
    'a.example',
    'x.a.example',
    'y.x.a.example',
    'xa.example',
    'a.example.b',
    '[::1]',
    'x.a.example.',
    '127.0.0.1',
  ];
  const origins = ['https', 'http', 'app'].flatMap((scheme) =>
    hosts.flatMap((host) =>
      ['', ':1', ':80', ':443', ':30'].map((port) => `${scheme}://${host}${port}`),
    ),
  );
  for (const text of ['', '*.'].flatMap((star) =>
    ['a.example', 'a.example.', '0.0.1', '127.0.0.1', '[::1]'].flatMap((host) =>
      ['', ':*', ':30'].flatMap((port) => [
        `https://${star}${host}${port}`,
        `http://${star}${host}${port}`,
      ]),
    ),
  )) {
    const pattern = parseOriginPattern(text);
    if (pattern === undefined) continue;
    for (const origin of origins.filter(isSerializedOrigin)) {
      const isFound = patternsOver(parseSerializedOrigin(origin)).includes(text);
      expect(isFound, `${text} ${origin}`).toBe(pattern.expression.test(origin));
    }
  }
  expect(parseOriginPattern('https://*.a.example:*')).toBeDefined();
});

test('a thousand patterns match as quickly as a few', () => {
  const patterns = Array.from({ length: 1_000 }, (_, i) => `https://*.customer-${i}.example`);
  const policy = createCorsPolicy({ origin: patterns, credentials: true });
  const asked = (i: number) => `https://app.customer-${i}.example`;
  expect(policy.decide(asked(999))).toEqual({ kind: 'allowed', origin: asked(999) });
  expect(policy.decide('https://app.customer-1000.example')).toEqual({ kind: 'refused' });
  // A pattern itself is not an origin.
  expect(policy.decide('https://*.customer-1.example')).toEqual({ kind: 'refused' });
  // There is one lookup per label and port, not one per pattern.
  expect(patternsOver(parseSerializedOrigin(asked(1)))).toHaveLength(5);
});
