import { expect, test, vi } from 'vitest';
import { FoodNetworkError } from '../../src/client/index.ts';
import { foodOf } from '../foods/sample-foods.case.ts';
import { shownPage } from '../parts/shown-page.case.ts';
import { useRequest, useRows } from './use-page.ts';

test('a request is sent again if the failure may be temporary, on demand, or for another key', async () => {
  const sent: string[] = [];
  let failures = 2;
  let key = 'a';
  vi.stubGlobal('fetch', () => Promise.reject(new Error('down')));
  vi.stubGlobal('navigator', { onLine: false });
  const { view, settle, store, press } = shownPage((page) => {
    const { fault, retry } = useRequest(page, key, async () => {
      sent.push(key);
      if (failures-- > 0) throw new FoodNetworkError('http://api.example', new Error('down'));
    });
    return (
      <button type="button" onClick={retry}>
        {fault?.kind ?? 'fine'}
      </button>
    );
  });
  await settle();
  expect([view.text, sent.length]).toEqual(['offline', 1]);
  await settle(2999);
  expect(sent.length).toBe(1);
  await settle(1);
  expect([view.text, sent.length]).toEqual(['offline', 2]);
  press('offline');
  await settle();
  expect([view.text, sent.length]).toEqual(['fine', 3]);
  await settle(10_000);
  key = 'b';
  store.dispatch({ kind: 'sheet', isOpen: true });
  await settle();
  expect(sent).toEqual(['a', 'a', 'a', 'b']);
  key = '';
  store.dispatch({ kind: 'sheet', isOpen: false });
  await settle();
  expect(sent).toHaveLength(4);
});

test('a blocked request is repeated once, and a request that is no longer wanted is dropped', async () => {
  vi.stubGlobal('fetch', async () => new Response());
  let count = 0;
  const signals: AbortSignal[] = [];
  const { view, settle } = shownPage((page) => {
    const { fault } = useRequest(page, 'a', (signal) => {
      signals.push(signal);
      count += 1;
      return Promise.reject(new FoodNetworkError('http://api.example', new Error('down')));
    });
    return <p>{fault?.kind}</p>;
  });
  await settle();
  await settle(3000);
  await settle(3000);
  await settle(3000);
  expect([view.text, count]).toEqual(['blocked', 2]);
  view.draw(null);
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
});

test('foods that are not known yet are looked up once', async () => {
  const asked: (readonly string[])[] = [];
  const service = {
    foods: async (ids: readonly string[]) => {
      asked.push(ids);
      return new Map(ids.map((id) => [id, undefined]));
    },
  };
  let ids = ['1', '2', '1'];
  const { settle, store } = shownPage(
    (page) => {
      useRows(page, ids);
      return null;
    },
    { service },
  );
  await settle();
  ids = ['2', '3'];
  store.dispatch({ kind: 'everyday', foods: [foodOf('Egg')] });
  await settle();
  expect(asked).toEqual([['1', '2'], ['3']]);
  expect([...store.state.rows.keys()]).toEqual(['1', '2', '3']);
});
