import { expect, test, vi } from 'vitest';
import { MILK, SOUP, shownPlate } from './shown-plate.case.tsx';

test('the plate is printed with its foods and nutrients', async () => {
  const { view, store } = await shownPlate([MILK, SOUP], { isPrinting: true });
  store.dispatch({ kind: 'goal', column: 'kcal', goal: 640 });
  expect(view.ofClass('plate-paper')[0]?.outline).toMatchInlineSnapshot(`
    "<table>
      <thead>
        <tr>
          <th scope="col">Food</th>
          <th scope="col">Amount</th>
          <th scope="col">kcal </th>
          <th scope="col">Carbs g</th>
          <th scope="col">Protein g</th>
          <th scope="col">Fat g</th>
      <tbody>
        <tr><th scope="row">Milk</th><td>200 g</td><td>120</td><td>9.4</td><td>6.6</td><td>6.4</td></tr>
        <tr><th scope="row">Soup</th><td>200 g</td><td>200</td><td>4.0</td><td>–</td><td>10.0</td></tr>
        <tr class="sum"><th scope="row" colSpan="2">Total</th><td>320</td><td>13.4</td><td>6.6</td><td>16.4</td></tr>
    <div class="paper-nutrients">
      <p><span>Energy</span><span>320 kcal</span><span>50%</span></p>
      <p><span>Protein</span><span>6.6 g (known for 1 of 2 foods)</span><span>13%</span></p>
      <p><span>Total fat</span><span>16.4 g</span><span>21%</span></p>
      <p><span>Carbohydrate, by difference</span><span>13.4 g</span><span>5%</span></p>
      <p><span>Saturated fat</span><span>3.8 g (known for 1 of 2 foods)</span><span>19%</span></p>
      <p><span>Sodium</span><span>76 mg (known for 1 of 2 foods)</span><span>3%</span></p>
      <p><span>Vitamin C</span><span>– (known for 0 of 2 foods)</span><span></span></p>
      <p><span>Ash</span><span>1.4 g (known for 1 of 2 foods)</span><span></span></p>"
  `);
});

test('goals are set for each nutrient, and percentages refer to them', async () => {
  const { view, store, press } = await shownPlate([MILK]);
  press('Set goals');
  const goals = () =>
    view
      .all('details')[0]
      ?.all('tr')
      .map(({ childNodes }) => childNodes.at(-1)?.all('input')[0]?.shown);
  expect(
    goals()?.map(
      (shown) =>
        shown &&
        [shown.get('aria-label'), shown.get('placeholder'), shown.get('value')].join(' | '),
    ),
  ).toMatchInlineSnapshot(`
    [
      undefined,
      "Daily goal: Energy | 2000 | ",
      "Daily goal: Protein | 50 | ",
      "Daily goal: Total fat | 78 | ",
      "Daily goal: Carbohydrate, by difference | 275 | ",
      undefined,
      "Daily goal: Saturated fat | 20 | ",
      undefined,
      "Daily goal: Sodium | 2300 | ",
      undefined,
      "Daily goal: Vitamin C | 90 | ",
      undefined,
      "Daily goal: Ash | – | ",
    ]
  `);
  const [input] = view.all('details')[0]?.all('input') ?? [];
  for (const value of ['0', '600']) {
    input?.fire('input', { currentTarget: { value } });
    input?.fire('blur');
  }
  expect(store.state.saved.goals).toEqual({ kcal: 600 });
  press('Done');
  expect(view.all('details')[0]?.all('tr')[1]?.outline).toMatchInlineSnapshot(`
    "<th scope="row">Energy</th>
    <td>120 kcal</td>
    <td>20%<meter aria-hidden="true" value="0.2"></meter></td>"
  `);
  expect(view.ofClass('goals')[0]?.texts).toEqual([
    'Energy',
    '120 of 600 kcal',
    'Protein',
    '6.6 of 50 g',
  ]);
});

test('until the service sends nutrients, there are none; a failure is reported', async () => {
  const pending = await shownPlate([MILK], { service: { foods: () => new Promise(() => {}) } });
  expect(pending.view.all('details')[0]?.text).toBe('All nutrients');
  const foods = vi.fn(() => Promise.reject(new Error('No')));
  const failed = await shownPlate([MILK], {
    service: { foods },
  });
  expect(failed.view.all('details')[0]?.all('p')[0]?.text).toBe(
    'The service is not sending some foods’ nutrients. Ask again',
  );
  expect(failed.view.all('details')[0]?.all('caption')[0]?.text).toBe('Main nutrients');
  foods.mockClear();
  failed.press('Ask again');
  expect(foods).toHaveBeenCalledOnce();
  const unkeyed = await shownPlate([SOUP], { service: { foods: () => new Promise(() => {}) } });
  expect(unkeyed.view.all('details')[0]?.all('caption')[0]?.text).toBe('Main nutrients');
});
