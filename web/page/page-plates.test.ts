import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { foodOf } from '../foods/sample-foods.case.ts';
import { currentPlate } from '../storage/saved-data.ts';
import { type Action, portionsOf } from './page-state.ts';
import { SimulatedBrowser } from './simulated-browser.case.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const milk = foodOf('milk 0', { id: 'milk0' });
const amount = { count: 100, unit: { name: 'g', grams: 1 } };
const add = { kind: 'plate/add', portions: [{ food: milk, ...amount }] } as const;

function start() {
  const browser = new SimulatedBrowser();
  const tab = browser.openTab('');
  const namesOn = () => portionsOf(tab.store.state).map(({ food }) => food.description);
  return { browser, tab, namesOn };
}

test('yesterday’s plate is one step away, and keeps foods that are added there', () => {
  const { tab, namesOn } = start();
  tab.store.dispatch(add);
  tab.store.dispatch({ kind: 'plate/day', day: '2026-11-21' });
  expect(namesOn()).toEqual([]);
  tab.store.dispatch(add);
  expect(currentPlate(tab.store.state.saved).day).toBe('2026-11-21');
  tab.store.dispatch({ kind: 'plate/day', day: '2026-11-20' });
  tab.store.dispatch({ kind: 'plate/day', day: '2026-11-22' });
  expect(namesOn()).toEqual(['milk 0']);
  // Visiting a day without adding anything leaves no plate behind.
  expect(tab.store.state.saved.plates.map(({ day }) => day)).toEqual(['2026-11-21', '2026-11-22']);
});

test('a plate moves to another day, or is copied there, and comes back', () => {
  const { tab } = start();
  const days = () => tab.store.state.saved.plates.map(({ day }) => day);
  tab.store.dispatch(add);
  tab.store.dispatch({ kind: 'plate/to-day', day: '2026-11-21', isCopy: false });
  expect(days()).toEqual(['2026-11-21']);
  tab.store.dispatch({ kind: 'plate/undo' });
  expect(days()).toEqual(['2026-11-22']);
  tab.store.dispatch({ kind: 'plate/to-day', day: '2026-11-21', isCopy: true });
  expect(days()).toEqual(['2026-11-21', '2026-11-22']);
});

test.each<Action>([
  { kind: 'plate/clear' },
  { kind: 'plate/delete' },
  { kind: 'plate/rename', name: 'Lunch' },
  { kind: 'plate/remove', row: { food: milk, ...amount } },
  { kind: 'plate/amount', row: { food: milk, ...amount }, amount: { ...amount, count: 5 } },
  {
    kind: 'plate/import',
    plates: [{ name: 'b', day: '2026-11-01', portions: add.portions }],
    unreadable: 0,
  },
])('undoing $kind keeps later additions', (action) => {
  const { tab, namesOn } = start();
  tab.store.dispatch(add);
  const before = tab.store.state.saved;
  tab.store.dispatch(action);
  expect(tab.store.state.saved).not.toEqual(before);
  tab.store.dispatch({ kind: 'favorite', food: milk });
  tab.store.dispatch({ kind: 'plate/undo' });
  expect(tab.store.state.saved).toEqual({ ...before, favorites: [milk], units: { milk0: 'g' } });
  expect(namesOn()).toEqual(['milk 0']);
  expect(tab.store.state.notice).toBeUndefined();
});

test('a fifth food to compare is refused with a message', () => {
  const { tab } = start();
  for (const name of 'abcde')
    tab.store.dispatch({ kind: 'compare', food: foodOf(name, { id: name }) });
  const { tray, notice } = tab.store.state;
  expect(tray.map(({ id }) => id).join('')).toBe('abcd');
  expect(notice?.about).toEqual({ kind: 'full', food: 'e' });
});

test('a link’s fifth food and later ones are left out, and a message says so', () => {
  const { view, notice } = start().browser.openTab('compare=a,b,c,d,e,f').store.state;
  expect(view).toEqual({ kind: 'compare', ids: ['a', 'b', 'c', 'd'] });
  expect(notice?.about).toEqual({ kind: 'full', food: 'e, f' });
});

test('a tab that missed another tab’s changes loses none of them', () => {
  const { browser, tab, namesOn } = start();
  const other = browser.openTab('');
  tab.isFrozen = true;
  const rice = foodOf('rice', { id: 'rice' });
  other.store.dispatch({ kind: 'plate/add', portions: [{ food: rice, ...amount }] });
  other.store.dispatch(add);
  tab.store.dispatch(add);
  browser.thaw();
  expect(namesOn()).toEqual(['rice', 'milk 0']);
  expect(portionsOf(tab.store.state).map(({ count }) => count)).toEqual([100, 200]);
  expect(other.store.state.saved.plates).toEqual(tab.store.state.saved.plates);
});

test('a plate that the browser refuses to save is restored from the address as your own', () => {
  const { browser, tab, namesOn } = start();
  browser.refusesStorage = true;
  tab.store.dispatch(add);
  expect(tab.store.state.isSaved).toBe(false);
  tab.store.dispatch({ kind: 'show', view: { kind: 'food', id: 'milk0' } });
  tab.reload();
  expect(namesOn()).toEqual(['milk 0']);
  expect(tab.store.state.isSaved).toBe(false);
  expect(currentPlate(tab.store.state.saved).isGuest).toBeUndefined();
  browser.refusesStorage = false;
  tab.store.dispatch(add);
  expect(tab.store.state.isSaved).toBe(true);
});

test('the box shows the search that a food was opened from, also after back and forward', () => {
  const { tab } = start();
  tab.store.dispatch({ kind: 'type', text: 'milk' });
  tab.store.dispatch({ kind: 'show', view: { kind: 'food', id: 'milk0' } });
  tab.paste('q=rice');
  tab.go(-1);
  expect(tab.store.state.question.query).toBe('milk');
});
