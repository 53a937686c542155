import { describe, expect, test } from 'vitest';
import { type Circumstances, conclude } from './conclude.ts';
import { EXPERIMENTS, type Experiment, type Outcome } from './experiments.ts';

const ALLOWED: Circumstances = {
  isSameOrigin: false,
  isReachable: true,
  isAllowed: true,
  allowOrigin: 'http://localhost:3000',
};
const BLOCKED = { ...ALLOWED, isAllowed: false, allowOrigin: undefined };
const DOWN = { ...BLOCKED, isReachable: false };
const OPEN = { ...ALLOWED, allowOrigin: '*' };

const answer: Outcome = { kind: 'answer', type: 'cors', status: 200, headers: [], body: '[]' };
const error: Outcome = { kind: 'error', message: 'TypeError: Failed to fetch' };

const cases: [Experiment['id'], string, Circumstances, Outcome, string, (number | string)[]][] = [
  ['cors', 'allowed', ALLOWED, answer, 'read', [3, 4, 5]],
  ['cors', 'allowed by *', OPEN, answer, 'read', [3, 4, 5, 7]],
  ['cors', 'not allowed', BLOCKED, error, 'blocked', [3, 4, 5, 6]],
  ['cors', 'down', DOWN, error, 'unreachable', []],
  ['header', 'allowed', ALLOWED, answer, 'read', [3, 4, 5]],
  ['header', 'allowed but for the header', ALLOWED, error, 'blocked', [3, 4]],
  ['header', 'not allowed', BLOCKED, error, 'blocked', [3, 4, 5, 6]],
  ['no-cors', 'allowed', ALLOWED, answer, 'opaque', ['no-cors', 2]],
  ['no-cors', 'not allowed', BLOCKED, answer, 'opaque', ['no-cors', 2]],
  ['no-cors', 'down', DOWN, error, 'unreachable', []],
  ['same-origin', 'allowed', ALLOWED, error, 'refused', [1, 2, 'same-origin']],
  ['same-origin', 'down', DOWN, error, 'refused', [1, 2, 'same-origin']],
];

describe('conclude', () => {
  test.each(cases)('mode %s, %s', (id, _, circumstances, seen, verdict, rules) => {
    const experiment = EXPERIMENTS.find((candidate) => candidate.id === id);
    if (experiment === undefined) throw new Error(id);
    expect(conclude(experiment, seen, circumstances)).toMatchObject({ verdict, rules });
  });

  test.each([
    ['http://localhost:3000', 'Found that origin in Access-Control-Allow-Origin.'],
    ['*', 'Found * in Access-Control-Allow-Origin.'],
    // Without a server that replays the search, the lab cannot tell these two values apart.
    [undefined, 'Found that origin, or *, in Access-Control-Allow-Origin.'],
  ])('says only what is known about Access-Control-Allow-Origin %j', (allowOrigin, step) => {
    const [plain] = EXPERIMENTS;
    if (plain === undefined) throw new Error('no experiment');
    expect(conclude(plain, answer, { ...ALLOWED, allowOrigin }).steps[1]).toBe(step);
  });

  test.each(EXPERIMENTS)('$id: a response from the same origin can be read', (experiment) => {
    const here = { ...ALLOWED, isSameOrigin: true };
    expect(conclude(experiment, answer, here)).toMatchObject({ verdict: 'read', rules: [1, 2] });
  });
});
