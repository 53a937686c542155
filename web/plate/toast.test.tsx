import { expect, test } from 'vitest';
import { foodOf, plateOf } from '../foods/sample-foods.case.ts';
import type { Notice } from '../page/page-state.ts';
import { FAKE_DOCUMENT, FakeNode } from '../parts/render.case.ts';
import { shownPage } from '../parts/shown-page.case.ts';
import { addPlate, newSavedData } from '../storage/saved-data.ts';
import { add, MILK, RYE } from './shown-plate.case.tsx';
import { noticeText, Toast } from './toast.tsx';

const lunch = { name: 'Lunch', day: '2001-11-23', portions: [] };
const before = addPlate(addPlate(newSavedData('2001-11-22'), lunch), lunch);
const [second] = before.plates;

test.each([
  ['moved', 'Moved to Friday, Nov 23, 2001'],
  ['copied', 'Copied to Friday, Nov 23, 2001'],
  ['deleted', 'Deleted Lunch (2)'],
  ['dropped', 'There is no room for more plates: the oldest, Lunch (2), was deleted'],
] as const)('the toast says which plate was %s, or to which day', (kind, text) => {
  if (second === undefined) throw new Error('The plate is missing.');
  const after = { ...before, plates: before.plates.slice(1) };
  expect(noticeText({ about: { kind, plate: second }, undo: { before, after } })).toBe(text);
});

test('a name in Hebrew is isolated from the number after it', () => {
  const [from] = plateOf(foodOf('חלב'));
  if (from === undefined) throw new Error('The row is missing.');
  expect(noticeText({ about: { kind: 'changed', from, to: from } })).toBe('\u2068חלב\u2069: 100 g');
});

const removed = (...names: string[]) =>
  ({ kind: 'removed', foods: names.map((name) => foodOf(name)) }) as const;
const opened = (added: number, known: number, leftOut: number, unreadable: number) =>
  ({ kind: 'opened', added, known, leftOut, unreadable }) as const;

test('the toast says what was done', () => {
  if (second === undefined) throw new Error('The plate is missing.');
  const abouts: Notice['about'][] = [
    removed('Milk'),
    removed('Milk', 'Rye'),
    { kind: 'added', foods: [MILK, RYE] },
    { kind: 'full', food: 'Milk' },
    { kind: 'renamed', plate: second },
    opened(1, 0, 0, 0),
    opened(2, 1, 2, 1),
    opened(0, 2, 1, 2),
  ];
  expect(
    abouts.map((about) => noticeText({ about, undo: { before, after: before } })),
  ).toMatchInlineSnapshot(`
    [
      "Removed Milk",
      "Removed 2 foods",
      "Added 2 foods",
      "At most 4 foods can be compared: Milk was not added",
      "Renamed Lunch (2)",
      "1 plate opened.",
      "2 plates opened. 1 already here. No room for 2: delete old plates first. 1 item could not be read. Ask for the link or file again.",
      "0 plates opened. 2 already here. No room for 1: delete old plates first. 2 items could not be read. Ask for the link or file again.",
    ]
  `);
});

/** Shows the toast of a removed food while this element has the focus. */
function toasted(focused: string | null, undo = true) {
  const focus = Object.assign(new FakeNode(1, 'x'), {
    matches: (names: string) => names.split(', ').includes(focused ?? ''),
  });
  const shown = shownPage(
    (page) => page.state.notice && <Toast page={page} notice={page.state.notice} />,
  );
  const { store, view } = shown;
  FAKE_DOCUMENT.activeElement = focus;
  store.dispatch(add(MILK));
  if (undo) store.dispatch({ kind: 'plate/clear' });
  else
    for (let i = 0; i < 5; i += 1)
      store.dispatch({ kind: 'compare', food: foodOf(`${i}`, { id: `${i}` }) });
  return {
    ...shown,
    focused: () =>
      FAKE_DOCUMENT.activeElement === focus ? 'as before' : FAKE_DOCUMENT.activeElement?.text,
    view,
  };
}

test('the toast undoes the change, or is closed', () => {
  const { view, store, press } = toasted('input');
  expect(view.outline).toMatchInlineSnapshot(`
    "<span>Removed Milk</span>
    <button type="button">Undo</button>
    <button type="button" class="icon" aria-label="Close">×</button>"
  `);
  press('Undo');
  expect([store.state.saved.plates[0]?.portions.length, view.text]).toEqual([1, '']);
  store.dispatch({ kind: 'plate/clear' });
  press('Close');
  expect([store.state.saved.plates[0]?.portions.length, view.text]).toEqual([0, '']);
  expect(toasted(null, false).view.outline).toMatchInlineSnapshot(`
    "<span>At most 4 foods can be compared: 4 was not added</span>
    <button type="button" class="icon" aria-label="Close">×</button>"
  `);
});

test.each([
  ['input', 'as before'],
  ['body', 'Undo'],
  ['h1', 'Undo'],
  ['h2', 'Undo'],
])('when the toast appears, the focus on %s moves to %s', (name, expected) => {
  expect(toasted(name).focused()).toBe(expected);
});

test.each([
  ['plate-heading', 'Plate'],
  ['other', 'Foods'],
])(
  'when the toast closes, the focus moves to the heading of the plate, or else of the page',
  (id, text) => {
    const shown = shownPage((page) => (
      <>
        <h1>Foods</h1>
        <h2 id={id}>Plate</h2>
        {page.state.notice && <Toast page={page} notice={page.state.notice} />}
      </>
    ));
    shown.store.dispatch(add(MILK));
    shown.store.dispatch({ kind: 'plate/clear' });
    shown.press('Close');
    expect(FAKE_DOCUMENT.activeElement?.text).toBe(text);
  },
);
