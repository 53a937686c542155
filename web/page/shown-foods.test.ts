import { expect, test, vi } from 'vitest';
import { linesOf } from './shown-foods.ts';
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
