import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../test/runs.ts';
import { numberAt } from './flat-arrays.ts';
import {
  ANYWHERE,
  type Anchors,
  AT_START,
  isSelective,
  type Terms,
  visitAllTermsContaining,
  visitTermsContaining,
  WHOLE,
} from './gram-index.ts';
import { MAX_FOODS } from './limits.ts';
import { buildGramIndex } from './term-index-builder.ts';
import { Work } from './work.ts';

const encoder = new TextEncoder();

/** Indexes terms with these first ranks, by default 0, 1, 2 …. */
function indexOf(texts: readonly string[], ranks = texts.map((_, i) => i)) {
  const parts = texts.map((text) => encoder.encode(text));
  const starts = new Uint32Array(parts.length + 1);
  parts.forEach(({ length }, i) => {
    starts[i + 1] = numberAt(starts, i) + length;
  });
  const bytes = new Uint8Array(Buffer.concat(parts));
  const terms: Terms = { bytes, starts, firstRanks: Uint32Array.from(ranks) };
  return { ...terms, grams: buildGramIndex(terms) };
}

function holding(index: ReturnType<typeof indexOf>, text: string, anchors: Anchors): number[] {
  const found: number[] = [];
  visitTermsContaining(
    index,
    encoder.encode(text),
    anchors,
    new Work(),
    (term) => found.push(term) > 0,
  );
  return found;
}

function allHolding(index: ReturnType<typeof indexOf>, text: string, anchors: Anchors) {
  const found = new Set<number>();
  visitAllTermsContaining(index, encoder.encode(text), anchors, new Work(), (term) => {
    found.add(term);
  });
  return found;
}

const AT_END: Anchors = { atStart: false, atEnd: true };

test('visitTermsContaining finds the terms of a small table', () => {
  const index = indexOf(['egg', 'eggplant', 'veggie', 'leg', 'eel']);
  expect(holding(index, 'eg', AT_START)).toEqual([0, 1]);
  expect(holding(index, 'eggp', ANYWHERE)).toEqual([1]);
  expect(holding(index, 'egg', ANYWHERE)).toEqual([0, 1, 2]);
  expect(holding(index, 'g', AT_END)).toEqual([0, 3]);
  expect(holding(index, 'egg', WHOLE)).toEqual([0]);
  expect(holding(index, 'eggg', ANYWHERE)).toEqual([]);
  expect(holding(index, '', ANYWHERE)).toEqual([]);
});

test('visitTermsContaining finds the same as a scan of all terms, for any terms and text', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '酪', '\u0000'), maxLength: 5 });
  fc.assert(
    fc.property(
      fc.uniqueArray(text, { maxLength: 60 }),
      text.filter((one) => one !== ''),
      fc.boolean(),
      fc.boolean(),
      (texts, wanted, atStart, atEnd) => {
        const holds = (term: string) =>
          atStart && atEnd
            ? term === wanted
            : atStart
              ? term.startsWith(wanted)
              : atEnd
                ? term.endsWith(wanted)
                : term.includes(wanted);
        const expected = texts.flatMap((term, i) => (holds(term) ? [i] : []));
        const index = indexOf(texts);
        expect(holding(index, wanted, { atStart, atEnd })).toEqual(expected);
        expect(allHolding(index, wanted, { atStart, atEnd })).toEqual(new Set(expected));
      },
    ),
    { numRuns: runs(250) },
  );
});

test('a search for a short text stops after enough ranks, unless all terms are requested', () => {
  const texts = Array.from({ length: 1_000 }, (_, i) => `x${i}e`);
  // Ten terms per rank.
  const index = indexOf(
    texts,
    texts.map((_, i) => Math.floor(i / 10)),
  );
  expect(holding(index, 'x', ANYWHERE)).toHaveLength(1_000);
  const sparse = indexOf(texts);
  expect(isSelective(encoder.encode('x'), ANYWHERE)).toBe(false);
  expect(holding(sparse, 'x', ANYWHERE)).toHaveLength(2 * MAX_FOODS);
  expect(holding(sparse, 'e', AT_END)).toHaveLength(2 * MAX_FOODS);
  expect(holding(sparse, 'x', AT_START)).toHaveLength(1_000);
  expect(allHolding(sparse, 'x', ANYWHERE).size).toBe(1_000);
});

test('visitTermsContaining stops when asked to', () => {
  const visited: number[] = [];
  const index = indexOf(['egg', 'eggs', 'eggplant']);
  visitTermsContaining(
    index,
    encoder.encode('egg'),
    ANYWHERE,
    new Work(),
    (term) => visited.push(term) < 2,
  );
  expect(visited).toEqual([0, 1]);
});
