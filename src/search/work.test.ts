import { expect, test } from 'vitest';
import { Work, WorkLimitError } from './work.ts';

test('spend ends a search only beyond its allowance', () => {
  const work = new Work(10);
  work.spend(4);
  work.spend(6);
  expect(work.spent).toBe(10);
  expect(() => work.spend(1)).toThrow(WorkLimitError);
});

test('expect ends a search whose next step is too long, and counts nothing', () => {
  const work = new Work(10);
  work.expect(10);
  expect(() => work.expect(11)).toThrow(WorkLimitError);
  expect(work.spent).toBe(0);
});

test('reset starts counting from zero', () => {
  const work = new Work(10);
  work.spend(9);
  work.reset();
  expect(work.spent).toBe(0);
  work.spend(9);
  expect(work.spent).toBe(9);
});

test('allowance changes from the next search on', () => {
  const work = new Work(10);
  work.allowance = 20;
  expect(() => work.spend(11)).toThrow(WorkLimitError);
  work.reset();
  work.spend(20);
  expect(() => work.spend(1)).toThrow(WorkLimitError);
});

test('spend asks whether to continue whenever an allowance is used up', () => {
  let asked = 0;
  const work = new Work(10, () => {
    asked++;
  });
  for (let i = 0; i < 100; i++) work.spend(1);
  expect([asked, work.spent]).toEqual([9, 100]);
  work.spend(25);
  expect(work.spent).toBe(125);
});

test('spend never ends a search without an allowance', () => {
  const work = new Work();
  for (let i = 0; i < 4; i++) work.spend(2 ** 30);
  expect(work.spent).toBe(2 ** 32);
});
