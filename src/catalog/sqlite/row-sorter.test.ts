import { expect, test } from 'vitest';
import { RowSorter } from './row-sorter.ts';

test('rows are grouped by ascending keys, and keep their order within a group', () => {
  const sorter = new RowSorter(2);
  expect([...sorter.groups()]).toEqual([]);
  sorter.add(10, ['a', 1]);
  sorter.add(-2, [null, 7n]);
  sorter.add(10, ['A', 1.5]);
  sorter.add(9, ['b', 2]);
  sorter.add(10, ['', 0]);
  expect([...sorter.groups()]).toEqual([
    { key: -2, rows: [[null, 7]] },
    { key: 9, rows: [['b', 2]] },
    {
      key: 10,
      rows: [
        ['a', 1],
        ['A', 1.5],
        ['', 0],
      ],
    },
  ]);
  sorter.close();
  expect(() => sorter.add(1, ['a', 1])).toThrow();
});
