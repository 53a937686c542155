import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../test/runs.ts';
import { costBetween } from './naive-typos.case.ts';
import { TypoDistance } from './typo-distance.ts';

const text = fc.string({ unit: fc.constantFrom(...'aaehbpszkčxéß'), maxLength: 9 });

test('the cost between words is that of the cheapest edits, and at least 1', () => {
  const distance = new TypoDistance();
  fc.assert(
    fc.property(text, fc.array(text, { maxLength: 20 }), fc.nat(12), (word, others, max) => {
      distance.prepare(word);
      // In sorted order, neighbors with the same prefix reuse rows of the cost table.
      for (const other of [...others, ...others.toSorted()]) {
        const cost = Math.max(1, costBetween(word, other));
        const found = distance.to(other, max);
        expect(Math.min(found, max + 1), `${word} ${other}`).toBe(Math.min(cost, max + 1));
      }
    }),
    { numRuns: runs(30) },
  );
});

test('any letter may be replaced by any other, at a cost that depends on their sounds', () => {
  const distance = new TypoDistance();
  const letters = [...'abcdefghijklmnopqrstuvwxyzčß酪'];
  for (const one of letters) {
    distance.prepare(`m${one}m`);
    const costs = letters.map((other) => distance.to(`m${other}m`, 5));
    expect(costs, one).toEqual(
      letters.map((other) => Math.max(1, costBetween(`m${one}m`, `m${other}m`))),
    );
  }
});

test('words of 48 letters or more are never similar', () => {
  const distance = new TypoDistance();
  const costs = [47, 48].map((length) => {
    distance.prepare('a'.repeat(length));
    return distance.to('a'.repeat(length), 5);
  });
  expect(costs).toEqual([1, 6]);
});
