import { expect, test } from 'vitest';
import { foodOf, plateOf } from '../foods/sample-foods.case.ts';
import { addPlate, newSavedData } from '../storage/saved-data.ts';
import { noticeText } from './toast.tsx';

const lunch = { name: 'Lunch', day: '2001-11-23', portions: [] };
const before = addPlate(addPlate(newSavedData('2001-11-22'), lunch), lunch);
const [second] = before.plates;

test.each([
  ['moved', 'Moved to Friday, Nov 23, 2001'],
  ['copied', 'Copied to Friday, Nov 23, 2001'],
  ['deleted', 'Deleted Lunch (2)'],
  ['dropped', 'There is no room for more plates: Lunch (2), the oldest, was deleted'],
] as const)('the toast says which plate was %s, or to which day', (kind, text) => {
  if (second === undefined) throw new Error('There are three plates.');
  const after = { ...before, plates: before.plates.slice(1) };
  expect(noticeText({ about: { kind, plate: second }, undo: { before, after } })).toBe(text);
});

test('a name in Hebrew is isolated from the number after it', () => {
  const [from] = plateOf(foodOf('חלב'));
  if (from === undefined) throw new Error('There is one row.');
  expect(noticeText({ about: { kind: 'changed', from, to: from } })).toBe('\u2068חלב\u2069: 100 g');
});
