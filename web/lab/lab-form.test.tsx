import { expect, test, vi } from 'vitest';
import { API, askedFirst, lab } from './shown-lab.case.tsx';

test('the lab is mounted once its configuration is read', () => {
  expect(askedFirst).toEqual(['config.json']);
});

test('the search of the form is sent, and kept in the URL with the plate', async () => {
  const { view, asked, replaced, settle } = await lab();
  const form = { query: 'rye bread' };
  vi.stubGlobal(
    'FormData',
    class {
      readonly #form: typeof form;
      constructor(given: typeof form) {
        this.#form = given;
      }
      get = (name: 'query') => this.#form[name];
    },
  );
  const prevented: string[] = [];
  view
    .all('form')[0]
    ?.fire('submit', { currentTarget: form, preventDefault: () => prevented.push('yes') });
  expect([prevented, replaced]).toMatchInlineSnapshot(`
    [
      [
        "yes",
      ],
      [
        [
          {
            "a": 1,
          },
          "",
          "#q=rye+bread&match=words&item=1_1_g__1_1_1_1_A",
        ],
      ],
    ]
  `);
  expect([view.all('article').length, view.texts.includes('Sending')]).toEqual([0, true]);
  await settle();
  expect(asked.at(-1)).toBe(`${API}/api/food?q=rye+bread`);
});

test.each([
  ['http://page.example/lab.html', 'cheddar'],
  ['http://page.example/lab.html#food=1', 'cheddar'],
  ['http://page.example/lab.html#q=oats', 'oats'],
])('at %s, the first search is for %s', async (href, query) => {
  const { view } = await lab({}, href);
  expect(view.all('input')[0]?.shown.get('defaultValue')).toBe(query);
});

test('with the same origin, CORS does not apply', async () => {
  const { view } = await lab(
    { apiUrl: 'http://page.example' },
    'http://page.example/lab.html#food=1',
  );
  expect(view.all('p')[1]?.text).toContain(
    'http://page.example. They are the same, so CORS does not apply.',
  );
  const verdicts = view.all('span').map(({ text }) => text);
  expect(verdicts).toEqual(['Read', 'No answer', 'Read', 'No answer']);
});

test('the lab links to itself at its other origins', async () => {
  const pageUrls = ['http://page.example', 'http://127.0.0.1:3000'];
  const { view } = await lab({ pageUrls });
  expect(view.all('nav')[1]?.outline).toMatchInlineSnapshot(`
    "<p>Load the lab from</p>
    <ul class="choice">
      <li><a href="http://page.example/lab.html" aria-current="page">http://page.example</a></li>
      <li><a href="http://127.0.0.1:3000/lab.html">http://127.0.0.1:3000</a></li>
    <p>Same files, same server, but a different host: to the browser, a different origin.</p>"
  `);
  expect((await lab({ pageUrls: pageUrls.slice(1) })).view.all('nav')).toHaveLength(1);
});

test('a server that replays shows the requests, and says how to allow the page', async () => {
  const { view, asked } = await lab({ hasReplay: true });
  expect(asked.filter((url) => !url.startsWith(API))).toMatchInlineSnapshot(`
    [
      "replay?method=GET&q=egg&origin=http%3A%2F%2Fpage.example",
      "replay?method=OPTIONS&q=egg&origin=http%3A%2F%2Fpage.example&header=x-food-lab",
      "replay?method=GET&q=egg",
      "explain?origin=http%3A%2F%2Fpage.example",
    ]
  `);
  expect(view.all('pre').map(({ text }) => text)).toMatchInlineSnapshot(`
    [
      "await fetch('http://api.example/api/food?q=egg', { mode: 'cors' })",
      "GET /api/food?q=egg
    Origin: http://page.example

    200
    vary: Origin",
      "await fetch('http://api.example/api/food?q=egg', { headers: { 'x-food-lab': '1' } })",
      "OPTIONS /api/food?q=egg
    Origin: http://page.example
    Access-Control-Request-Method: GET
    Access-Control-Request-Headers: x-food-lab

    200  preflight response
    vary: Origin",
      "await fetch('http://api.example/api/food?q=egg', { mode: 'no-cors' })",
      "GET /api/food?q=egg

    200
    vary: Origin",
      "await fetch('http://api.example/api/food?q=egg', { mode: 'same-origin' })",
    ]
  `);
});
