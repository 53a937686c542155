import { expect, test, vi } from 'vitest';
import { FAKE_DOCUMENT, FakeNode } from '../parts/render.case.ts';
import { MILK, RYE, SOUP, shownPlate } from './shown-plate.case.tsx';

test('a row opens to show what its food contains, and closes', async () => {
  const { view, press } = await shownPlate([{ ...MILK, fat: 9 }]);
  const row = () => view.all('li')[0];
  press('More about Milk');
  expect([row()?.shown.get('class'), row()?.outline]).toMatchInlineSnapshot(`
    [
      "portion open",
      "<span class="description"><a class="quiet" href="#food=1&amount=200+g">Milk</a></span>
    <span class="editor">
      <span class="amount">
        <input autocomplete="off" aria-invalid="false" enterkeyhint="done" aria-label="Amount of Milk" value="200"></input>
        <select aria-label="Unit for Milk" value="g">
          <option value="cup">cup · 244 g</option>
          <option value="g">g</option>
          <option value="oz">oz</option>
          <option value="ml">ml</option>
    <span class="energy-of spread"><b>120 kcal</b></span>
    <button type="button" class="icon edit" aria-label="More about Milk" aria-expanded="true">▾</button>
    <button type="button" class="icon remove" aria-label="Remove Milk">×</button>
    <span class="contains actions note">
      <span><i class="carbohydrate"></i><abbr title="Carbs">C</abbr> 9.4</span>
      <span><i class="protein"></i><abbr title="Protein">P</abbr> 6.6</span>
      <span class="differs"><i class="fat"></i><abbr title="Fat">F</abbr> 18.0</span>",
    ]
  `);
  press('More about Milk');
  expect(row()?.shown.get('class')).toBe('portion');
  row()?.all('span')[1]?.fire('focusin');
  expect(row()?.shown.get('class')).toBe('portion open');
});

test('the amount is changed, the food is shown, searched for and removed', async () => {
  const { view, store, press, plate } = await shownPlate([MILK, RYE]);
  const [input] = view.all('li').flatMap((row) => row.all('input'));
  const type = (value: string) => {
    input?.fire('input', { currentTarget: { value } });
    input?.fire('blur');
  };
  type('1 cup');
  expect(plate()).toEqual(['Milk: 1 cup', 'Rye bread: 200 g']);
  press('Milk');
  expect(store.state.view).toEqual({ kind: 'food', id: '1', amount: '1 cup' });
  press('Remove Rye bread');
  expect(plate()).toEqual(['Milk: 1 cup']);
  type('oats');
  press('Search for “oats”');
  expect(store.state.criteria.query).toBe('oats');
});

test('arrow keys move a row and keep the focus on its handle', async () => {
  const { view, plate, focused } = await shownPlate([MILK, RYE, SOUP]);
  const frames: (() => void)[] = [];
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => void frames.push(draw));
  const handle = (food: string) =>
    view.all('button').find(({ shown }) => shown.get('aria-label') === `Move ${food}`);
  const prevented: string[] = [];
  const key = (food: string, name: string) =>
    handle(food)?.fire('keydown', { key: name, preventDefault: () => prevented.push(name) });
  key('Milk', 'ArrowDown');
  key('Soup', 'ArrowUp');
  key('Soup', 'Tab');
  expect(plate()).toEqual(['Rye bread: 200 g', 'Soup: 200 g', 'Milk: 200 g']);
  expect(prevented).toEqual(['ArrowDown', 'ArrowUp']);
  for (const draw of frames) draw();
  expect(frames).toHaveLength(2);
  expect(focused()).toBeUndefined();
});

test('a dragged row moves once it passes the middle of its neighbor', async () => {
  const { view, plate } = await shownPlate([MILK, RYE, SOUP]);
  vi.stubGlobal('Element', FakeNode);
  const rows = view
    .all('li')
    .map((row) => Object.assign(row, { getBoundingClientRect: () => ({ top: 100, height: 40 }) }));
  const classes: string[] = [];
  const [, rye] = rows;
  const classList = {
    add: (name: string) => classes.push(name),
    remove: (name: string) => classes.push(`no ${name}`),
  };
  Object.assign(rye ?? {}, {
    classList,
    previousElementSibling: rows[0],
    nextElementSibling: rows[2],
  });
  const handle = Object.assign(
    view.all('button').filter(({ text }) => text === '⠿')[1] ?? new FakeNode(1, 'x'),
    { closest: () => rye },
  );
  const pointer = (type: string, clientY = 0) =>
    FAKE_DOCUMENT.events.dispatchEvent(Object.assign(new Event(type), { clientY }));
  const names = () =>
    plate()
      .map((text) => text[0])
      .join('');
  const moves: string[] = [];
  const drag = (button: number, ...ys: number[]) => {
    handle.fire('pointerdown', { button });
    for (const y of ys) {
      pointer('pointermove', y);
      moves.push(names());
    }
    pointer('pointerup');
  };
  drag(2, 200);
  drag(0, 120, 121);
  drag(0, 119);
  pointer('pointermove', 200);
  expect(moves).toEqual(['MRS', 'MRS', 'MSR', 'MRS']);
  expect([names(), ...classes]).toEqual([
    ...['MRS', 'dragged', 'no dragged', 'dragged', 'no dragged'],
  ]);
});

test.each([
  [[MILK], false],
  [[MILK, RYE], true],
])('a row has a handle only if there is another row', async (foods, hasHandle) => {
  const { view } = await shownPlate(foods);
  const labels = view.all('button').map(({ shown }) => shown.get('aria-label'));
  expect(labels).toContain('Remove Milk');
  expect(labels.includes('Move Milk')).toBe(hasHandle);
});
