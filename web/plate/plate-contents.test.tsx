import { expect, test } from 'vitest';
import { foodOf } from '../foods/sample-foods.case.ts';
import { add, MILK, RYE, shownPlate } from './shown-plate.case.tsx';

test('the day is changed by arrows or date', async () => {
  const { view, store, press } = await shownPlate([MILK]);
  const day = () =>
    store.state.saved.plates.find(({ id }) => id === store.state.saved.current)?.day;
  const days = ['Previous day', 'Previous day', 'Next day', 'Next day', 'Next day'].map((name) => {
    press(name);
    return day()?.slice(-2);
  });
  view.all('input')[0]?.fire('change', { currentTarget: { value: '2026-11-01' } });
  expect([...days, day()]).toEqual(['21', '20', '21', '22', '23', '2026-11-01']);
  press('Week');
  expect(store.state.view).toEqual({ kind: 'week', column: 'kcal' });
});

test('plates of the day and those with a name can be chosen', async () => {
  const { view, store } = await shownPlate([MILK]);
  expect(view.ofClass('plate-name')).toEqual([]);
  store.dispatch({ kind: 'plate/rename', name: 'Lunch' });
  const heads = () =>
    view
      .ofClass('plate-head')[0]
      ?.childNodes.slice(2)
      .map(({ localName, shown, text }) => `${localName} ${shown.get('aria-label')}: ${text}`);
  const all = [heads()];
  store.dispatch({ kind: 'plate/new' });
  store.dispatch(add(RYE));
  all.push(heads());
  store.dispatch({ kind: 'plate/day', day: '2026-11-21' });
  all.push(heads());
  expect(all).toMatchInlineSnapshot(`
    [
      [
        "span undefined: Lunch",
      ],
      [
        "select Plate name: Sunday, Nov 22Lunch",
      ],
      [
        "select Plate name: Saturday, Nov 21Lunch",
      ],
    ]
  `);
  const [select] = view.ofClass('plate-name');
  const lunch = select
    ?.all('option')
    .find(({ text }) => text === 'Lunch')
    ?.shown.get('value');
  select?.fire('change', { currentTarget: { value: lunch } });
  expect(view.all('li').map(({ text }) => text.slice(0, 4))).toEqual(['Milk']);
});

test.each([
  ['Keep it', ['Rye: 50 g'], 2],
  ['Back to my plate', ['Milk: 200 g'], 1],
])('the page asks about a plate from a link; “%s” leads to %j', async (answer, foods, count) => {
  const { view, tab, store, press, plate, focused, settle } = await shownPlate([MILK]);
  tab.paste('item=50_1_g__1_1_1_1_Rye&item=broken');
  await settle();
  expect(view.all('div').find(({ shown }) => shown.get('role') === 'alert')?.text).toBe(
    'Someone shared this plate with you. It is not one of yours.Keep itBack to my plate',
  );
  expect(view.text).toContain('1 item could not be read.');
  press(answer);
  expect([plate(), store.state.saved.plates.length, focused()]).toEqual([
    foods,
    count,
    'plate-heading',
  ]);
});

test.each([
  ['Start a plate for today', ['Rye bread: 200 g']],
  ['Continue with Sunday, Nov 22', ['Milk: 200 g', 'Rye bread: 200 g']],
])(
  'the page asks before it adds food to an earlier day’s plate; “%s” leads to %j',
  async (answer, foods) => {
    const { view, store, press, plate, focused } = await shownPlate([MILK]);
    store.dispatch({ kind: 'day', today: '2026-11-23' });
    const notice = () => view.all('div').find(({ shown }) => shown.get('role') === 'alert');
    const before = notice()?.text;
    store.dispatch(add(RYE));
    expect([before, notice()?.text]).toEqual(
      ['', 'Not added yet: Rye bread.'].map(
        (waiting) =>
          `This plate is from an earlier day: Sunday, Nov 22. ${waiting}Start a plate for todayContinue with Sunday, Nov 22`,
      ),
    );
    press(answer);
    expect([plate(), focused(), notice()]).toEqual([foods, 'plate-heading', undefined]);
  },
);

test('remarks say where values differ from the service’s: the sender’s, or old ones once the plate is kept', async () => {
  const { view, tab, press, settle } = await shownPlate([]);
  tab.paste('item=100_1_g_1_61_3.3_3.2_4.7_Milk&item=100_1_g_2_259_8.5_3.3_48.3_Rye');
  await settle();
  await settle();
  const remarks = () => view.ofClass('remark').map(({ text }) => text);
  const before = remarks();
  press('Keep it');
  expect([before, remarks()]).toEqual([
    ['Milk The sender’s values. Here, 100 g has 60 kcal.'],
    ['Milk Values from when it was added. Now, 100 g has 60 kcal.'],
  ]);
});

test('a plate that the browser cannot store can be saved as a file', async () => {
  const { browser, store, view } = await shownPlate([MILK]);
  browser.refusesStorage = true;
  store.dispatch(add(MILK));
  expect(view.ofClass('saved')[0]?.outline).toMatchInlineSnapshot(`
    "Nothing is saved: this browser does not allow it. The address bar keeps this plate; a file can keep all plates.
    <button type="button" class="link">Save a file</button>"
  `);
});

test('the end of a long plate is drawn later', async () => {
  const { view, settle } = await shownPlate(
    Array.from({ length: 20 }, (_, i) => foodOf(`Food ${i}`)),
  );
  const counts = [view.all('li').length];
  for (const ms of [300, 0]) {
    await settle(ms);
    counts.push(view.all('li').length);
  }
  expect(counts).toEqual([17, 20, 20]);
});
