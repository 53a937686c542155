import { type ComponentChild, createElement } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import { act } from 'preact/test-utils';
import { onTestFinished, vi } from 'vitest';
import type { Column, Schema } from '../foods/columns.ts';
import type { FoodRow } from '../foods/food.ts';
import type { Action } from '../page/page-state.ts';
import { SimulatedBrowser } from '../page/simulated-browser.case.ts';
import type { Page } from '../page/use-page.ts';
import type { FoodService } from '../service/food-service.ts';
import { type FakeNode, rendered } from './render.case.ts';

// Shows a view of a page with a real store and a simulated service.

const column = (name: string, title: string, unit: string, daily: number | null): Column => {
  return { name, title, unit, infoods: 'X', daily_value: daily, key: false };
};

export const SCHEMA: Schema = {
  columns: [
    { name: 'id', title: 'ID', unit: null, infoods: null, daily_value: null, key: true },
    column('lipid_total_g', 'Total fat', 'g', 78),
    column('fa_sat_g', 'Saturated fat', 'g', 20),
    column('sodium_mg', 'Sodium', 'mg', 2300),
    column('vit_c_mg', 'Vitamin C', 'mg', 90),
    column('ash_g', 'Ash', 'g', null),
  ],
  key: 'id',
  licenses: [],
};

/** The only rows that the service has. */
export const ROWS: readonly FoodRow[] = [
  {
    ...{ id: '1', description: 'Milk', kcal: 60, protein_g: 3.3, carbohydrate_g: 4.7 },
    ...{ lipid_total_g: 3.2, fa_sat_g: 1.9, sodium_mg: 38, vit_c_mg: null, ash_g: 0.7 },
    portions: [{ amount: 1, unit: 'cup', grams: 244 }],
  },
  {
    ...{ id: '2', description: 'Rye bread', kcal: 259, protein_g: 8.5, carbohydrate_g: 48.3 },
    ...{ lipid_total_g: 3.3, fa_sat_g: 0.6, sodium_mg: 603, vit_c_mg: 0.4, ash_g: null },
    portions: [{ amount: 1, unit: 'slice', grams: 32 }],
  },
];

/** Answers with the rows, and with nothing else. */
const SERVICE: FoodService = {
  search: () => Promise.reject(new Error('The store searches by itself.')),
  groups: async () => [],
  meal: () => Promise.reject(new Error('There are no meals.')),
  best: async () => undefined,
  foods: async (ids) => new Map(ids.map((id) => [id, ROWS.find((row) => row.id === id)])),
  foodUrl: (id) => `http://api.example/api/food/${id}`,
};

/**
 * Lets this time pass with fake timers, and loads the parts that were asked for. Each round is
 * drawn before the next, since what was loaded may ask for more.
 */
export async function settled(ms = 0): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(ms).then(() => {}));
  for (let round = 0; round < 3; round += 1) {
    await act(async () => {
      await vi.dynamicImportSettled();
      await vi.advanceTimersByTimeAsync(0);
    });
  }
}

export interface Options {
  /** The fragment of the page's URL. */
  readonly at?: string;
  readonly schema?: Schema;
  readonly service?: Partial<FoodService>;
}

/** Shows a view of a page, and draws it again after each action. `done` lists the actions. */
export function shownPage(
  draw: (page: Page) => ComponentChild,
  { at = '', schema = SCHEMA, service: more }: Options = {},
) {
  vi.useFakeTimers({ now: new Date('2026-11-22T12:00') });
  onTestFinished(() => void vi.useRealTimers());
  const browser = new SimulatedBrowser();
  const tab = browser.openTab(at);
  const { store } = tab;
  store.dispatch({ kind: 'schema', schema });
  const service = { ...SERVICE, ...more };
  const { dispatch } = store;
  const done: Action[] = [];
  function ShownPage() {
    const [state, setState] = useState(store.state);
    useLayoutEffect(() => {
      store.subscribe((action) => {
        done.push(action);
        void act(() => setState(store.state));
      });
    }, []);
    return draw({ state, dispatch, store, service, apiUrl: 'http://api.example' });
  }
  const view = rendered(createElement(ShownPage, null));
  /** Activates the first button, or else link, with this text or label. */
  const press = (name: string, event: object = {}) => {
    const isNamed = ({ shown, text }: FakeNode) => (shown.get('aria-label') ?? text) === name;
    const [button] = [...view.all('button'), ...view.all('a')].filter(isNamed);
    if (button === undefined) throw new Error(`There is no button "${name}".`);
    button.fire('click', { button: 0, preventDefault: () => {}, ...event });
  };
  return { browser, tab, store, view, done, settle: settled, press };
}
