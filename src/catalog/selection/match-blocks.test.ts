import { expect, test } from 'vitest';
import type { AllMatches } from '../../search/all-matches.ts';
import { Work, WorkLimitError } from '../../search/work.ts';
import type { RangeTest } from '../table/column-readers.ts';
import { NumberValuesBuilder } from '../table/number-values.ts';
import { MatchBlocks } from './match-blocks.ts';

const ROWS = 20_000;
const kcalOf = (row: number) => (row * 7) % 100;
const builder = new NumberValuesBuilder();
for (let row = 0; row < ROWS; row++) builder.add(kcalOf(row));
const { values } = builder.build();

// Stored numbers are 1 higher than the values.
const between = (low: number, high: number, except = Number.NaN, isInside = true) => ({
  ...{ values, low: low + 1, high: high + 1, isInside, except: except + 1 },
});

/** Every n-th row, starting with the last. */
function everyRow(step: number, uncountedFrom = Number.POSITIVE_INFINITY) {
  const rowOf = (match: number) => ROWS - 1 - match * step;
  return {
    count: Math.ceil(ROWS / step),
    rowOf,
    positionAt: rowOf,
    readRows: (from: number, count: number, into: Uint32Array) => {
      for (let i = 0; i < count; i++) into[i] = rowOf(from + i);
    },
    uncountedFrom,
  };
}

function visitAll(blocks: MatchBlocks, all: AllMatches, tests: readonly RangeTest[]) {
  const found: (readonly [match: number, row: number, isCounted: boolean])[] = [];
  blocks.visit(all, tests, ({ matches, rows, count, counted }) => {
    for (let i = 0; i < count; i++) found.push([matches[i] ?? -1, rows[i] ?? -1, i < counted]);
  });
  return found.sort(([a], [b]) => a - b);
}

const RANGE = between(20, 59);
const CASES = [
  { tests: [], passes: () => true },
  { tests: [RANGE], passes: (v: number) => v >= 20 && v <= 59 },
  {
    tests: [RANGE, between(0, 99, 33)],
    passes: (v: number) => v >= 20 && v <= 59 && v !== 33,
  },
  { tests: [between(20, 59, Number.NaN, false)], passes: (v: number) => v < 20 || v > 59 },
];

test.each([1, 3, 16, 17, 250])(
  'of every %i-th row, those that pass all tests are visited once',
  (step) => {
    // The second pass uses the results that the first has cached.
    const blocks = new MatchBlocks(ROWS, new Work());
    for (const { tests, passes } of [...CASES, ...CASES]) {
      for (const uncountedFrom of [Number.POSITIVE_INFINITY, 9_000]) {
        const all = everyRow(step, uncountedFrom);
        const expected = Array.from({ length: all.count }, (_, match) => match)
          .map((match) => [match, all.rowOf(match)] as const)
          .filter(([, row]) => passes(kcalOf(row)))
          .map(([match, row]) => [match, row, row < uncountedFrom]);
        // Comparing as text is faster.
        expect(visitAll(blocks, all, tests).join(' ')).toBe(expected.join(' '));
      }
    }
  },
);

test('blocks of 256 matches are visited in strides, so that the first ones are a sample of the table', () => {
  const work = new Work();
  const starts: number[] = [];
  const lengths: number[] = [];
  let [before, total] = [0, 0];
  new MatchBlocks(ROWS, work).visit(everyRow(1), [], ({ matches, count, visited }) => {
    starts.push((matches[0] ?? -1) / 256);
    lengths.push(count);
    total += count;
    expect(visited - before).toBe(count);
    before = visited;
  });
  expect(starts.slice(0, 6)).toEqual([0, 64, 39, 14, 78, 53]);
  expect(new Set(lengths)).toEqual(new Set([256, ROWS % 256]));
  expect(total).toBe(ROWS);
  expect(work.spent).toBe(ROWS);
});

test.each<[why: string, step: number, tests: readonly Partial<typeof RANGE>[], units: number]>([
  ['each match', 1, [], ROWS],
  ['a check of all rows, and each match', 1, [RANGE], ROWS / 4 + ROWS],
  ['one check for equal tests', 1, [RANGE, { ...RANGE }], ROWS / 4 + ROWS],
  ['two checks for different tests', 1, [RANGE, between(0, 99, 33)], ROWS / 2 + ROWS],
  ['a few matches, and a quarter unit to test each', 20, [RANGE], 1_000 + 250],
])('the work counts %s', (_, step, tests, units) => {
  const work = new Work();
  const blocks = new MatchBlocks(ROWS, work);
  const ranges = tests.map((test) => ({ ...RANGE, ...test }));
  blocks.visit(everyRow(step), ranges, () => {});
  expect(work.spent).toBe(units);
});

test('a visit that would exceed the allowance visits nothing', () => {
  const all = everyRow(1);
  const tests = [RANGE];
  const units = all.count * 1.25;
  const work = new Work(units - 1);
  expect(() => new MatchBlocks(ROWS, work).visit(all, tests, () => {})).toThrow(WorkLimitError);
  expect(work.spent).toBe(0);
  const enough = new Work(units);
  new MatchBlocks(ROWS, enough).visit(all, tests, () => {});
  expect(enough.spent).toBe(units);
});
