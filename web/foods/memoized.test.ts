import { expect, test } from 'vitest';
import { memoized } from './memoized.ts';

test('the last result is kept while its inputs are the same', () => {
  const made: string[] = [];
  const make = memoized(
    ({ name, size }: { readonly name: string; readonly size: number; readonly color: string }) => {
      made.push(`${name} ${size}`);
      return { name };
    },
    ({ name, size }) => [name, size],
  );
  const first = make({ name: 'a', size: 1, color: 'red' });
  expect(make({ name: 'a', size: 1, color: 'blue' })).toBe(first);
  make({ name: 'a', size: 2, color: 'red' });
  make({ name: 'b', size: 2, color: 'red' });
  expect(make({ name: 'a', size: 1, color: 'red' })).not.toBe(first);
  expect(made).toEqual(['a 1', 'a 2', 'b 2', 'a 1']);
});
