import { expect, test } from 'vitest';
import { foodOf } from '../foods/sample-foods.case.ts';
import { portionsOf } from './page-state.ts';
import { SimulatedBrowser } from './simulated-browser.case.ts';

const [egg, milk] = [foodOf('egg 0', { id: 'egg0' }), foodOf('milk 0', { id: 'milk0' })];
const amount = { count: 100, unit: { name: 'g', grams: 1 } };

test('changing the amount of another food does not change which food was added last', () => {
  const { store } = new SimulatedBrowser().openTab('');
  const change = (row: { readonly food: typeof egg }, count: number) =>
    store.dispatch({
      ...{ kind: 'plate/amount', row: { ...amount, ...row }, amount: { ...amount, count } },
    });
  change({ food: egg }, 5);
  expect([portionsOf(store.state), store.state.added]).toEqual([[], undefined]);
  store.dispatch({ kind: 'plate/add', portions: [{ food: milk, ...amount }] });
  store.dispatch({ kind: 'plate/add', portions: [{ food: egg, ...amount }] });
  change({ food: milk }, 50);
  expect(store.state.added).toEqual({ food: egg, ...amount });
  change({ food: egg }, 70);
  expect(store.state.added).toEqual({ food: egg, ...amount, count: 70 });
  expect(portionsOf(store.state).map(({ count }) => count)).toEqual([50, 70]);
});
