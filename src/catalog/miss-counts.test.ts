import { expect, test } from 'vitest';
import { MissCounts } from './miss-counts.ts';

function counting(texts: Iterable<string>): MissCounts {
  const misses = new MissCounts();
  for (const text of texts) misses.add(text);
  return misses;
}

test('MissCounts counts folded queries, and lists the most frequent first', () => {
  const misses = counting(['Tofú', 'seitan', ' TOFU ', 'b', 'a', 'tofu', '\u0301', 'seitan']);
  expect(misses.summary).toEqual({
    total: 8,
    texts: [
      { text: 'tofu', count: 3 },
      { text: 'seitan', count: 2 },
      { text: 'a', count: 1 },
      { text: 'b', count: 1 },
    ],
  });
});

test('MissCounts does not keep long queries', () => {
  const misses = counting(['x'.repeat(100), 'x'.repeat(101)]);
  expect(misses.summary).toEqual({ total: 2, texts: [{ text: 'x'.repeat(100), count: 1 }] });
});

test('MissCounts stays bounded, and keeps repeated queries', () => {
  const misses = new MissCounts();
  for (let i = 0; i < 20_000; i++) {
    misses.add(`random ${i}`);
    if (i % 500 === 0) misses.add('tofu');
  }
  const { total, texts } = misses.summary;
  expect(total).toBe(20_040);
  expect(texts).toHaveLength(1_000);
  expect(texts[0]).toEqual({ text: 'tofu', count: 40 });
});

test('MissCounts adds the counts of another MissCounts', () => {
  const sum = counting(['tofu', 'seitan']);
  sum.addAll(counting(['tofu', 'tempeh', 'x'.repeat(101)]).summary);
  sum.addAll(new MissCounts().summary);
  expect(sum.summary).toEqual({
    total: 5,
    texts: [
      { text: 'tofu', count: 2 },
      { text: 'seitan', count: 1 },
      { text: 'tempeh', count: 1 },
    ],
  });
});
