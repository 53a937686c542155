import { expect, test } from 'vitest';
import type { EncodedAnswer } from '../food-catalog.ts';
import { RecentAnswers } from './recent-answers.ts';

const KIB = 1024;

function answerOf(length: number): EncodedAnswer {
  return { body: new Uint8Array(length) };
}

test('get gives what was added', () => {
  const answers = new RecentAnswers(4 * KIB);
  const egg = answerOf(3);
  answers.add('egg', egg);
  expect(answers.get('egg')).toBe(egg);
  expect(answers.get('milk')).toBeUndefined();
});

test('add lets the answer go that was not asked for longest', () => {
  const answers = new RecentAnswers(4 * KIB);
  for (const key of ['a', 'b', 'c']) answers.add(key, answerOf(KIB));
  answers.get('a');
  answers.add('d', answerOf(KIB));
  expect(['a', 'b', 'c', 'd'].map((key) => answers.get(key) !== undefined)).toEqual([
    ...[true, false, true, true],
  ]);
});

test('add counts long queries, and never keeps more than it may', () => {
  const answers = new RecentAnswers(4 * KIB);
  answers.add('egg', answerOf(3));
  answers.add('x'.repeat(2 * KIB), answerOf(2));
  expect(answers.get('egg')).toBeUndefined();
  expect(answers.get('x'.repeat(2 * KIB))).toBeUndefined();
});
