import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { foodOf } from '../foods/sample-foods.case.ts';
import type { SearchCriteria } from '../foods/search-criteria.ts';
import { currentPlate } from '../storage/saved-data.ts';
import { NOTHING } from './address.ts';
import { isOfEarlierDay, portionsOf } from './page-state.ts';
import { linesOf, screenOf, typedAmount } from './shown-foods.ts';
import { SimulatedBrowser } from './simulated-browser.case.ts';
import { walk } from './walk.case.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const settle = () => vi.advanceTimersByTimeAsync(1000);
const milk = foodOf('milk 0', { id: 'milk0' });
const amount = { count: 100, unit: { name: 'g', grams: 1 } };
const add = { kind: 'plate/add', portions: [{ food: milk, ...amount }] } as const;

function start() {
  const browser = new SimulatedBrowser();
  const tab = browser.openTab('');
  const namesOn = () => portionsOf(tab.store.state).map(({ food }) => food.description);
  return { browser, tab, namesOn };
}

test('Enter pressed before the answer waits for it, and adds the best match once', async () => {
  const { browser, tab, namesOn } = start();
  tab.store.dispatch({ kind: 'type', text: '2 cups milk' });
  tab.store.enter();
  tab.store.enter();
  expect(namesOn()).toEqual([]);
  browser.answerAll();
  await settle();
  expect(namesOn()).toEqual(['milk 0']);
  expect(portionsOf(tab.store.state)[0]).toMatchObject({ count: 2, unit: { name: 'cup' } });
});

test.each(['type', 'show'] as const)(
  'Enter stops waiting after another action: %s',
  async (kind) => {
    const { browser, tab, namesOn } = start();
    tab.store.dispatch({ kind: 'type', text: 'milk' });
    tab.store.enter();
    tab.store.dispatch(
      kind === 'type' ? { kind, text: 'egg' } : { kind, view: { kind: 'food', id: '1' } },
    );
    await settle();
    browser.answerAll();
    await settle();
    expect(namesOn()).toEqual([]);
  },
);

test('Enter waits for the lines of a meal, even if the search before it ends', () => {
  const { tab } = start();
  tab.store.dispatch({ kind: 'type', text: '2 eggs, 1 slice toast' });
  tab.store.enter();
  tab.store.dispatch({ kind: 'search', search: { kind: 'idle' } });
  expect(tab.store.state.isEnterWaiting).toBe(true);
});

test('Enter does not wait if nothing was found', async () => {
  const { browser, tab, namesOn } = start();
  tab.store.dispatch({ kind: 'type', text: 'zz' });
  tab.store.enter();
  browser.answerAll();
  await settle();
  expect(tab.store.state).toMatchObject({ isEnterWaiting: false, search: { kind: 'found' } });
  tab.store.dispatch({ kind: 'type', text: 'milk' });
  await settle();
  browser.answerAll();
  await settle();
  expect(namesOn()).toEqual([]);
});

test('when the service is back, the search is answered automatically, without flicker', async () => {
  const { browser, tab } = start();
  browser.isDown = true;
  tab.store.dispatch({ kind: 'type', text: 'milk' });
  await settle();
  const kinds = new Set<string>();
  tab.store.subscribe(() => kinds.add(tab.store.state.search.kind));
  expect(tab.store.state.search.kind).toBe('failed');
  browser.isDown = false;
  for (let i = 0; i < 5; i += 1) {
    await settle();
    browser.answerAll();
  }
  await settle();
  expect([...kinds]).toEqual(['found']);
});

test('a whole group is shown without search text; Enter adds none of its foods, and Back leads to the start page', async () => {
  const { browser, tab, namesOn } = start();
  tab.store.dispatch({ kind: 'show', view: { ...NOTHING, group: 'Fruits' } });
  await settle();
  browser.answerAll();
  await settle();
  expect(screenOf(tab.store.state)).toBe('results');
  expect(tab.address.fragment()).toBe('group=Fruits');
  tab.store.enter();
  expect(namesOn()).toEqual([]);
  // Typed text is searched for in all groups, and Back returns to this group.
  tab.store.dispatch({ kind: 'type', text: 'milk' });
  expect(tab.store.state.criteria.group).toBeUndefined();
  tab.go(-1);
  expect(tab.store.state.criteria.group).toBe('Fruits');
  tab.go(-1);
  expect(screenOf(tab.store.state)).toBe('starters');
});

test('a new sort order drops the limit on values, and keeps the group', () => {
  const { tab } = start();
  const refine = (by: Pick<SearchCriteria, 'sort' | 'until' | 'group'>) =>
    tab.store.dispatch({ kind: 'refine', by });
  tab.store.dispatch({ kind: 'type', text: 'milk' });
  refine({ sort: 'sodium_mg' });
  refine({ until: 140 });
  refine({ group: 'Dairy' });
  expect(tab.address.fragment()).toBe('q=milk&sort=sodium_mg&until=140&group=Dairy');
  refine({ sort: '-sodium_mg' });
  expect(tab.store.state.criteria).toMatchObject({ group: 'Dairy', until: undefined });
});

test('on a new day, nothing is added to an earlier plate without asking', () => {
  const { browser, tab, namesOn } = start();
  tab.store.dispatch(add);
  browser.day = '2026-11-23';
  tab.store.dispatch({ kind: 'day', today: browser.day });
  expect(isOfEarlierDay(tab.store.state)).toBe(true);
  tab.store.dispatch(add);
  expect(portionsOf(tab.store.state)[0]?.count).toBe(100);
  tab.store.dispatch({ kind: 'plate/new' });
  expect(namesOn()).toEqual(['milk 0']);
  expect(tab.store.state.saved.plates.map(({ day }) => day)).toEqual(['2026-11-23', '2026-11-22']);
});

test('the plate of an earlier day can be continued', () => {
  const { browser, tab } = start();
  tab.store.dispatch(add);
  browser.day = '2026-11-23';
  tab.store.dispatch({ kind: 'day', today: browser.day });
  tab.store.dispatch(add);
  tab.store.dispatch({ kind: 'plate/go-on' });
  tab.store.dispatch(add);
  expect(portionsOf(tab.store.state)[0]?.count).toBe(300);
});

test('an empty plate of an earlier day becomes today’s plate', () => {
  const { browser, tab } = start();
  browser.day = '2026-11-23';
  tab.store.dispatch({ kind: 'day', today: browser.day });
  tab.store.dispatch(add);
  expect(currentPlate(tab.store.state.saved).day).toBe('2026-11-23');
});

test('going back from a food that was opened right after typing leads to the typed text', () => {
  const { tab } = start();
  tab.store.dispatch({ kind: 'type', text: 'milk' });
  tab.store.dispatch({ kind: 'show', view: { kind: 'food', id: 'milk0' } });
  tab.go(-1);
  expect(tab.store.state.criteria.query).toBe('milk');
});

test('a food opens with the amount of the search; changing the amount adds no history entry', async () => {
  const { browser, tab } = start();
  tab.store.dispatch({ kind: 'type', text: '2 cups milk' });
  await settle();
  browser.answerAll();
  await settle();
  const { state } = tab.store;
  const [line] = linesOf(state);
  if (line?.kind !== 'food') throw new Error('No food was found.');
  tab.store.showFood(line.food, typedAmount(state, line.food));
  expect(tab.address.fragment()).toBe('food=milk0&amount=2+cup');
  tab.store.dispatch({ kind: 'show', view: { kind: 'food', id: 'milk0', amount: '3 cup' } });
  await settle();
  expect(tab.address.fragment()).toBe('food=milk0&amount=3+cup');
  tab.go(-1);
  expect(tab.store.state.view).toMatchObject({ kind: 'search', query: '2 cups milk' });
  tab.go(1);
  expect(tab.store.state.view).toMatchObject({ kind: 'food', amount: '3 cup' });
  // Without an amount, or in a unit that the food lacks, the food opens with its usual amount.
  for (const text of ['milk', '1 slice milk', '']) {
    tab.store.dispatch({ kind: 'type', text });
    expect(typedAmount(tab.store.state, line.food)).toBeUndefined();
  }
});

test('a link opens its plate as a guest plate; your own stays, and the next guest plate replaces the first', () => {
  const { tab, namesOn } = start();
  tab.store.dispatch(add);
  tab.paste('item=50_1_g__1_1_1_1_Rye');
  expect(namesOn()).toEqual(['Rye']);
  expect(tab.store.state.isSheetOpen).toBe(true);
  tab.paste('item=50_1_g__1_1_1_1_Oats');
  expect(tab.store.state.saved.plates.map(({ portions }) => portions.length)).toEqual([1, 1]);
  expect(namesOn()).toEqual(['Oats']);
  tab.store.dispatch({ kind: 'plate/keep' });
  tab.paste('item=50_1_g__1_1_1_1_Rye');
  expect(tab.store.state.saved.plates).toHaveLength(3);
});

test('a reloaded page has the stored plate, not the one in its URL', () => {
  const { browser, tab } = start();
  tab.store.dispatch(add);
  const before = tab.address.fragment();
  tab.store.dispatch({ kind: 'plate/clear' });
  const mark = { search: '', isUnsaved: false };
  tab.address.replace(before, mark);
  tab.restart();
  expect(portionsOf(tab.store.state)).toEqual([]);
  // If nothing is stored, the plate comes from the URL.
  browser.refusesStorage = true;
  browser.stored = undefined;
  tab.address.replace(before, mark);
  tab.restart();
  expect(portionsOf(tab.store.state)).toHaveLength(1);
  expect(tab.store.state.isSaved).toBe(false);
});

test('going back to the search adds no history entry, and a fragment is rewritten in the page’s own format', () => {
  const { tab } = start();
  tab.store.dispatch({ kind: 'type', text: 'milk' });
  tab.store.dispatch({ kind: 'show', view: { kind: 'food', id: '1' } });
  tab.store.backToSearch();
  expect(tab.address.fragment()).toBe('q=milk');
  expect(tab.go(-1)).toBe(false);
  tab.paste('q=milk&sort=');
  expect(tab.address.fragment()).toBe('q=milk');
});

const STEPS = Number(process.env.PAGE_STEPS ?? 400);

test(`${STEPS} random steps break no invariant`, async () => {
  await walk({ seed: Number(process.env.PAGE_SEED ?? 25), steps: STEPS });
});

test.each([
  [0, 'nothing'],
  [1, 'results'],
  [2, 'results'],
])('%i foods found are shown as %s', (count, screen) => {
  const { tab } = start();
  tab.store.dispatch({ kind: 'type', text: 'milk' });
  const foods = Array.from({ length: count }, (_, n) => foodOf(`milk ${n}`));
  const { state } = tab.store;
  const found = { ...state.criteria, foods, readings: [], extra: new Map(), total: count };
  expect(screenOf({ ...state, search: { kind: 'found', ...found } })).toBe(screen);
});
