import { expect, test } from 'vitest';
import { foodOf } from '../foods/sample-foods.case.ts';
import { FAKE_DOCUMENT } from '../parts/render.case.ts';
import { searched } from './searched.case.tsx';

type Shown = Awaited<ReturnType<typeof searched>>;

/** Types after an answer, and lets the service fail or be slow. */
async function typeOn({ browser, settle, store }: Shown, ms: number, isDown = false) {
  await settle(151);
  browser.answerAll();
  await settle();
  browser.isDown = isDown;
  store.dispatch({ kind: 'type', text: 'milks' });
  await settle(ms);
}

const STATES: Record<string, (shown: Shown) => unknown> = {
  'not sent yet': () => undefined,
  slow: ({ settle }) => settle(3200),
  'slow after another': (shown) => typeOn(shown, 3200),
  'nothing found': ({ find }) => find([]),
  'nothing found for an exact text': ({ find, store }) => {
    store.dispatch({ kind: 'match', match: 'words' });
    return find([]);
  },
  'nothing found for a word': ({ find, store }) => {
    store.dispatch({ kind: 'type', text: ' mlik ' });
    return find([]);
  },
  'nothing found in a group': ({ find, store }) => {
    store.dispatch({ kind: 'refine', by: { group: 'Beverages' } });
    return find([], { group: 'Beverages' });
  },
  'nothing found within a limit': ({ find, store }) => {
    store.dispatch({ kind: 'refine', by: { sort: 'kcal' } });
    store.dispatch({ kind: 'refine', by: { until: 20 } });
    return find([], { sort: 'kcal', until: 20 });
  },
  failed: ({ browser, settle }) => {
    browser.isDown = true;
    browser.answerAll();
    return settle();
  },
  'failed after another': (shown) => typeOn(shown, 151, true),
};

test('each state of a search has its status and message', async () => {
  const all: string[] = [];
  for (const [name, act] of Object.entries(STATES)) {
    const shown = await searched('q=milk+a+b+c+d+e');
    await act(shown);
    const { view } = shown;
    const blocks = [...view.all('div'), ...view.all('section')];
    const classes = blocks.map((block) => block.shown.get('class'));
    const texts = ['p', 'h2', 'pre', 'a'].flatMap((one) => view.all(one)).map(({ text }) => text);
    all.push(`${name}: ${classes.join(', ')}`, `  ${texts.join(' | ')}`);
  }
  expect(all.join('\n')).toMatchInlineSnapshot(`
    "not sent yet: search-box, results-tools actions, search-body, message stack loading
      Searching… | Searching…
    slow: search-box, results-tools actions, search-body, message stack loading
      Still searching… | http://api.example is slow. You can wait, or ask again. | Still searching…
    slow after another: search-box, results-tools actions, choices, search-body
      Still searching… | milk a b c d e 0 | milk a b c d e 1 | milk a b c d e 2 | milk a b c d e 3 | milk a b c d e 4 | milk a b c d e 5 | milk a b c d e 6 | milk a b c d e 7 | milk a b c d e 8 | milk a b c d e 9
    nothing found: search-box, results-tools actions, search-body, message stack 
      No foods | Check the spelling, or try fewer or different words. | Or try: | milk a b c d  | No food matches “milk a b c d e”
    nothing found for an exact text: search-box, results-tools actions, search-body, message stack 
      No foods | A broader search also finds plurals, other names and misspelled words. | Or try: | milk a b c d  | No food matches “milk a b c d e”
    nothing found for a word: search-box, results-tools actions, search-body, message stack 
      No foods | Check the spelling, or try fewer or different words. | Or try: | eggs banana cheddar oats  | No food matches “mlik”
    nothing found in a group: search-box, results-tools actions, choices, search-body, message stack 
      No foods | None of the foods found meets your conditions. | No foods left
    nothing found within a limit: search-box, results-tools actions with-limit, choices, search-body, message stack 
      No foods | None of the foods found meets your conditions. | No foods left
    failed: search-box, results-tools actions, search-body, , message stack fault
      No answer | Nothing answers at http://api.example. If this is your service, start it: | Try again | The service does not answer | npx food-lookup serve --page
    failed after another: search-box, results-tools actions, search-body, banner, message stack fault
      No answer | Nothing answers at http://api.example. If this is your service, start it: | Try again | The service does not answer | npx food-lookup serve --page | milk a b c d e 0 | milk a b c d e 1 | milk a b c d e 2 | milk a b c d e 3 | milk a b c d e 4 | milk a b c d e 5 | milk a b c d e 6 | milk a b c d e 7 | milk a b c d e 8 | milk a b c d e 9"
  `);
});

test('the messages offer to search again, more broadly, or for something else', async () => {
  const { press, find, settle, done, store, focused } = await searched('q=milk');
  await settle(3200);
  press('Ask again');
  expect(store.state.search).toMatchObject({ kind: 'loading', isSlow: false });
  store.dispatch({ kind: 'match', match: 'substring' });
  await find([]);
  FAKE_DOCUMENT.activeElement = null;
  press('Broaden the search');
  expect(focused()).toEqual(['Search foods', undefined]);
  await find([]);
  press('oats ');
  store.dispatch({ kind: 'refine', by: { group: 'Beverages' } });
  await find([], { group: 'Beverages' });
  press('Show all foods');
  const asked = done.filter(({ kind }) => /^(type|match|refine)$/.test(kind));
  expect(asked.map((action) => JSON.stringify(action))).toMatchInlineSnapshot(`
    [
      "{"kind":"match","match":"substring"}",
      "{"kind":"match","match":"fuzzy"}",
      "{"kind":"type","text":"oats"}",
      "{"kind":"refine","by":{"group":"Beverages"}}",
      "{"kind":"refine","by":{}}",
    ]
  `);
});

test('more foods are requested, and one row stands for many foods of a brand', async () => {
  const { press, find, settle, browser, view, store } = await searched('q=milk');
  await settle(151);
  browser.answerAll();
  await settle();
  press('Show 15 more');
  browser.answerAll();
  await settle();
  await settle(300);
  expect(view.all('tr').length).toBe(21);
  await find(Array.from({ length: 6 }, (_, i) => foodOf(`Shake, ACME ${i}`)));
  store.dispatch({ kind: 'activate', index: 1 });
  expect(view.all('tr').at(-1)?.outline).toMatchInlineSnapshot(
    `"<td role="gridcell" colSpan="6"><button type="button" class="link" tabIndex="-1">Show 5 more: Shake</button></td>"`,
  );
  press('Show 5 more: Shake');
  expect(view.all('tr').length).toBe(7);
});
