import { expect, test } from 'vitest';
import { foodOf } from '../foods/sample-foods.case.ts';
import { AmountEditor } from './amount-editor.tsx';
import { rendered } from './render.case.ts';

const MILK = foodOf('Milk', {
  measures: [
    { count: 1, name: 'cup', grams: 240 },
    { count: 2, name: 'tbsp', grams: 30 },
  ],
});

/** Edits an amount of milk, and records what happens. */
function edited(count: number, unit: string, grams: number) {
  const done: string[] = [];
  const view = rendered(
    <AmountEditor
      food={MILK}
      amount={{ count, unit: { name: unit, grams } }}
      onAmount={(amount) => void done.push(`${amount.count} ${amount.unit.name}`)}
      onSearch={(text) => void done.push(`search ${text}`)}
      onDone={() => void done.push('done')}
    />,
  );
  const [[input], [select]] = [view.all('input'), view.all('select')];
  if (input === undefined || select === undefined) throw new Error('A field is missing.');
  const type = (text: string) => input.fire('input', { currentTarget: { value: text } });
  const press = (key: string, more = {}) =>
    input.fire('keydown', { key, ...more, preventDefault: () => void done.push('prevented') });
  const choose = (value: string) => select.fire('change', { currentTarget: { value } });
  return { done, view, input, select, type, press, choose };
}

test.each([
  ['2', 'Enter', {}, ['2 cup', 'prevented', 'done']],
  ['1', 'Enter', {}, ['prevented', 'done']],
  ['3 tbsp', 'Enter', {}, ['3 tbsp', 'prevented', 'done']],
  ['2', 'Escape', {}, ['prevented', 'done']],
  ['2', 'a', {}, []],
  ['x', 'Enter', {}, []],
  ['2', 'Enter', { isComposing: true }, []],
  ['2', 'Enter', { ctrlKey: true }, []],
  ['2', 'Enter', { metaKey: true }, []],
  ['2', 'Escape', { altKey: true }, []],
])('typing %j and pressing %s %j does %j', (text, key, more, expected) => {
  const { done, type, press } = edited(1, 'cup', 240);
  type(text);
  press(key, more);
  expect(done).toEqual(expected);
});

test('an amount is applied on blur too, and only if it was changed', () => {
  const { done, input, type } = edited(1, 'cup', 240);
  input.fire('blur');
  type('3');
  expect(done).toEqual([]);
  input.fire('blur');
  expect(done).toEqual(['3 cup']);
});

test('text that is not an amount causes a message, and can be searched for', () => {
  const { done, view, input, type, press } = edited(1, 'cup', 240);
  expect(input.shown.get('aria-invalid')).toBe('false');
  type('99999999');
  press('Enter');
  const isDescribed = () => {
    const id = input.shown.get('aria-describedby');
    return id !== undefined && view.all('span').some(({ shown }) => shown.get('id') === id);
  };
  expect(input.shown.get('aria-invalid')).toBe('true');
  expect([isDescribed(), view.all('button').length]).toEqual([true, 0]);
  expect(view.text).toMatch(/from 0 to 41, .* Still counted as 1\. $/);
  type(' oats ');
  view.all('button')[0]?.fire('click');
  expect(view.all('button')[0]?.text).toBe('Search for “oats”');
  press('Escape');
  expect([isDescribed(), view.all('button').length]).toEqual([false, 0]);
  expect(done).toEqual(['search oats', 'prevented', 'done']);
});

test.each([
  [2, 'cup', 240, 'tbsp', ['2 tbsp']],
  [2, 'cup', 240, 'g', ['480 g']],
  [2, 'cup', 240, 'oz', ['16.93 oz']],
  [2, 'cup', 240, 'ml', ['473.18 ml']],
  [480, 'g', 1, 'cup', ['1 cup']],
  [500, 'ml', 1.01, 'tbsp', ['1 tbsp']],
  [6000, 'tbsp', 15, 'cup', ['1 cup']],
  [2, 'cup', 240, 'mile', []],
])('%d of %s (%d g) in %s is %j', (count, unit, grams, next, expected) => {
  const { done, choose } = edited(count, unit, grams);
  choose(next);
  expect(done).toEqual(expected);
});

test('the menu has the units of the food, and the unit of the amount', () => {
  const { select } = edited(1, 'jar', 300);
  expect(select.all('option').map(({ text }) => text)).toEqual([
    ...['jar · 300 g', 'cup · 240 g', 'tbsp · 15 g', 'g', 'oz', 'ml'],
  ]);
  expect(edited(1, 'cup', 240).select.all('option')).toHaveLength(5);
});
