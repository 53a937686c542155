import { expect, test, vi } from 'vitest';
import type { KindFilter } from '../foods/arrange-foods.ts';
import type { Column } from '../foods/columns.ts';
import { foodOf } from '../foods/sample-foods.case.ts';
import { SimulatedBrowser } from '../page/simulated-browser.case.ts';
import { rendered } from '../parts/render.case.ts';
import { createFoodService } from '../service/food-service.ts';
import { ResultsTools } from './results-tools.tsx';

const column = (name: string, title: string, unit: string): Column => {
  return { name, title, unit, infoods: 'X', daily_value: null, key: false };
};
const COLUMNS = [column('sodium_mg', 'Sodium', 'mg'), column('iron_mg', 'Iron', 'mg')];
const MEASURES = [{ count: 1, name: 'cup', grams: 240 }];

/** Shows the tools of the search in this fragment, and records their actions. */
function tools(fragment: string, hasMeasures = true, filter?: KindFilter) {
  vi.stubGlobal('fetch', () => Promise.reject(new Error('offline')));
  const { store } = new SimulatedBrowser().openTab(fragment);
  store.dispatch({ kind: 'schema', schema: { columns: COLUMNS, key: undefined, licenses: [] } });
  store.dispatch({ kind: 'arrange', arrangement: { ...store.state.arrangement, filter } });
  const { state } = store;
  const done: unknown[] = [];
  const page = {
    ...{ state, store, apiUrl: '', dispatch: (action: unknown) => void done.push(action) },
    service: createFoodService('http://api.example', () => undefined),
  };
  const foods = [foodOf('Egg', hasMeasures ? { measures: MEASURES } : {})];
  const answer = { ...state.criteria, foods, readings: [], extra: new Map(), total: 1 };
  const view = rendered(<ResultsTools page={page} answer={answer} />);
  const choices = view.all('select');
  const choose = (value: string) => choices[0]?.fire('change', { currentTarget: { value } });
  return { view, done, choose, sorts: choices[0]?.all('option') ?? [] };
}
const choiceOf = ({ view }: ReturnType<typeof tools>) =>
  view.all('button')[0]?.text.replace(/^.*filter/i, '');

test('the sort menu lists what rows show, names first, and then other nutrients', () => {
  expect(tools('q=egg').sorts.map(({ text, shown }) => [shown.get('value'), text])).toEqual([
    ['', 'Best match'],
    ['description', 'Name ↑'],
    ['-description', 'Name ↓'],
    ['-kcal', 'kcal ↓'],
    ['kcal', 'kcal ↑'],
    ['-carbohydrate_g', 'Carbs ↓'],
    ['carbohydrate_g', 'Carbs ↑'],
    ['-protein_g', 'Protein ↓'],
    ['protein_g', 'Protein ↑'],
    ['-fat_g', 'Fat ↓'],
    ['fat_g', 'Fat ↑'],
    ['sodium_mg', 'Sodium ↑'],
    ['-iron_mg', 'Iron ↓'],
  ]);
  expect(tools('q=&group=Dairy').sorts[0]?.text).toBe('As in the table');
});

test('choosing or removing a sort order searches again', () => {
  const { choose, done } = tools('q=egg&sort=-kcal');
  choose('kcal');
  choose('');
  expect(done).toEqual([
    { kind: 'refine', by: { sort: 'kcal' } },
    { kind: 'refine', by: { sort: undefined } },
  ]);
});

test.each([
  ['q=egg', undefined],
  ['q=egg&sort=description', undefined],
  ['q=egg&sort=-kcal', 'at leastkcal/ 100 g'],
  ['q=egg&sort=kcal', 'at mostkcal/ 100 g'],
  ['q=egg&sort=-protein_g', 'at leastg/ 100 g'],
  ['q=egg&sort=sodium_mg', 'at mostmg/ 100 g'],
])('with %s, the limit is %j', (fragment, expected) => {
  const [limit] = tools(fragment).view.ofClass('until');
  expect(limit?.text.replaceAll(/(?<=\S) (?=[a-z]+\/)/g, '')).toBe(expected);
});

test('a limit searches again', () => {
  const { view, done } = tools('q=egg&sort=-kcal');
  const input = view.all('input').at(-1);
  input?.fire('input', { currentTarget: { value: '200' } });
  input?.fire('blur');
  expect(done).toEqual([{ kind: 'refine', by: { until: 200 } }]);
});

test('values for a portion are offered only with measures, and without a typed amount', () => {
  expect(tools('q=egg').view.all('fieldset')).toHaveLength(1);
  expect(tools('q=egg', false).view.all('fieldset')).toHaveLength(0);
  expect(tools('q=2 cups egg').view.all('fieldset')).toHaveLength(0);
});

test('on a phone, a button opens the choices, and shows how many have been made', () => {
  expect(choiceOf(tools('q=egg'))).toBe(' ');
  const shown = tools('q=egg&sort=-kcal&until=200&group=Dairy');
  expect(choiceOf(shown)).toBe(' (3)');
  const [button] = shown.view.all('button');
  const [, choices] = [shown.view.all('fieldset'), shown.view.all('div')];
  expect([button?.shown.get('aria-expanded'), choices[0]?.shown.get('class')]).toEqual([
    ...['false', 'choices'],
  ]);
  button?.fire('click');
  expect([button?.shown.get('aria-expanded'), choices[0]?.shown.get('class')]).toEqual([
    ...['true', 'choices open'],
  ]);
});

test('the chosen kind of foods is listed even if no food found is of that kind', () => {
  const { view, done } = tools('q=egg', true, 'unbranded');
  const [, kinds] = view.all('select');
  const values = kinds?.all('option').map(({ shown }) => shown.get('value'));
  expect([kinds?.shown.get('value'), values]).toEqual(['unbranded', ['', 'unbranded']]);
  expect(tools('q=egg').view.all('select')).toHaveLength(1);
  for (const value of ['unbranded', '']) kinds?.fire('change', { currentTarget: { value } });
  expect(done).toMatchObject(
    ['unbranded', undefined].map((filter) => ({ kind: 'arrange', arrangement: { filter } })),
  );
});
