import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SeenTexts } from './seen-texts.ts';

test('SeenTexts finds exactly the repeats, like a set', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 3 }), { maxLength: 5000 }), (texts) => {
      const [seen, set] = [new SeenTexts(), new Set<string>()];
      for (const text of texts) {
        expect(seen.has(text)).toBe(set.has(text));
        expect(seen.add(text)).toBe(set.has(text));
        set.add(text);
      }
      expect(seen.size).toBe(set.size);
    }),
    { numRuns: 20 },
  );
});

test('SeenTexts tells 100,000 similar strings apart', () => {
  const seen = new SeenTexts();
  const repeats = Array.from({ length: 100_000 }, (_, i) => seen.add(String(i)));
  expect(repeats.filter(Boolean)).toEqual([]);
  const known = Array.from({ length: 1_000 }, (_, i) => seen.has(String(i * 100)));
  expect(known.filter((is) => !is)).toEqual([]);
});
