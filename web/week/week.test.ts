import { expect, test } from 'vitest';
import { foodOf, plateOf } from '../foods/sample-foods.case.ts';
import { averageOf, sumDay, weekOf } from './week.ts';

const portions = plateOf(foodOf('Oats', { id: '1' }), foodOf('Air'));
const plate = (day: string, isGuest = false) => ({ id: day, name: '', day, portions, isGuest });
const rows = new Map([['1', { fiber_td_g: 10 }]]);

test('weekOf returns the seven days up to today, across months', () => {
  const week = weekOf(
    [plate('2026-03-01'), plate('2026-02-23'), plate('2026-02-22')],
    '2026-03-01',
  );
  expect(week.map(({ day }) => day)).toEqual([
    '2026-02-23',
    '2026-02-24',
    '2026-02-25',
    '2026-02-26',
    '2026-02-27',
    '2026-02-28',
    '2026-03-01',
  ]);
  expect(week.map((day) => day.portions.length)).toEqual([2, 0, 0, 0, 0, 0, 2]);
});

test('weekOf adds up the plates of a day, without those of links', () => {
  const plates = [plate('2026-03-01'), plate('2026-03-01'), plate('2026-03-01', true)];
  expect(weekOf(plates, '2026-03-01').at(-1)?.portions).toHaveLength(4);
});

test('sumDay and averageOf count the known values', () => {
  const [first, , , , , , last] = weekOf([plate('2026-03-01')], '2026-03-01');
  if (first === undefined || last === undefined) throw new Error('A week has seven days.');
  const sums = [sumDay(first, 'fiber_td_g', rows), sumDay(last, 'fiber_td_g', rows)];
  expect(sums.map(({ amount, known }) => [amount, known])).toEqual([
    [null, 0],
    [10, 1],
  ]);
  expect(averageOf(sums)).toBe(10);
  expect(averageOf([sumDay(first, 'kcal', rows)])).toBeNull();
});
