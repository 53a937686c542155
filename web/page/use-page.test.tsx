import { act } from 'preact/test-utils';
import { expect, onTestFinished, test, vi } from 'vitest';
import * as amounts from '../foods/search-criteria.ts';
import { FAKE_DOCUMENT, rendered } from '../parts/render.case.ts';
import { settled } from '../parts/shown-page.case.ts';
import { STORAGE_KEY } from './browser.ts';
import { type Page, usePage } from './use-page.ts';

const FOODS = [{ description: 'Milk', kcal: 60, protein_g: 3, fat_g: 3, carbohydrate_g: 5 }];

/** Opens a page, whose service answers each request with foods. */
async function open({ hash = '', isHidden = false, readingTakes = 0, isDown = false } = {}) {
  vi.useFakeTimers({ now: new Date('2026-11-22T12:00') });
  const asked: string[] = [];
  const frames: (() => void)[] = [];
  const stored = new Map<string, string>();
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
  };
  const location = { hash, href: `http://page.example/${hash}` };
  const history = {
    state: null as unknown,
    replaceState: (state: unknown, _: string, url?: URL) => {
      history.state = state;
      if (url) location.hash = url.hash;
    },
    pushState: (...given: [unknown, string, URL]) => history.replaceState(...given),
    back: () => {},
  };
  const window = new EventTarget();
  for (const [name, value] of Object.entries({
    fetch: async (url: string) => {
      asked.push(url.replace('http://api.example/api/', ''));
      if (isDown) throw new TypeError('down');
      return Response.json(url.includes('/fields') ? [] : FOODS);
    },
    ...{
      localStorage: storage,
      sessionStorage: storage,
      location,
      history,
      window,
      scrollTo: () => {},
    },
    requestAnimationFrame: (draw: () => void) => frames.push(draw),
    cancelAnimationFrame: (frame: number) => frames.splice(frame - 1, 1, () => {}),
    navigator: { onLine: true },
    scrollY: 0,
  }))
    vi.stubGlobal(name, value);
  let page: Page | undefined;
  let draws = 0;
  const loadInterpretation = () => new Promise((resolve) => setTimeout(resolve, readingTakes));
  function Shown() {
    page = usePage('http://api.example', loadInterpretation);
    draws += 1;
    return null;
  }
  const view = rendered(<Shown />, { hidden: isHidden });
  onTestFinished(() => void vi.useRealTimers());
  const pageNow = () => {
    if (page === undefined) throw new Error('The page was not drawn.');
    return page;
  };
  const frame = () =>
    act(async () => {
      for (const draw of frames.splice(0)) draw();
      await vi.advanceTimersByTimeAsync(0);
    });
  return {
    ...{ asked, stored, location, history, window, view, settle: settled, frame, frames },
    page: pageNow,
    draws: () => draws,
  };
}

test('newcomers are offered everyday foods, which are looked up', async () => {
  const { page, asked, settle } = await open();
  await settle();
  await settle();
  expect(asked.filter((url) => url !== 'fields')).toMatchInlineSnapshot(`
    [
      "food?q=eggs&match=fuzzy&limit=1",
      "food?q=banana&match=fuzzy&limit=1",
      "food?q=cheddar&match=fuzzy&limit=1",
      "food?q=oats&match=fuzzy&limit=1",
    ]
  `);
  expect(page().state.everyday?.map(({ description }) => description)).toEqual([
    'Milk',
    'Milk',
    'Milk',
    'Milk',
  ]);
});

test('everyday foods are offered once a search is cleared, unless the service is down', async () => {
  const searched = await open({ hash: '#q=egg' });
  await searched.settle();
  expect(searched.page().state.everyday).toBeUndefined();
  act(() => searched.page().dispatch({ kind: 'type', text: '' }));
  await searched.settle();
  await searched.settle();
  expect(searched.page().state.everyday?.length).toBe(4);
  const down = await open({ isDown: true });
  await down.settle(4000);
  expect(down.page().state.everyday).toEqual([]);
  act(() => down.page().dispatch({ kind: 'type', text: 'egg' }));
  await down.settle(4000);
  expect(down.page().store.state.search).toMatchObject({
    ...{ kind: 'failed', fault: { kind: 'unreachable' } },
  });
});

test.each([
  ['#q=50%20g%20egg', 2],
  ['#q=egg', 1],
])(
  'when the amount reader is loaded, the search for %s is sent %d times in all',
  async (hash, times) => {
    await amounts.loadAmountReader();
    vi.spyOn(amounts, 'loadAmountReader').mockResolvedValue(true);
    const { asked, settle } = await open({ hash });
    await settle(4000);
    expect(asked.filter((url) => url.startsWith('food?q='))).toHaveLength(times);
  },
);

test('typed text is drawn after the next paint, other actions at once', async () => {
  const { page, frame, draws, settle, frames } = await open();
  await settle();
  const before = draws();
  act(() => page().dispatch({ kind: 'type', text: 'mil', isShown: true }));
  act(() => page().dispatch({ kind: 'type', text: 'milk', isShown: true }));
  const late = draws();
  await frame();
  expect([late - before, draws() - late, page().state.criteria.query, frames.length]).toEqual([
    0,
    1,
    'milk',
    0,
  ]);
  act(() => page().dispatch({ kind: 'type', text: 'egg' }));
  expect([draws() - late, page().state.criteria.query]).toEqual([2, 'egg']);
  act(() => page().dispatch({ kind: 'rows', rows: new Map() }));
  act(() => page().dispatch({ kind: 'search', search: { kind: 'idle' } }));
  expect(draws() - late).toBe(2);
});

test('a hidden tab draws at once', async () => {
  const { page, draws, settle } = await open({ isHidden: true });
  await settle();
  const before = draws();
  act(() => page().dispatch({ kind: 'type', text: 'milk', isShown: true }));
  expect(draws() - before).toBe(1);
});

test('the page follows the history, other tabs and the clock, until it is left', async () => {
  const { page, window, location, stored, settle, view } = await open();
  await settle();
  const happen = (target: EventTarget, event: Event) => act(() => void target.dispatchEvent(event));
  location.hash = '#q=rye';
  happen(window, new Event('popstate'));
  expect(page().state.criteria.query).toBe('rye');
  const { saved } = page().state;
  const save = (basis: string) => stored.set(STORAGE_KEY, JSON.stringify({ ...saved, basis }));
  const storage = (key: string) => Object.assign(new Event('storage'), { key });
  save('portion');
  happen(window, storage('other'));
  const bases = [page().state.saved.basis];
  happen(window, storage(STORAGE_KEY));
  bases.push(page().state.saved.basis);
  expect(bases).toEqual(['100g', 'portion']);
  const days: string[] = [];
  for (const [i, [target, type]] of (
    [
      [window, 'focus'],
      [window, 'pageshow'],
      [FAKE_DOCUMENT.events, 'visibilitychange'],
    ] as const
  ).entries()) {
    save(i % 2 === 0 ? '100g' : 'portion');
    vi.setSystemTime(new Date(`2026-11-2${i + 3}T12:00`));
    happen(target, new Event(type));
    days.push(`${page().state.today} ${page().state.saved.basis}`);
  }
  expect(days).toEqual(['2026-11-23 100g', '2026-11-24 portion', '2026-11-25 100g']);
  act(() => page().dispatch({ kind: 'type', text: 'oats' }));
  location.hash = '';
  happen(window, new Event('pagehide'));
  expect(location.hash).toBe('#q=oats');
  view.draw(null);
  const { state } = page().store;
  location.hash = '#q=late';
  save('portion');
  vi.setSystemTime(new Date('2026-12-01T12:00'));
  for (const type of ['popstate', 'focus', 'pageshow']) happen(window, new Event(type));
  happen(window, storage(STORAGE_KEY));
  happen(FAKE_DOCUMENT.events, new Event('visibilitychange'));
  happen(window, new Event('pagehide'));
  expect([page().store.state === state, location.hash]).toEqual([true, '#q=late']);
});

test('the first results wait up to a second for the code that shows their interpretation', async () => {
  for (const [readingTakes, wait] of [
    [500, 500],
    [5000, 1000],
  ] as const) {
    const { page, settle, frame } = await open({ readingTakes });
    await settle(150);
    act(() => page().dispatch({ kind: 'type', text: 'milk' }));
    await settle(wait - 1);
    const before = page().store.state.search.kind;
    await settle(1);
    await settle();
    await frame();
    expect([before, page().state.search.kind]).toEqual(['loading', 'found']);
  }
});
