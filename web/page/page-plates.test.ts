import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { foodOf } from '../foods/sample-foods.case.ts';
import { currentPlate, dayAfter } from '../storage/saved-data.ts';
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

test('foods added to yesterday’s plate stay there, and a plate left empty is dropped', () => {
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

/** Starts two days after the plate was filled, with a food that waits until a plate is chosen. */
function startWithWaiting() {
  const { browser, tab, namesOn } = start();
  const day = (by: string) => tab.store.dispatch({ kind: 'plate/day', day: by });
  const onDay = () => [currentPlate(tab.store.state.saved).day, ...namesOn()];
  tab.store.dispatch(add);
  browser.day = '2026-11-24';
  tab.store.dispatch({ kind: 'day', today: browser.day });
  const rye = { food: foodOf('Rye'), ...amount };
  tab.store.dispatch({ kind: 'plate/add', portions: [rye] });
  expect(tab.store.state.waiting).toEqual([rye]);
  return { tab, day, onDay };
}

test('waiting foods are added to today’s plate once it is shown, not to earlier plates', () => {
  const { tab, day, onDay } = startWithWaiting();
  day('2026-11-23');
  expect(onDay()).toEqual(['2026-11-23']);
  expect(tab.store.state.waiting).toHaveLength(1);
  day('2026-11-24');
  expect(onDay()).toEqual(['2026-11-24', 'Rye']);
  tab.store.dispatch({ kind: 'plate/new' });
  expect(onDay()).toEqual(['2026-11-24']);
});

test.each<[Action, string[]]>([
  [{ kind: 'plate/go-on' }, ['2026-11-22', 'milk 0', 'Rye']],
  [{ kind: 'plate/new' }, ['2026-11-24', 'Rye']],
  [{ kind: 'plate/to-day', day: '2026-11-24', isCopy: false }, ['2026-11-24', 'milk 0', 'Rye']],
])('waiting foods are added after $kind', (action, plate) => {
  const { tab, onDay } = startWithWaiting();
  tab.store.dispatch(action);
  expect(onDay()).toEqual(plate);
  expect(tab.store.state.waiting).toEqual([]);
});

test('foods do not wait while a plate from a link is shown', () => {
  const { tab, day, onDay } = startWithWaiting();
  tab.paste('item=1_1_g__1_1_1_1_A');
  expect(onDay()).toEqual(['2026-11-24', 'A']);
  day('2026-11-22');
  expect(tab.store.state.waiting).toHaveLength(1);
  const guest = tab.store.state.saved.plates.find(({ isGuest }) => isGuest)?.id ?? '';
  tab.store.dispatch({ kind: 'plate/choose', id: guest });
  tab.store.dispatch({ kind: 'day', today: '2026-11-25' });
  tab.store.dispatch(add);
  expect(onDay()).toEqual(['2026-11-24', 'A', 'milk 0']);
});

test('there is no plate after the last possible day', () => {
  const { tab } = start();
  const before = tab.store.state;
  tab.store.dispatch({ kind: 'plate/day', day: dayAfter('9999-12-31', 1) });
  tab.store.dispatch({ kind: 'plate/day', day: '' });
  expect(tab.store.state).toBe(before);
});

test('a plate moves to another day, and back with undo, or is copied to another day', () => {
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

test('the name of a plate is trimmed, and can be removed', () => {
  const { tab } = start();
  for (const [name, expected] of [
    [' b ', 'b'],
    [' ', ''],
  ] as const) {
    tab.store.dispatch({ kind: 'plate/rename', name });
    expect(currentPlate(tab.store.state.saved).name).toBe(expected);
  }
});

test('a plate beyond the limit replaces the oldest; undo restores that one', () => {
  const { tab } = start();
  tab.store.dispatch(add);
  for (let i = 1; i < 366; i++) tab.store.dispatch({ kind: 'plate/new' });
  expect(tab.store.state.notice).toBeUndefined();
  const before = tab.store.state.saved.plates;
  tab.store.dispatch({ kind: 'plate/new' });
  expect(tab.store.state.notice?.about).toEqual({ kind: 'dropped', plate: before.at(-1) });
  tab.store.dispatch({ kind: 'plate/undo' });
  expect(tab.store.state.saved.plates).toEqual(before);
});

test('a fifth food to compare is refused with a message', () => {
  const { tab } = start();
  for (const name of 'abcde')
    tab.store.dispatch({ kind: 'compare', food: foodOf(name, { id: name }) });
  const { tray, notice } = tab.store.state;
  expect(tray.map(({ id }) => id).join('')).toBe('abcd');
  expect(notice?.about).toEqual({ kind: 'full', food: 'e' });
});

test('if a link compares more than four foods, the rest are left out, and a message says so', () => {
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
  expect(tab.store.state.saved.plates).toHaveLength(1);
  browser.refusesStorage = false;
  tab.store.dispatch(add);
  expect(tab.store.state.isSaved).toBe(true);
});

test('the box shows the search that a food was opened from, even after Back and Forward', () => {
  const { tab } = start();
  tab.store.dispatch({ kind: 'type', text: 'milk' });
  tab.store.dispatch({ kind: 'show', view: { kind: 'food', id: 'milk0' } });
  tab.paste('q=rice');
  tab.go(-1);
  expect(tab.store.state.criteria.query).toBe('milk');
});
