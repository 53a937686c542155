import { expect, test, vi } from 'vitest';
import { linesOf, shownAnswer } from './shown-foods.ts';
import { SimulatedBrowser } from './simulated-browser.case.ts';

test('the rows of an answer are sorted by the values shown', async () => {
  vi.useFakeTimers();
  const browser = new SimulatedBrowser();
  const { store } = browser.openTab('');
  store.dispatch({ kind: 'type', text: 'milk' });
  store.dispatch({ kind: 'refine', by: { sort: '-kcal' } });
  await vi.advanceTimersByTimeAsync(1_000);
  browser.answerAll();
  await vi.advanceTimersByTimeAsync(0);
  const kcal = linesOf(store.state).map((line) => (line.kind === 'food' ? line.food.kcal : line));
  expect(kcal).toEqual([109, 108, 107, 106, 105, 104, 103, 102, 101, 100]);
});

test.each([
  ['milk', 'milk'],
  ['2 cups milk; rye', undefined],
  ['', undefined],
])('after an answer and the text %j, the shown answer is that for %j', async (text, query) => {
  vi.useFakeTimers();
  const browser = new SimulatedBrowser();
  const { store } = browser.openTab('');
  store.dispatch({ kind: 'type', text: 'milk' });
  await vi.advanceTimersByTimeAsync(1_000);
  browser.answerAll();
  await vi.advanceTimersByTimeAsync(0);
  const { criteria } = store.state;
  expect(shownAnswer({ ...store.state, criteria: { ...criteria, query: text } })?.query).toBe(
    query,
  );
});
