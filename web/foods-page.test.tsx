import { act } from 'preact/test-utils';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { FAKE_DOCUMENT, FakeNode, rendered } from './parts/render.case.ts';
import { ROWS, SCHEMA, settled } from './parts/shown-page.case.ts';

let FoodsPage: typeof import('./foods-page.tsx').FoodsPage;
let askedFirst: readonly string[];

/** Stands in for a browser with this URL and screen, and for a service. */
function browse(hash = '', { isNarrow = false, width = '(max-width: 64rem)' } = {}) {
  const asked: string[] = [];
  const copied: string[] = [];
  const stored = new Map<string, string>();
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
  };
  const location = {
    hash,
    href: `http://page.example/${hash}`,
    origin: 'http://page.example',
    reload: () => copied.push('reloaded'),
  };
  const history = {
    state: null as unknown,
    replaceState: (state: unknown, _: string, url?: URL) => {
      history.state = state;
      if (url) Object.assign(location, { hash: url.hash, href: url.href });
    },
    pushState: (...given: [unknown, string, URL]) => history.replaceState(...given),
    back: () => {},
  };
  const answer = (url: string) => {
    if (url === 'config.json') return Response.json({});
    if (url.includes('/api/fields'))
      return Response.json(SCHEMA.columns, {
        headers: { link: `<https://a.example/cc>; rel="license"; title*=UTF-8''CC` },
      });
    if (url.includes('/api/foods')) return Response.json({ foods: ROWS, missing: [] });
    return Response.json([...ROWS], { headers: { 'total-count': '2' } });
  };
  for (const [name, value] of Object.entries({
    fetch: async (url: string) => {
      asked.push(url);
      return answer(url);
    },
    ...{ history, location, scrollY: 0, innerHeight: 1000, scrollTo: () => {} },
    ...{ localStorage: storage, sessionStorage: storage, HTMLElement: FakeNode },
    matchMedia: (query: string) =>
      Object.assign(new EventTarget(), { matches: isNarrow && query === width }),
    navigator: {
      onLine: true,
      languages: ['en-US'],
      clipboard: { writeText: async (text: string) => void copied.push(text) },
    },
    requestAnimationFrame: (draw: () => void) => setTimeout(draw),
    cancelAnimationFrame: clearTimeout,
    window: Object.assign(new EventTarget(), { name: '' }),
  }))
    vi.stubGlobal(name, value);
  return { asked, copied, location };
}

beforeAll(async () => {
  const { asked } = browse();
  const root = new FakeNode(1, 'div');
  vi.stubGlobal('document', {
    ...FAKE_DOCUMENT,
    documentElement: {},
    getElementById: () => root,
  });
  ({ FoodsPage } = await import('./foods-page.tsx'));
  await vi.waitUntil(() => root.firstChild, { timeout: 240_000 });
  askedFirst = asked;
  vi.unstubAllGlobals();
});

/** Opens the page. */
async function open(hash = '', options = {}) {
  vi.useFakeTimers({ now: new Date('2026-11-22T12:00') });
  onTestFinished(() => void vi.useRealTimers());
  const browser = browse(hash, options);
  const view = rendered(<FoodsPage apiUrl="http://api.example" />);
  await settled(150);
  await settled(150);
  const press = (name: string) => {
    const [button] = [...view.all('button'), ...view.all('a')].filter(
      ({ shown, text }) => (shown.get('aria-label') ?? text) === name,
    );
    if (button === undefined) throw new Error(`There is no button "${name}".`);
    button.fire('click', { button: 0, preventDefault: () => {} });
  };
  /** The tag and class of each block of the page. */
  const blocks = () =>
    ['header', 'main', 'h1', 'search', 'div', 'section', 'dialog', 'article', 'footer'].flatMap(
      (name) =>
        view
          .all(name)
          .map(({ shown }) => `${name} ${shown.get('class') ?? shown.get('id') ?? ''}`.trim()),
    );
  const title = () => Reflect.get(FAKE_DOCUMENT, 'title');
  return { ...browser, view, press, blocks, title };
}

test('the page is mounted once its configuration is read', () => {
  expect(askedFirst).toEqual(['config.json']);
});

test('the page has a search, the plate, and a footer', async () => {
  const { view, blocks, title } = await open();
  expect(blocks()).toMatchInlineSnapshot(`
    [
      "header page-header",
      "header",
      "main foods stack",
      "h1 unseen",
      "search",
      "div search-box",
      "div results-tools actions",
      "div search-body",
      "div results-tools actions",
      "div plate-column",
      "div plate-head actions note",
      "div toast spread",
      "section welcome stack",
      "section plate stack",
      "footer page-footer",
    ]
  `);
  expect(view.all('footer')[0]?.outline).toMatchInlineSnapshot(`
    "<p class="keys note" aria-hidden="true">
      <kbd>↑</kbd>
      <kbd>↓</kbd>
      choose
      <kbd>Enter</kbd>
      add
      <kbd>Shift Enter</kbd>
      open
      <kbd>Alt Enter</kbd>
      compare
      <kbd>Esc</kbd>
      clear
    <p class="note">
      Values are from USDA unless this service uses another table. They are not medical advice. – means unknown.
      <a href="lab.html">CORS lab</a>
      <select class="language" aria-label="Language" value="en">
        <option lang="en" value="en">English</option>
        <option lang="es" value="es">Español</option>
    <p class="note"><a href="https://a.example/cc">CC</a></p>"
  `);
  expect([
    title(),
    view.all('h1')[0]?.outline,
    FAKE_DOCUMENT.activeElement?.shown.get('id'),
  ]).toMatchInlineSnapshot(`
    [
      "Food Lookup",
      "Search foods and build a plate",
      "search-box",
    ]
  `);
});

test('on a narrow screen, and beside a food, the plate is a sheet, but not in print', async () => {
  const all: string[] = [];
  const plateIn = (blocks: string[]) =>
    blocks.filter((block) => /plate|dialog/.test(block)).join(', ');
  const narrow = await open('', { isNarrow: true });
  all.push(plateIn(narrow.blocks()));
  act(() => void window.dispatchEvent(new Event('beforeprint')));
  await settled();
  all.push(plateIn(narrow.blocks()));
  const { blocks, press, title } = await open('#food=1');
  all.push(plateIn(blocks()), title());
  press('‹ Back to the search');
  await settled(150);
  all.push(plateIn(blocks()), title());
  expect(all).toMatchInlineSnapshot(`
    [
      "dialog sheet",
      "div plate-column, div plate-head actions note, section plate stack, dialog sheet",
      "dialog sheet",
      "Milk · Food Lookup",
      "div plate-column, div plate-head actions note, section plate stack",
      "Food Lookup",
    ]
  `);
});

test('added food is announced, and the link of the plate is copied by button and keys', async () => {
  const { view, press, copied } = await open('#q=milk');
  const key = (more: object) =>
    act(() => void FAKE_DOCUMENT.events.dispatchEvent(Object.assign(new Event('keydown'), more)));
  key({ key: 'Enter', ctrlKey: true });
  press('Add Milk');
  const announced = view.all('main')[0]?.all('p').at(-1)?.text;
  await settled();
  for (const more of [{ ctrlKey: true }, { metaKey: true }, {}, { key: 'a', ctrlKey: true }])
    key({ key: 'Enter', ...more });
  await settled();
  press('Copy link');
  await settled();
  expect([announced, ...copied]).toMatchInlineSnapshot(`
    [
      "Added Milk: 100 g on the plate",
      "http://page.example/#item=100_1_g_1_60_3.3_3.2_4.7_Milk",
      "http://page.example/#item=100_1_g_1_60_3.3_3.2_4.7_Milk",
      "http://page.example/#item=100_1_g_1_60_3.3_3.2_4.7_Milk",
    ]
  `);
});

test('chosen foods are in the tray, and a removal can be undone', async () => {
  const { view, press, blocks } = await open('#q=milk');
  press('Compare Milk');
  press('Add Milk');
  await settled();
  press('Remove Milk');
  await settled();
  expect(blocks().filter((block) => /tray|toast/.test(block))).toEqual([
    'div toast spread',
    'section compare-tray',
  ]);
  expect(view.ofClass('toast')[0]?.text).toBe('Removed MilkUndo×');
});

test('choosing another language stores it and reloads the page', async () => {
  const { view, copied } = await open('#q=milk');
  view.ofClass('language')[0]?.fire('change', { currentTarget: { value: 'es' } });
  expect([copied, localStorage.getItem('food-lookup-language')]).toEqual([['reloaded'], 'es']);
});

test('the title names the search, or else the food group', async () => {
  expect((await open('#q=egg')).title()).toBe('egg · Food Lookup');
  expect((await open('#group=Beverages')).title()).toBe('Beverages · Food Lookup');
});
