import { expect, test, vi } from 'vitest';
import { FAKE_DOCUMENT, FakeNode } from '../parts/render.case.ts';
import { shownPage } from '../parts/shown-page.case.ts';
import { NarrowPlate } from './narrow-plate.tsx';
import { add, MILK } from './shown-plate.case.tsx';

/** Shows the bar of the plate, and its sheet with a heading. */
async function narrow(said = '') {
  vi.stubGlobal('HTMLElement', FakeNode);
  const calls: string[] = [];
  const { createElementNS } = FAKE_DOCUMENT;
  vi.spyOn(FAKE_DOCUMENT, 'createElementNS').mockImplementation((space, name) => {
    const node = Object.assign(createElementNS(space, name), name === 'dialog' && { open: false });
    const call = (open: boolean) => () => {
      calls.push(open ? 'show' : 'close');
      Object.assign(node, { open });
    };
    return Object.assign(node, name === 'dialog' && { showModal: call(true), close: call(false) });
  });
  const shown = shownPage((page) => (
    <NarrowPlate page={page} said={said}>
      <h2>Foods</h2>
    </NarrowPlate>
  ));
  await shown.settle();
  const [dialog] = shown.view.all('dialog');
  return { ...shown, calls, dialog };
}

test('the bar sums up the plate, and opens it in a sheet', async () => {
  const { view, store, press, calls, settle } = await narrow();
  expect(view.outline).toMatchInlineSnapshot(`
    "<button type="button" class="plate-bar spread" aria-haspopup="dialog">
      <b>Plate <small>0 foods</small></b>
      <span aria-hidden="true">▲</span>
    <dialog class="sheet" aria-label="Plate">
      <button type="button" class="sheet-handle" aria-label="Close"></button>"
  `);
  store.dispatch(add(MILK));
  await settle();
  expect(view.all('button')[0]?.outline).toMatchInlineSnapshot(`
    "<b>Plate <small>1 food</small></b>
    <span class="goals stack">
      <span><span>Energy</span><b>120 of 2,000 kcal</b><meter aria-hidden="true" value="0.06"></meter></span>
      <span><span>Protein</span><b>6.6 of 50 g</b><meter aria-hidden="true" value="0.132"></meter></span>
    <span aria-hidden="true">▲</span>"
  `);
  press(view.all('button')[0]?.text ?? '');
  await settle();
  expect([calls, FAKE_DOCUMENT.activeElement?.text]).toEqual([['close', 'show'], 'Foods']);
  store.dispatch({ kind: 'plate/day', day: '2026-11-21' });
  expect(view.all('b')[0]?.text).toBe('Saturday, Nov 21 0 foods');
});

test('a message about the plate replaces the count of its foods', async () => {
  expect((await narrow('Link copied')).view.all('b')[0]?.text).toBe('Plate Link copied');
});

test.each<[string, (shown: Awaited<ReturnType<typeof narrow>>) => void]>([
  ['its handle', ({ press }) => press('Close')],
  ['a tap beside it', ({ dialog }) => dialog?.fire('click')],
  ['Escape', ({ dialog }) => dialog?.fire('close')],
])('the sheet is closed by %s', async (_, close) => {
  const shown = await narrow();
  const { store, settle, view, dialog, calls } = shown;
  store.dispatch({ kind: 'sheet', isOpen: true });
  await settle();
  dialog?.fire('click', { target: view.all('h2')[0] });
  expect([store.state.isSheetOpen, view.all('h2').length]).toEqual([true, 1]);
  close(shown);
  expect([store.state.isSheetOpen, view.all('h2').length, calls.at(-1)]).toEqual([
    false,
    0,
    'close',
  ]);
});

test('closing a sheet that was opened over a food does not take the focus away', async () => {
  const { store, settle } = await narrow();
  store.dispatch({ kind: 'show', view: { kind: 'food', id: '1' } });
  for (const isOpen of [true, false, true]) store.dispatch({ kind: 'sheet', isOpen });
  await settle();
  const blur = vi.fn();
  Object.assign(new FakeNode(1, 'button'), { blur }).focus();
  store.dispatch({ kind: 'sheet', isOpen: false });
  expect(blur).not.toHaveBeenCalled();
});

test.each([
  [{ kind: 'show', view: { kind: 'food', id: '1' } }, true],
  [{ kind: 'show', view: { kind: 'search', query: 'egg', match: 'fuzzy' } }, false],
  [{ kind: 'sheet', isOpen: false }, false],
] as const)('after %j, the view that was opened takes the focus: %s', async (action, isTaken) => {
  const { store, settle } = await narrow();
  store.dispatch({ kind: 'sheet', isOpen: true });
  await settle();
  const blur = vi.fn();
  const bar = Object.assign(new FakeNode(1, 'button'), { blur });
  bar.focus();
  store.dispatch(action);
  expect(blur).toHaveBeenCalledTimes(Number(isTaken));
});
