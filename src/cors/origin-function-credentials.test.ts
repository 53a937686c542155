import { expect, test } from 'vitest';
import { createCorsPolicy, type OriginDecision } from './index.ts';
import { A, B } from './policy.case.ts';

const plain = 'http://a.example';
test.each<[OriginDecision, string | undefined, boolean]>([
  [true, A, true],
  [A, A, true],
  [B, A, false],
  [[A, B], A, true],
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
  [true, undefined, false],
])('an answer of %s to %s: a grant is %s', async (decision, asking, isGranted) => {
  const policy = createCorsPolicy({ origin: () => decision, credentials: true });
  const made = await policy.decide(asking);
  expect(made.kind).toBe(isGranted ? 'allowed' : 'refused');
  const isJudged = !isGranted && asking !== undefined && decision !== B;
  if (isJudged) expect(made).toHaveProperty('note', expect.stringMatching(/grants nothing/));
  const open = createCorsPolicy({ origin: () => decision });
  expect((await open.decide(asking)).kind).not.toBe(isGranted ? 'refused' : undefined);
});

test('an answer that changes while it is judged grants nothing extra', async () => {
  const changing = () => {
    let reads = 0;
    return Object.defineProperty([B], 0, { get: () => (reads++ === 0 ? B : '*') });
  };
  const policy = createCorsPolicy({ origin: changing, credentials: true });
  expect((await policy.decide(A)).kind).toBe('refused');
});

test('a function cannot be proved safe: a warning with credentials', () => {
  const origin = () => true;
  const codes = createCorsPolicy({ origin, credentials: true }).warnings.map(({ code }) => code);
  expect(codes).toEqual(['function-not-proved']);
  expect(createCorsPolicy({ origin }).warnings).toEqual([]);
});
