import { expect, test } from 'vitest';
import { createCorsPolicy, explainOrigin } from '../index.ts';
import { TimeBudget } from './time-budget.ts';
import { createLimitedTest, type LimitedTest } from './time-limit.ts';

/** Doubles its work with every letter: the hostile origin would take it longer than the earth has. */
const slow = /^https:\/\/(?!b)(a+)+$/g;
const hostile = (n: number) => `https://${'a'.repeat(60)}.b${n}`;

test('createLimitedTest matches as the expression does, again and again', () => {
  const matches = createLimitedTest(slow);
  const verdicts = ['https://aaa', 'https://aaa', 'https://b'].map((each) => matches?.(each, 50));
  expect(verdicts).toEqual([true, true, false]);
});

test('createLimitedTest gives up when the time is over', () => {
  expect(createLimitedTest(slow)?.(hostile(1), 5)).toBe('timed-out');
});

/** A budget whose clock moves by the milliseconds that an origin names: `https://7.test` takes 7. */
function simulate() {
  let nowMs = 0;
  const asked: string[] = [];
  const test: LimitedTest = (origin, timeoutMs) => {
    asked.push(origin);
    const tookMs = Number(/\d+/.exec(origin)?.[0] ?? 0);
    nowMs += Math.min(tookMs, timeoutMs);
    return tookMs > timeoutMs ? 'timed-out' : origin.includes('good');
  };
  const budget = new TimeBudget(() => nowMs);
  const wait = (ms: number) => {
    nowMs += ms;
  };
  return { budget, verdict: budget.limit(test).verdict, asked, wait };
}

test('a time budget remembers what was decided, and asks once', () => {
  const { verdict, asked } = simulate();
  expect(['good', 'good', 'bad', 'bad'].map(verdict)).toEqual([true, true, false, false]);
  expect(asked).toEqual(['good', 'bad']);
});

test('a time budget tries an origin that timed out again after a minute', () => {
  const { verdict, asked, wait } = simulate();
  expect([verdict('60'), verdict('60')]).toEqual(['timed-out', 'timed-out']);
  expect(asked).toHaveLength(1);
  wait(60_000);
  verdict('60');
  expect(asked).toHaveLength(2);
});

test('a time budget that is used up tries one new origin a second, and keeps what was decided', () => {
  const { verdict, budget, asked, wait } = simulate();
  expect(verdict('good')).toBe(true);
  for (let n = 0; n < 30; n++) verdict(`https://9${n}.test`);
  // Ten would use up half a second, if nothing came back in the meantime.
  expect(budget.counts).toEqual({ timedOut: 11, notTried: 19 });
  expect(verdict('good')).toBe(true);
  expect(verdict('another good')).toBe('not-tried');
  wait(1_000);
  expect(verdict('another good')).toBe(true);
  expect(verdict('a third, good')).toBe('not-tried');
  expect(asked).toHaveLength(13);
});

test('a time budget comes back, and costs usual origins nothing', () => {
  const { verdict, budget, wait } = simulate();
  for (let n = 0; n < 10; n++) verdict(`https://9${n}.test`);
  wait(20_000);
  for (let n = 0; n < 1_000; n++) expect(verdict(`good ${n % 3}.${n}`)).toBe(true);
  expect(budget.counts.notTried).toBe(0);
});

test('a policy with an expression that can run forever warns, serves, and refuses what would keep it busy', () => {
  const policy = createCorsPolicy({ origin: ['https://app.example', slow] });
  expect(policy.warnings.map(({ code }) => code)).toContain('regexp-time-limited');
  expect(policy.decide('https://aaa')).toEqual({ kind: 'allowed', origin: 'https://aaa' });
  expect(policy.decide(hostile(1))).toEqual({ kind: 'refused' });
});

test('a policy counts what the time limit refused, and explains it', () => {
  const policy = createCorsPolicy({ origin: slow });
  policy.decide(hostile(1));
  expect(policy.timeLimitCounts()).toEqual({ timedOut: 1, notTried: 0 });
  const { reason, message } = policy.explainRefusal(hostile(1));
  expect(reason).toBe('time-limit');
  expect(message).toContain('took too long to match it');
});

test('an expression that can run forever is explained without being kept busy', async () => {
  expect(await explainOrigin(slow, hostile(1))).toMatchObject({
    allowed: false,
    reason: 'time-limit',
  });
});

test('made-up origins do not make a policy forget those it allowed', () => {
  const { verdict, asked } = simulate();
  verdict('good');
  for (let n = 0; n < 1_500; n++) verdict(`bad ${n % 2}x${n}`);
  expect(verdict('good')).toBe(true);
  expect(asked.filter((origin) => origin === 'good')).toHaveLength(1);
});
