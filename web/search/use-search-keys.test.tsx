import { expect, test } from 'vitest';
import { foodOf } from '../foods/sample-foods.case.ts';
import { portionsOf } from '../page/page-state.ts';
import { FAKE_DOCUMENT } from '../parts/render.case.ts';
import { MILK, SALT, SHAKE, searched } from './searched.case.tsx';

/** Presses keys after an answer with three foods, and tells which row is active. */
async function pressed(...keys: readonly (string | [string, object])[]) {
  const shown = await searched('q=milk');
  await shown.find([MILK, SALT, SHAKE]);
  const handled = keys.map((key) => (typeof key === 'string' ? shown.key(key) : shown.key(...key)));
  return { ...shown, handled, active: shown.store.state.activeIndex };
}

test.each<[keys: (string | [string, object])[], active: number, handled: boolean]>([
  [[], 0, true],
  [['ArrowDown'], 1, true],
  [['ArrowDown', 'ArrowDown', 'ArrowDown'], 2, true],
  [['ArrowDown', 'ArrowUp'], 0, true],
  [['ArrowUp', 'ArrowUp'], -1, true],
  [['a'], 0, false],
  [[['ArrowDown', { isComposing: true }]], 0, false],
  [[['ArrowDown', { ctrlKey: true }]], 0, false],
  [[['ArrowDown', { metaKey: true }]], 0, false],
])('the keys %j lead to row %i; handled: %s', async (keys, active, isHandled) => {
  const { handled, active: row } = await pressed(...keys);
  expect([row, handled.every((one) => one === isHandled)]).toEqual([active, true]);
});

test('after another letter, the arrow key starts at the first row again', async () => {
  const { store, key } = await pressed('ArrowDown');
  store.dispatch({ kind: 'type', text: 'milks' });
  key('ArrowDown');
  expect(store.state.activeIndex).toBe(0);
});

test('the active row is scrolled into view, and read out from the box', async () => {
  const { box } = await pressed('ArrowDown');
  expect(box.shown.get('aria-activedescendant')).toBe('results-1');
  expect(FAKE_DOCUMENT.scrolledTo?.shown.get('id')).toBe('results-1');
});

test('Enter adds the food, and selects the text', async () => {
  const { store, focused } = await pressed('ArrowDown', 'Enter');
  expect(portionsOf(store.state).map(({ food }) => food)).toEqual([SALT]);
  expect(focused()).toEqual(['Search foods', 'Search foods']);
});

test('Shift+Enter shows the food', async () => {
  const { store } = await pressed(['Enter', { shiftKey: true }]);
  expect(store.state.view).toEqual({ kind: 'food', id: '1' });
  expect(portionsOf(store.state)).toEqual([]);
});

test('Alt+Enter chooses a food to compare if it has a key; with a second one, it opens the comparison', async () => {
  const compare: [string, object] = ['Enter', { altKey: true }];
  const first = await pressed('ArrowDown', 'ArrowDown', compare, 'ArrowUp', compare);
  expect([first.store.state.tray, first.store.state.view.kind]).toEqual([[SALT], 'search']);
  first.key('ArrowUp');
  first.key(...compare);
  expect(first.store.state.view).toEqual({ kind: 'compare', ids: ['2', '1'] });
});

test('Escape and the button clear the box', async () => {
  const { store, press, view, focused } = await pressed('Escape');
  expect(store.state.criteria.query).toBe('');
  expect(view.all('button').map(({ text }) => text)).not.toContain('×');
  store.dispatch({ kind: 'type', text: 'milk' });
  FAKE_DOCUMENT.activeElement = null;
  press('Clear the search');
  expect([store.state.criteria.query, focused()[0]]).toEqual(['', 'Search foods']);
});

test('a new answer is shown from its top while the box has the focus', async () => {
  const { find, scrolls } = await pressed();
  const before = scrolls.length;
  await find([SALT]);
  FAKE_DOCUMENT.activeElement = null;
  await find([MILK]);
  expect([before, scrolls.at(-1), scrolls.length]).toEqual([2, { top: 0 }, 3]);
});

test.each([
  ['q=milk', ['Search foods', undefined]],
  ['food=1', [undefined, undefined]],
])('at %s, the focus and selection are %j at first', async (at, expected) => {
  expect((await searched(at)).focused()).toEqual(expected);
});

test('after a food was added, a tap selects the text, and the next tap sets the caret', async () => {
  const { box, store, focused } = await pressed();
  const tap = () => {
    FAKE_DOCUMENT.selected = null;
    box.fire('focus');
    box.fire('click');
    return focused()[1];
  };
  const before = tap();
  store.dispatch({ kind: 'compare', food: MILK });
  const first = tap();
  FAKE_DOCUMENT.selected = null;
  box.fire('click');
  expect([before, first, focused()[1]]).toEqual([undefined, 'Search foods', undefined]);
});

test('several pasted lines become a meal; typed text and a single line are searched for', async () => {
  const { box, store } = await pressed();
  const paste = (text: string) => {
    let isHandled = false;
    box.fire('paste', {
      clipboardData: { getData: (type: string) => (type === 'text/plain' ? text : '') },
      preventDefault: () => {
        isHandled = true;
      },
    });
    return [isHandled, store.state.criteria.query];
  };
  expect(paste('2 eggs')).toEqual([false, 'milk']);
  expect(paste('2 eggs\n\n1 slice toast')).toEqual([true, '2 eggs; 1 slice toast']);
  box.fire('input', { currentTarget: { value: 'oats' } });
  expect(store.state.criteria.query).toBe('oats');
});

test('rows below the screen are drawn later', async () => {
  const shown = await searched('q=milk', 119);
  const rows = () => shown.view.all('tr').length - 1;
  await shown.find(Array.from({ length: 20 }, (_, i) => foodOf(`milk ${i}`)));
  const counts = [rows()];
  for (const ms of [299, 1, 1]) {
    await shown.settle(ms);
    counts.push(rows());
  }
  expect(counts).toEqual([2, 2, 10, 18]);
});

test('the active row is scrolled into view once it is drawn', async () => {
  const shown = await searched('q=milk', 119);
  await shown.find(Array.from({ length: 20 }, (_, i) => foodOf(`milk ${i}`)));
  const scrolledTo = () => FAKE_DOCUMENT.scrolledTo?.shown.get('id');
  for (let row = 1; row <= 2; row++) shown.key('ArrowDown');
  expect([shown.store.state.activeIndex, scrolledTo()]).toEqual([2, 'results-1']);
  await shown.settle(300);
  expect(scrolledTo()).toBe('results-2');
});
