import { expect, test, vi } from 'vitest';
import { browserAddress, browserStorage, restorePosition, today } from './browser.ts';

const MARK = { search: 'q=egg', isUnsaved: true };

/** Stands in for the history of a page, and records what is written to it. */
function browse(state: unknown, hash = '#q=egg') {
  const written: unknown[] = [];
  const record =
    (name: string) =>
    (...[entry, title, url]: unknown[]) =>
      written.push([name, entry, title, url === undefined ? url : String(url)]);
  vi.stubGlobal('location', { hash, href: `http://page.example/?a=b${hash}` });
  vi.stubGlobal('history', {
    state,
    replaceState: record('replace'),
    pushState: record('push'),
    back: () => written.push('back'),
  });
  vi.stubGlobal('scrollTo', (to: unknown) => written.push(to));
  vi.stubGlobal('scrollY', 120);
  vi.stubGlobal('document', {
    activeElement: {
      closest: (selector: string) => (selector === '[id]' ? { id: 'results-3' } : null),
    },
  });
  return written;
}

test('the fragment and the state of the history entry are read', () => {
  browse({ ...MARK, other: 1 });
  expect([browserAddress.fragment(), browserAddress.mark()]).toEqual(['#q=egg', MARK]);
  for (const state of [null, undefined, 'text', {}, { search: 1 }]) {
    browse(state);
    expect(browserAddress.mark()).toBeUndefined();
  }
  browse({ search: '' });
  expect(browserAddress.mark()).toEqual({ search: '', isUnsaved: false });
});

test('replacing the fragment keeps the rest of the history entry', () => {
  const written = browse({ other: 1 });
  browserAddress.replace('q=milk', MARK);
  expect(written).toEqual([
    ['replace', { other: 1, ...MARK }, '', 'http://page.example/?a=b#q=milk'],
  ]);
});

test('a new history entry starts at the top; the previous entry keeps its scroll position', () => {
  const written = browse({ other: 1 });
  browserAddress.push('food=1', MARK, true);
  expect(written).toEqual([
    ['replace', { other: 1, place: { top: 120, focusId: 'results-3' } }, '', undefined],
    ['push', { ...MARK, isAfterSearch: true }, '', 'http://page.example/?a=b#food=1'],
    { top: 0, behavior: 'instant' },
  ]);
  vi.stubGlobal('document', { activeElement: null });
  browserAddress.push('food=1', MARK, false);
  expect(written[3]).toEqual([
    'replace',
    { other: 1, place: { top: 120, focusId: '' } },
    '',
    undefined,
  ]);
});

test.each([
  [{ isAfterSearch: true }, true],
  [{ isAfterSearch: 1 }, false],
  [null, false],
])('from an entry with %j, Back leads to the search: %s', (state, canGo) => {
  const written = browse(state);
  expect(browserAddress.backToSearch()).toBe(canGo);
  expect(written).toEqual(canGo ? ['back'] : []);
});

/** A storage that may be full. */
function storage(isFull = false) {
  const items = new Map<string, string>();
  return {
    items,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, text: string) => {
      if (isFull) throw new Error('full');
      items.set(key, text);
    },
  };
}

test('saved data is stored for all tabs, the current plate only for its tab', () => {
  const [all, own] = [storage(), storage()];
  vi.stubGlobal('localStorage', all);
  vi.stubGlobal('sessionStorage', own);
  expect([browserStorage.load(), browserStorage.loadCurrent()]).toEqual([undefined, undefined]);
  expect(browserStorage.save('data')).toBe(true);
  browserStorage.saveCurrent('id');
  expect([browserStorage.load(), browserStorage.loadCurrent()]).toEqual(['data', 'id']);
  expect([[...all.items], [...own.items]]).toEqual([
    [['food-lookup', 'data']],
    [['food-lookup', 'id']],
  ]);
});

test('a browser that refuses storage saves nothing', () => {
  vi.stubGlobal('localStorage', storage(true));
  vi.stubGlobal('sessionStorage', storage(true));
  expect(browserStorage.save('data')).toBe(false);
  browserStorage.saveCurrent('id');
  vi.stubGlobal('localStorage', undefined);
  vi.stubGlobal('sessionStorage', undefined);
  expect([browserStorage.load(), browserStorage.loadCurrent()]).toEqual([undefined, undefined]);
});

test('the date is local', () => {
  expect(today(new Date(2026, 0, 2, 23, 59))).toBe('2026-01-02');
  vi.useFakeTimers({ now: new Date(2026, 10, 22) });
  expect(today()).toBe('2026-11-22');
  vi.useRealTimers();
});

/** A fake page of this height, which records scrolling and focusing. */
function page(height: number) {
  const done: string[] = [];
  const frames: (() => void)[] = [];
  const inputs = new Map<string, () => void>();
  const body = { name: 'body' };
  class Input {}
  const link = {
    focus: () => {
      done.push('focus');
      document.activeElement = link;
    },
  };
  const owners = new Map<string, object>();
  const document: { activeElement: object; [name: string]: unknown } = {
    activeElement: body,
    body,
    documentElement: { scrollHeight: height },
    getElementById: (id: string) => owners.get(id) ?? null,
  };
  const clock = { now: 0 };
  const globals = {
    document,
    HTMLInputElement: Input,
    innerHeight: 500,
    performance: { now: () => clock.now },
    scrollTo: ({ top }: { top: number }) => done.push(`scroll to ${top}`),
    requestAnimationFrame: (draw: () => void) => frames.push(draw),
    setTimeout: (run: () => void) => run(),
    addEventListener: (type: string, listener: () => void) => inputs.set(type, listener),
  };
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value);
  const frame = () => {
    for (const draw of frames.splice(0)) draw();
  };
  const owner = { querySelector: (name: string) => (name === 'a' ? link : null) };
  return { done, frame, frames, inputs, clock, document, owners, owner, link, Input };
}

const ENTRY = { place: { top: 800, focusId: 'results-3' } };

test('the scroll position is restored once the content is back', () => {
  const { done, frame, frames, document, owners, owner } = page(1299);
  restorePosition(ENTRY);
  frame();
  expect(done.splice(0)).toEqual(['scroll to 800']);
  owners.set('results-3', owner);
  Object.assign(document, { documentElement: { scrollHeight: 1300 } });
  frame();
  frame();
  expect(done).toMatchInlineSnapshot(`
    [
      "focus",
      "scroll to 800",
      "focus",
      "scroll to 800",
    ]
  `);
  expect(frames).toEqual([]);
});

test('the focus returns to an input itself, and to the link in any other element', () => {
  const { done, frame, owners, Input, document } = page(1300);
  const input = Object.assign(new Input(), { focus: () => done.push('focus input') });
  owners.set('results-3', input);
  restorePosition(ENTRY);
  frame();
  expect(done).toEqual(['focus input', 'scroll to 800']);
  expect(document.activeElement).toEqual({ name: 'body' });
});

test.each(['keydown', 'pointerdown', 'wheel'])('%s ends the wait', (type) => {
  const { done, frame, inputs } = page(0);
  restorePosition(ENTRY);
  inputs.get(type)?.();
  frame();
  expect(done).toEqual([]);
});

test('the wait ends if the focus or the history entry changes, or after 30 seconds', () => {
  const focused = page(0);
  restorePosition(ENTRY);
  focused.document.activeElement = focused.link;
  focused.frame();
  expect(focused.done).toEqual([]);
  const late = page(0);
  restorePosition(ENTRY);
  late.clock.now = 30_000;
  late.frame();
  late.frame();
  expect([late.done, late.frames]).toEqual([['scroll to 800', 'scroll to 800'], []]);
  const other = page(0);
  restorePosition(ENTRY);
  restorePosition({});
  other.frame();
  expect(other.done).toEqual([]);
});

test('if no element had the focus, only the height is awaited', () => {
  const { done, frame, frames } = page(1300);
  restorePosition({ place: { top: 800, focusId: '' } });
  frame();
  frame();
  expect([done, frames]).toEqual([['scroll to 800', 'scroll to 800'], []]);
});

test.each([
  null,
  'text',
  {},
  { place: null },
  { place: { top: '1', focusId: '' } },
  { place: { top: 1 } },
])('a history entry with the state %j has no position', (entry) => {
  const { frames } = page(1300);
  restorePosition(entry);
  expect(frames).toEqual([]);
});
