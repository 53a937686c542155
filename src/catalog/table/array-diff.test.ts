import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyDiff, diffArrays, type Integers } from './array-diff.ts';

function restored(before: Integers, after: Integers): Integers | undefined {
  const changes = diffArrays(before, after);
  if (changes === undefined) return undefined;
  const { length } = changes;
  const copy = after instanceof Uint8Array ? new Uint8Array(length) : new Uint32Array(length);
  applyDiff(before, changes, copy);
  return copy;
}

const EDIT = fc.record({
  at: fc.nat(400),
  removed: fc.nat(20),
  added: fc.array(fc.nat(300), { maxLength: 20 }),
  sum: fc.integer({ min: -3, max: 3 }),
});

test.each([Uint8Array, Uint32Array])('any edits of a %o are restored', (Type) => {
  fc.assert(
    fc.property(fc.array(fc.nat(300), { maxLength: 400 }), fc.array(EDIT), (numbers, edits) => {
      const edited = edits.reduce((all, { at, removed, added, sum }) => {
        const rest = all.slice(at + removed).map((number) => number + sum);
        return [...all.slice(0, at), ...added, ...rest];
      }, numbers);
      const after = Type.from(edited);
      expect(restored(Type.from(numbers), after) ?? after).toEqual(after);
    }),
    { numRuns: 50 },
  );
});

test('an inserted word takes little space, and so do the offsets after it', () => {
  const text = Buffer.from('egg, whole, raw; '.repeat(500));
  const after = Buffer.concat([text.subarray(0, 4000), Buffer.from('fresh '), text.subarray(4000)]);
  const changes = diffArrays(new Uint8Array(text), new Uint8Array(after));
  expect(changes?.added.length).toBeLessThan(40);
  const starts = Uint32Array.from({ length: 1000 }, (_, i) => i * i);
  const moved = starts.map((start, i) => start + (i > 500 ? 6 : 0));
  expect(diffArrays(starts, moved)?.runs).toEqual(Uint32Array.from([0, 0, 501, 0, 0, 0, 499, 6]));
});

test('word numbers take little space if new words shift them', () => {
  const random = fc.sample(fc.nat(400), { numRuns: 4000, seed: 1 });
  const numbers = Uint32Array.from(random);
  const renumbered = numbers.map((number) => number + (number > 50 ? 2 : number > 9 ? 1 : 0));
  const after = Uint32Array.from([7, 10, ...renumbered]);
  expect(diffArrays(numbers, after)?.shifts).toEqual(Uint32Array.from([10, 1, 51, 2]));
  const once = Uint32Array.from({ length: 1000 }, (_, i) => (i * 7) % 1000);
  const later = once.map((number) => number + (number > 500 ? 1 : 0));
  expect(diffArrays(once, later)?.shifts).toEqual(Uint32Array.from([501, 1]));
  const moved = Uint32Array.from([...random.slice(2000), ...random.slice(0, 2000)]);
  for (const changed of [after, moved]) {
    const changes = diffArrays(numbers, changed);
    expect(changes?.added.length).toBeLessThan(300);
    expect(restored(numbers, changed)).toEqual(changed);
  }
});

test.each([
  ['read beyond the old array', [], [0, 0, 9, 0]],
  ['write beyond the new one', [], [0, 0, 8, 1, 0, 2 ** 32 - 8, 8, 1]],
  ['shift values that the old array cannot have', [2 ** 27, 1], []],
])('changes that %s are an error', (_, shifts, runs) => {
  const numbers = { shifts: Uint32Array.from(shifts), runs: Uint32Array.from(runs) };
  const changes = { ...numbers, length: 9, added: new Uint8Array() };
  const after = new Uint8Array(9);
  expect(() => applyDiff(new Uint8Array(8), changes, after)).toThrow(RangeError);
  // Stops before the first element that does not fit.
  expect(after.at(8)).toBe(0);
});
