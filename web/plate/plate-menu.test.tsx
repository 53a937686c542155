import { expect, test } from 'vitest';
import { FAKE_DOCUMENT } from '../parts/render.case.ts';
import { currentPlate } from '../storage/saved-data.ts';
import { add, MILK, RYE, shownPlate } from './shown-plate.case.tsx';

test('the menu has every action for a plate', async () => {
  const [empty, full] = [await shownPlate([]), await shownPlate([MILK])];
  await empty.openMenu();
  expect(empty.view.all('details').at(-1)?.outline).toMatchInlineSnapshot(`
    "<summary>More</summary>
    <p class="actions">
      <button type="button">Rename</button>
      <button type="button">Open a file</button>
      <input type="file" hidden="true" accept=".csv,.json,text/csv,application/json" aria-label="Open a file"></input>
    <p class="note" role="status"></p>"
  `);
  await full.openMenu();
  expect(full.view.all('details').at(-1)?.outline).toMatchInlineSnapshot(`
    "<summary>More</summary>
    <p class="actions">
      <button type="button">Rename</button>
      <button type="button">New</button>
      <button type="button">Print</button>
      <button type="button">Copy CSV</button>
      <button type="button">Download CSV</button>
      <button type="button">Download JSON</button>
      <button type="button">Open a file</button>
      <input type="file" hidden="true" accept=".csv,.json,text/csv,application/json" aria-label="Open a file"></input>
      <button type="button" class="danger">Clear</button>
    <p class="actions">
      <label>Another day <input type="date" max="9999-12-31" required="true" value="2026-11-21"></input></label>
      <button type="button">Move there</button>
      <button type="button">Copy there</button>
    <p class="note" role="status"></p>"
  `);
});

test('if there are several plates, the menu can delete the current one', async () => {
  const { view, store, openMenu, press, plate } = await shownPlate([MILK]);
  store.dispatch({ kind: 'plate/new' });
  await openMenu();
  expect(
    view
      .all('details')
      .at(-1)
      ?.all('button')
      .map(({ text }) => text),
  ).toMatchInlineSnapshot(`
    [
      "Rename",
      "New",
      "Download all plates",
      "Open a file",
      "Delete",
    ]
  `);
  press('Delete');
  expect(plate()).toEqual(['Milk: 200 g']);
});

test('a plate is cleared, and a new one is begun', async () => {
  const { store, openMenu, press, plate } = await shownPlate([MILK]);
  await openMenu();
  press('New');
  expect([plate(), store.state.saved.plates.length]).toEqual([[], 2]);
  store.dispatch(add(RYE));
  press('Clear');
  expect([plate(), store.state.saved.plates.length]).toEqual([[], 2]);
});

test('a plate is renamed, or keeps its name if the form is canceled', async () => {
  const { view, store, openMenu, press } = await shownPlate([MILK]);
  await openMenu();
  const name = () => currentPlate(store.state.saved).name;
  press('Rename');
  const [form] = view.all('form');
  expect(form?.outline).toMatchInlineSnapshot(`
    "<input aria-label="Plate name" defaultValue="" placeholder="Sunday, Nov 22" maxLength="60"></input>
    <button type="submit" class="primary">Save</button>
    <button type="button">Cancel</button>"
  `);
  const [field] = form?.all('input') ?? [];
  expect([FAKE_DOCUMENT.activeElement === field, FAKE_DOCUMENT.selected === field]).toEqual([
    true,
    true,
  ]);
  Object.assign(field ?? {}, { value: 'Lunch' });
  const prevented: string[] = [];
  const preventDefault = () => void prevented.push('prevented');
  form?.fire('keydown', { key: 'a', preventDefault });
  form?.fire('submit', { preventDefault });
  expect([name(), view.all('form'), prevented]).toEqual(['Lunch', [], ['prevented']]);
  for (const end of ['Cancel', 'Escape']) {
    press('Rename');
    if (end === 'Cancel') press(end);
    else view.all('form')[0]?.fire('keydown', { key: end, preventDefault });
    expect([name(), view.all('form')]).toEqual(['Lunch', []]);
  }
  expect(prevented).toHaveLength(2);
});

test('when the form for the name closes, the focus returns to the button that opened it', async () => {
  const { openMenu, press, view } = await shownPlate([MILK]);
  await openMenu();
  const [opener] = view.all('button').filter(({ text }) => text === 'Rename');
  opener?.focus();
  press('Rename');
  press('Cancel');
  expect(FAKE_DOCUMENT.activeElement?.text).toBe('Rename');
});

test('a plate is moved or copied to another day', async () => {
  const { view, store, openMenu, press } = await shownPlate([MILK]);
  await openMenu();
  const days = () => store.state.saved.plates.map(({ day }) => day);
  const input = () =>
    view
      .all('details')
      .at(-1)
      ?.all('input')
      .find(({ shown }) => shown.get('type') === 'date');
  press('Move there');
  const all = [input()?.shown.get('value'), days()];
  input()?.fire('change', { currentTarget: { value: '2026-12-24' } });
  press('Copy there');
  input()?.fire('change', { currentTarget: { value: '' } });
  expect([...all, input()?.shown.get('value'), days()]).toEqual([
    ...['2026-11-22', ['2026-11-21'], '2026-11-22', ['2026-12-24', '2026-11-21']],
  ]);
});
