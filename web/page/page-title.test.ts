import { expect, test } from 'vitest';
import { foodOf } from '../foods/sample-foods.case.ts';
import { newSavedData } from '../storage/saved-data.ts';
import { readFragment } from './address.ts';
import { newPageState } from './page-state.ts';
import { subjectOf } from './page-title.ts';

const column = {
  name: 'sodium_mg',
  title: 'Sodium',
  unit: 'mg',
  infoods: 'NA',
  daily_value: null,
  key: false,
};

test.each([
  ['', ''],
  ['q=milk', 'milk'],
  ['group=Fats+and+Oils', 'Fats & oils'],
  ['q=milk&group=Fats+and+Oils', 'milk'],
  ['food=1', 'Milk'],
  ['food=9', ''],
  ['compare=1,9,2', 'Milk · Rye'],
  ['week=sodium_mg', 'Sodium'],
  ['week=nothing', 'Energy'],
])('the title for the fragment %j is %j', (fragment, expected) => {
  const { view } = readFragment(fragment);
  const state = newPageState(view, newSavedData('2026-11-22'), '2026-11-22');
  const everyday = [foodOf('Milk', { id: '1' }), foodOf('Rye', { id: '2' })];
  const schema = { columns: [column], key: 'id', licenses: [] };
  expect(subjectOf({ ...state, everyday, schema })).toBe(expected);
});
