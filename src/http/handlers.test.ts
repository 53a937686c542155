import { expect, test } from 'vitest';
import { describeField } from './handlers.ts';

test('known fields are described, and others have only their names', () => {
  expect(describeField('iron_mg')).toEqual({
    name: 'iron_mg',
    title: 'Iron',
    unit: 'mg',
    infoods: 'FE',
    daily_value: 18,
  });
  const unknown = { unit: null, infoods: null, daily_value: null };
  expect(describeField('fat_known')).toEqual({
    name: 'fat_known',
    title: 'Known fatty acid fractions, out of 3',
    ...unknown,
  });
  expect(describeField('shelf')).toEqual({ name: 'shelf', title: 'shelf', ...unknown });
});
