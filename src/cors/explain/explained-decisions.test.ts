import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyHeader, origin as someOrigin } from '../../../test/arbitrary-origins.ts';
import { runs } from '../../../test/runs.ts';
import {
  createCorsPolicy,
  explainOrigin,
  explainRefusal,
  type OriginSetting,
  parseOriginText,
} from '../index.ts';
import { compileOrigin } from '../origin-setting.ts';
import { explainPolicy } from './explain-origin.ts';
import { findNearMiss, MAX_MATCHES } from './near-miss.ts';

const FUNCTIONS = [
  () => true,
  () => undefined,
  () => '*',
  async () => ['https://a.example', 'http://b.example'],
];

describe('properties of explainOrigin', () => {
  const element = fc.oneof(
    someOrigin,
    fc.constantFrom<string | RegExp>('*', 'null', /^https:\/\/[a-z]+\.test$/, /^null$/, /example/g),
  );
  const setting: fc.Arbitrary<OriginSetting> = fc.oneof(
    fc.boolean(),
    element,
    fc.array(element, { maxLength: 4 }),
    fc.constantFrom(...FUNCTIONS),
  );
  const header = fc.option(anyHeader, { nil: undefined });

  test('it says "allowed" if and only if the policy allows the origin, and names the element that allows it', async () => {
    await fc.assert(
      fc.asyncProperty(setting, header, async (origin, asking) => {
        const policy = createCorsPolicy({ origin });
        const { kind } = await policy.decide(asking);
        const explanation = await explainOrigin(origin, asking);
        expect(explanation.allowed).toBe(kind === 'any' || kind === 'allowed');
        expect(await explainPolicy(policy, asking)).toEqual(explanation);
        if (explanation.allowed || typeof origin === 'function') return;
        expect(explainRefusal(policy, asking)).toEqual(explanation);
      }),
      { numRuns: runs(100) },
    );
  });

  test.each(FUNCTIONS)('with credentials, it agrees with the policy: %s', async (origin) => {
    const policy = createCorsPolicy({ origin, credentials: true });
    for (const asking of ['https://a.example', 'http://b.example', undefined]) {
      const { kind } = await policy.decide(asking);
      const { allowed, message } = await explainPolicy(policy, asking);
      expect(allowed, message).toBe(kind === 'any' || kind === 'allowed');
    }
  });

  test('it says which answers from a function are not allowed with credentials', async () => {
    const policy = createCorsPolicy({ origin: () => '*', credentials: true });
    const { message, reason } = await explainPolicy(policy, 'https://a.example');
    expect(reason).toBe('function-refused');
    expect(message).toMatch(/is refused: with credentials, .*grants nothing\. .*"\*".*[^.]\.$/);
  });

  test('the policy allows the nearest origin', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(element, { maxLength: 4 }), header, async (origin, asking) => {
        const { nearest } = await explainOrigin(origin, asking);
        if (nearest === undefined) return;
        expect(nearest.origin).not.toBe(asking);
        expect(createCorsPolicy({ origin }).decide(nearest.origin)).toHaveProperty(
          'kind',
          'allowed',
        );
      }),
      { numRuns: runs(60) },
    );
  });

  test('the fix allows the origin', async () => {
    await fc.assert(
      fc.asyncProperty(setting, anyHeader, async (origin, asking) => {
        const { fix } = await explainOrigin(origin, asking);
        if (fix === undefined) return;
        const parsed = parseOriginText(typeof fix === 'string' ? fix : JSON.stringify(fix));
        if (!('setting' in parsed)) throw new Error(parsed.fault.message);
        expect(await explainOrigin(parsed.setting, asking)).toHaveProperty('allowed', true);
      }),
      { numRuns: runs(60) },
    );
  });
});

describe('the work to explain a refusal', () => {
  // With many ports, there are many origins that the author may have meant.
  const ports = Array.from({ length: 20 }, (_, i) => `https://b.example:${9000 + i}`);

  /** Counts how many matches are tried if each expression claims to visit this many nodes. */
  const countMatches = (expressions: number, visitsEach: number) => {
    const setting = [...ports, ...Array.from({ length: expressions }, (_, i) => RegExp(`^x${i}$`))];
    const compiled = compileOrigin(setting);
    if (compiled?.form !== 'elements') throw new Error('No elements.');
    let asked = 0;
    const matches = () => {
      asked++;
      return false;
    };
    const visits = () => asked * visitsEach;
    const counted = compiled.expressions.map((each) => ({ ...each, matches, visits }));
    findNearMiss({ ...compiled, expressions: counted }, 'http://a.example:81');
    return asked;
  };

  test.each([1, 20, 1_000])('is bounded for %d expressions', (expressions) => {
    expect(countMatches(expressions, 0)).toBeLessThan(MAX_MATCHES + expressions);
  });

  test('is bounded for a slow expression', () => {
    expect(countMatches(1, 0)).toBeGreaterThan(100);
    expect(countMatches(1, 25_000)).toBe(4);
  });

  test('is bounded for a long list: only the first 200 strings are compared', () => {
    const strings = Array.from({ length: 201 }, (_, i) => `https://${'n'.repeat(9)}${i}.example`);
    const nearest = (host: string) => {
      const policy = createCorsPolicy({ origin: strings });
      return explainRefusal(policy, `https://${host}x.example`).nearest?.origin;
    };
    expect(nearest('nnnnnnnnn199')).toBe(strings[199]);
    expect(nearest('nnnnnnnnn200')).not.toBe(strings[200]);
  });
});
