import { expect, test } from 'vitest';
import { NO_SCHEMA } from '../foods/columns.ts';
import { foodOf, plateOf } from '../foods/sample-foods.case.ts';
import { SCHEMA, shownPage } from '../parts/shown-page.case.ts';
import { averageOf, sumDay, WeekView, weekOf } from './week-view.tsx';

const portionOf = (id: string | null, count: number) => ({
  food: foodOf(`Food ${id}`, { id }),
  count,
  unit: { name: 'g', grams: 1 },
});

/** Shows the week of a nutrient, with plates of four days. */
async function week(column: string, options = {}, grams = 200) {
  const shown = shownPage(
    (page) => {
      const { view } = page.state;
      return <WeekView page={page} column={view.kind === 'week' ? view.column : ''} />;
    },
    { at: `week=${column}`, ...options },
  );
  const { store } = shown;
  for (const [day, ...portions] of [
    ['2026-11-22', portionOf('1', grams), portionOf(null, 100)],
    ['2026-11-20', portionOf('2', 50)],
    ['2026-11-19', portionOf(null, 5)],
    ['2026-11-01', portionOf('1', 1)],
  ] as const) {
    store.dispatch({ kind: 'plate/day', day });
    store.dispatch({ kind: 'plate/add', portions });
  }
  await shown.settle();
  await shown.settle();
  return shown;
}

test('a week is shown as a chart and a table', async () => {
  const { view } = await week('sodium_mg');
  expect(view.outline).toMatchInlineSnapshot(`
    "<div class="view stack week-view" tabIndex="-1" aria-busy="false">
      <p class="back"><button type="button" class="link">‹ Back to the search</button></p>
      <h1 tabIndex="-1">Seven days</h1>
      <p class="week-nutrients">
        <button type="button" class="chip" aria-pressed="false">Energy</button>
        <button type="button" class="chip" aria-pressed="false">Protein</button>
      <select aria-label="Nutrient" value="sodium_mg">
        <optgroup label="Main nutrients">
          <option value="kcal">Energy</option>
          <option value="protein_g">Protein</option>
          <option value="lipid_total_g">Total fat</option>
          <option value="carbohydrate_g">Carbohydrate, by difference</option>
        <optgroup label="Fats and cholesterol"><option value="fa_sat_g">Saturated fat</option></optgroup>
        <optgroup label="Minerals"><option value="sodium_mg">Sodium</option></optgroup>
        <optgroup label="Vitamins"><option value="vit_c_mg">Vitamin C</option></optgroup>
        <optgroup label="More nutrients"><option value="ash_g">Ash</option></optgroup>
      <p class="week-average">189 mg a day on average</p>
      <div class="week-chart" --goal="1" aria-hidden="true">
        <hr></hr>
        <div><p --amount="0"><b></b></p>Mon</div>
        <div><p --amount="0"><b></b></p>Tue</div>
        <div><p --amount="0"><b></b></p>Wed</div>
        <div><p --amount="0"><b></b></p>Thu</div>
        <div><p --amount="0.13108695652173913"><b>302</b></p>Fri</div>
        <div><p --amount="0"><b></b></p>Sat</div>
        <div class="today"><p --amount="0.03304347826086956"><b>76</b></p>Sun</div>
      <p class="note">Line: 2,300 mg, the daily value</p>
      <table>
        <thead class="unseen"><tr><th scope="col">Day</th><th scope="col">Amount</th></tr></thead>
        <tbody>
          <tr>
            <th scope="row"><button type="button" class="link">Monday, Nov 16</button></th>
            <td><span class="unseen">Nothing recorded</span></td>
          <tr>
            <th scope="row"><button type="button" class="link">Tuesday, Nov 17</button></th>
            <td><span class="unseen">Nothing recorded</span></td>
          <tr>
            <th scope="row"><button type="button" class="link">Wednesday, Nov 18</button></th>
            <td><span class="unseen">Nothing recorded</span></td>
          <tr>
            <th scope="row"><button type="button" class="link">Thursday, Nov 19</button></th>
            <td>–<small>known for 0 of 1 food</small></td>
          <tr><th scope="row"><button type="button" class="link">Friday, Nov 20</button></th><td>302 mg</td></tr>
          <tr>
            <th scope="row"><button type="button" class="link">Saturday, Nov 21</button></th>
            <td><span class="unseen">Nothing recorded</span></td>
          <tr>
            <th scope="row"><button type="button" class="link">Sunday, Nov 22</button></th>
            <td>76 mg<small>known for 1 of 2 foods</small></td>
          <tr><th scope="row">Total</th><td>378 mg</td></tr>"
  `);
});

test('the line is at the goal; a nutrient without a goal or daily value has no line', async () => {
  const { view, store } = await week('kcal');
  store.dispatch({ kind: 'goal', column: 'kcal', goal: 1000 });
  const line = () => [
    view.ofClass('note')[0]?.text,
    view.all('hr').length,
    view.ofClass('week-chart')[0]?.shown.get('--goal'),
  ];
  const goal = line();
  view.all('select')[0]?.fire('change', { currentTarget: { value: 'ash_g' } });
  expect([goal, line()]).toEqual([
    ['Line: 1,000 kcal, your goal', 1, '1'],
    [undefined, 0, '1'],
  ]);
  expect(store.state.view).toEqual({ kind: 'week', column: 'ash_g' });
});

test('the usual nutrients are one tap away, and an unknown column shows energy', async () => {
  const columns = SCHEMA.columns.map((column) =>
    column.name === 'sodium_mg' ? { ...column, infoods: 'NA' } : column,
  );
  const { view, store, press } = await week('nothing', { schema: { ...SCHEMA, columns } });
  expect(view.all('p')[1]?.outline).toMatchInlineSnapshot(`
    "<button type="button" class="chip" aria-pressed="true">Energy</button>
    <button type="button" class="chip" aria-pressed="false">Protein</button>
    <button type="button" class="chip" aria-pressed="false">Sodium</button>"
  `);
  press('Sodium');
  expect(store.state.view).toEqual({ kind: 'week', column: 'sodium_mg' });
});

test('a day leads to its plate', async () => {
  const { press, store } = await week('kcal');
  press('Friday, Nov 20');
  expect(store.state.saved.plates.find(({ id }) => id === store.state.saved.current)?.day).toBe(
    '2026-11-20',
  );
  expect(store.state.isSheetOpen).toBe(true);
});

test('no amounts are shown until the foods are known, or if they cannot be loaded', async () => {
  const pending = await week('kcal', { service: { foods: () => new Promise(() => {}) } });
  expect([pending.view.all('table'), pending.view.all('div')[0]?.shown.get('aria-busy')]).toEqual([
    [],
    'true',
  ]);
  const failed = await week('kcal', { service: { foods: () => Promise.reject(new Error('No')) } });
  expect([failed.view.all('h2').length, failed.view.all('table').length]).toEqual([1, 1]);
  const none = shownPage((page) => <WeekView page={page} column="sodium_mg" />, {
    schema: { ...NO_SCHEMA },
  });
  expect(none.view.all('td').map(({ text }) => text)).toMatchInlineSnapshot(`
    [
      "Nothing recorded",
      "Nothing recorded",
      "Nothing recorded",
      "Nothing recorded",
      "Nothing recorded",
      "Nothing recorded",
      "Nothing recorded",
      "–",
    ]
  `);
});

const portions = plateOf(foodOf('Oats', { id: '1' }), foodOf('Air'));
const plate = (day: string, isGuest = false) => ({ id: day, name: '', day, portions, isGuest });
const rows = new Map([['1', { fiber_td_g: 10 }]]);

test('weekOf returns the seven days up to today, across months', () => {
  const week = weekOf(
    [plate('2026-03-01'), plate('2026-02-23'), plate('2026-02-22')],
    '2026-03-01',
  );
  expect(week.map(({ day }) => day)).toEqual([
    '2026-02-23',
    '2026-02-24',
    '2026-02-25',
    '2026-02-26',
    '2026-02-27',
    '2026-02-28',
    '2026-03-01',
  ]);
  expect(week.map((day) => day.portions.length)).toEqual([2, 0, 0, 0, 0, 0, 2]);
});

test('weekOf adds up the plates of a day, without those from links', () => {
  const plates = [plate('2026-03-01'), plate('2026-03-01'), plate('2026-03-01', true)];
  expect(weekOf(plates, '2026-03-01').at(-1)?.portions).toHaveLength(4);
});

test('sumDay and averageOf count the known values', () => {
  const [first, , , , , , last] = weekOf([plate('2026-03-01')], '2026-03-01');
  if (first === undefined || last === undefined) throw new Error('A week has seven days.');
  const sums = [sumDay(first, 'fiber_td_g', rows), sumDay(last, 'fiber_td_g', rows)];
  expect(sums.map(({ amount, known }) => [amount, known])).toEqual([
    [null, 0],
    [10, 1],
  ]);
  expect(averageOf(sums)).toBe(10);
  expect(averageOf([sumDay(first, 'kcal', rows)])).toBeNull();
});

test.each([200, 50])(
  'without a line, the highest bar of %d g of food fills the chart',
  async (grams) => {
    const { view } = await week('ash_g', {}, grams);
    const heights = view.all('p').map(({ shown }) => shown.get('--amount'));
    expect(heights.filter((height) => height !== undefined)).toEqual([
      '0',
      '0',
      '0',
      '0',
      '0',
      '0',
      '1',
    ]);
  },
);
