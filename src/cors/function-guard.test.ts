import { expect, test } from 'vitest';
import { seededRandom } from '../../bench/measure.ts';
import { NASTY, nestedExpression } from '../../test/nested-expressions.ts';
import { createCorsPolicy, type OriginDecision } from './index.ts';
import { AWAITED_WORK, languageOf } from './language/language.ts';
import { A, B } from './policy.case.ts';

const plain = 'http://a.example';
test.each<[OriginDecision, string | undefined, boolean]>([
  [true, A, true],
  [A, A, true],
  [B, A, false],
  [[A, B], A, true],
  [/^https:\/\/a\.example$/, A, true],
  [true, 'http://localhost:3000', true],
  ['http://127.0.0.1:3000', 'http://127.0.0.1:3000', true],
  [true, 'capacitor://localhost', true],
  [true, 'https://mine.vercel.app', true],
  [true, 'null', false],
  ['null', 'null', false],
  [['null', A], 'null', false],
  [['null', A], A, false],
  [true, plain, false],
  [plain, plain, false],
  [[plain, A], A, false],
  ['*', A, false],
  ['*', undefined, false],
  [['*'], A, false],
  [/./, A, false],
  [/^https?:\/\/a\.example$/, A, false],
  // As careful people write a subdomain.
  [/^https:\/\/(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)*example$/, A, true],
  [/^https:\/\/[a-z]+\.vercel\.app$/, 'https://mine.vercel.app', false],
  [[/example$/], A, false],
  // Too large to be judged.
  [/^https:\/\/.*example(?:(?:a|b)*a[ab]{400})?/, 'https://a.example.attacker.net', false],
  [[A, /^https:\/\/.*example(?:(?:a|b)*a[ab]{400})?/], A, false],
  [true, undefined, false],
])('an answer of %s to %s: a grant is %s', async (decision, asking, isGranted) => {
  const policy = createCorsPolicy({ origin: () => decision, credentials: true });
  // Judged twice: the second time, from memory.
  for (const made of [await policy.decide(asking), await policy.decide(asking)]) {
    expect(made.kind).toBe(isGranted ? 'allowed' : 'refused');
    const isJudged = !isGranted && asking !== undefined && decision !== B;
    if (isJudged) expect(made).toHaveProperty('note', expect.stringMatching(/grants nothing/));
  }
  const open = createCorsPolicy({ origin: () => decision });
  expect((await open.decide(asking)).kind).not.toBe(isGranted ? 'refused' : undefined);
});

test('an answer that changes while it is judged grants nothing more', async () => {
  const changing = () => {
    let reads = 0;
    return Object.defineProperty([B], 0, { get: () => (reads++ === 0 ? B : '*') });
  };
  const policy = createCorsPolicy({ origin: changing, credentials: true });
  expect((await policy.decide(A)).kind).toBe('refused');
});

test('answers with credentials are proved within a number of steps, whatever they are', async () => {
  const random = seededRandom(20);
  const one = (i: number) => new RegExp(`^https:\\/\\/(?:[a-z]+\\.)?a${i}\\.example$`);
  const list = (length: number) => Array.from({ length }, (_, i) => one(i));
  const noteOn = async (decision: OriginDecision) => {
    const policy = createCorsPolicy({ origin: () => decision, credentials: true });
    const made = await policy.decide('https://a0.example');
    return made.kind === 'refused' ? made.note : made.kind;
  };
  expect(await noteOn(list(3))).toBe('allowed');
  expect(await noteOn(list(50))).toMatch(/too large to be proved while a request waits\. Put /);
  const patterns = Array.from({ length: 49 }, (_, i) => `https://*.b${i}.example`);
  expect(await noteOn([...patterns, one(0)])).toBe('allowed');
  expect(await noteOn(/(a)\1/)).toMatch(/its back reference/);
  const odd = Array.from({ length: 200 }, () => nestedExpression(random));
  const work = [...NASTY, ...odd].map((each) => languageOf(each, true).work);
  // The last step may be a large one.
  expect(Math.max(...work)).toBeLessThan(2 * AWAITED_WORK);
});

test('a function is not proved, which is a warning with credentials', () => {
  const origin = () => true;
  const codes = createCorsPolicy({ origin, credentials: true }).warnings.map(({ code }) => code);
  expect(codes).toEqual(['function-not-proved']);
  expect(createCorsPolicy({ origin }).warnings).toEqual([]);
});
