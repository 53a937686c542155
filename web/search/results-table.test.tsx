import { expect, test } from 'vitest';
import { foodOf } from '../foods/sample-foods.case.ts';
import { MILK, SALT, SHAKE, searched } from './searched.case.tsx';

test('the sort column is shown if rows lack it', async () => {
  const { view, find } = await searched('q=milk&sort=-sodium_mg');
  await find([MILK, SALT, SHAKE], {
    extra: new Map([
      [SALT, 38_000],
      [MILK, 38],
    ]),
  });
  expect(view.all('table')[0]?.outline).toMatchInlineSnapshot(`
    "<thead role="rowgroup">
      <tr role="row">
        <th role="columnheader" scope="col" aria-sort="none"><button type="button" tabIndex="-1">Food</button></th>
        <th role="columnheader" scope="col" aria-sort="none"><button type="button" tabIndex="-1">kcal</button></th>
        <th role="columnheader" scope="col" aria-sort="none">
          <button type="button" tabIndex="-1"><i class="carbohydrate"></i>Carbs <small>g</small></button>
        <th role="columnheader" scope="col" aria-sort="none">
          <button type="button" tabIndex="-1"><i class="protein"></i>Protein <small>g</small></button>
        <th role="columnheader" scope="col" aria-sort="none">
          <button type="button" tabIndex="-1"><i class="fat"></i>Fat <small>g</small></button>
        <th role="columnheader" scope="col" aria-sort="descending">
          <button type="button" tabIndex="-1">Sodium <small>mg</small></button>
        <th role="columnheader" scope="col"><span class="unseen">Plate</span></th>
    <tbody role="rowgroup">
      <tr id="results-0" role="row" aria-selected="true" class="active">
        <td role="gridcell"><a class="quiet" href="#food=2" tabIndex="-1">Milk salt</a></td>
        <td role="gridcell">0</td>
        <td role="gridcell">0.0</td>
        <td role="gridcell">–</td>
        <td role="gridcell">0.0</td>
        <td role="gridcell" class="extra">38,000</td>
        <td role="gridcell">
          <button type="button" class="icon" title="Compare" tabIndex="-1" aria-label="Compare Milk salt" aria-pressed="false">
            ⇄
          <button type="button" class="icon add" tabIndex="-1" aria-label="Add Milk salt">+</button>
      <tr id="results-1" role="row" aria-selected="false">
        <td role="gridcell">
          <a class="quiet" href="#food=1" tabIndex="-1">Milk, whole</a>
          <span class="macros" --carbs="9%" --upto="52%" aria-hidden="true"></span>
        <td role="gridcell">100</td>
        <td role="gridcell">2.0</td>
        <td role="gridcell">10.0</td>
        <td role="gridcell">5.0</td>
        <td role="gridcell" class="extra">38</td>
        <td role="gridcell">
          <button type="button" class="icon" title="Compare" tabIndex="-1" aria-label="Compare Milk, whole" aria-pressed="false">
            ⇄
          <button type="button" class="icon add" tabIndex="-1" aria-label="Add Milk, whole">+</button>
      <tr id="results-2" role="row" aria-selected="false">
        <td role="gridcell">Shake, without a key<span class="macros" --carbs="9%" --upto="52%" aria-hidden="true"></span></td>
        <td role="gridcell">100</td>
        <td role="gridcell">2.0</td>
        <td role="gridcell">10.0</td>
        <td role="gridcell">5.0</td>
        <td role="gridcell" class="extra">–</td>
        <td role="gridcell">
          <button type="button" class="icon add" tabIndex="-1" aria-label="Add Shake, without a key">+</button>"
  `);
});

test('the sort column is shown for the typed amount', async () => {
  const { view, find } = await searched('q=2+cups+milk&sort=-sodium_mg');
  await find([MILK], { extra: new Map([[MILK, 38]]) });
  expect(view.ofClass('extra')[0]?.text).toBe('182');
});

test('the line that stands for many foods of a brand spans all columns', async () => {
  const foods = Array.from({ length: 6 }, (_, i) => foodOf(`Shake, ACME ${i}`));
  for (const [at, columns] of [
    ['q=shake&sort=kcal', '6'],
    ['q=shake&sort=sodium_mg', '7'],
  ] as const) {
    const { view, find } = await searched(at);
    await find(foods);
    expect(view.all('td').at(-1)?.shown.get('colSpan')).toBe(columns);
    const [sorted] = view.all('th').filter(({ shown }) => shown.get('aria-sort') !== 'none');
    expect(sorted?.shown.get('aria-sort')).toBe('ascending');
  }
});

test('the headers sort', async () => {
  const { view, find, done } = await searched('q=milk&sort=-kcal');
  await find([MILK]);
  for (const button of view.all('th').flatMap((head) => head.all('button'))) button.fire('click');
  const sorts = done.map((action) => action.kind === 'refine' && action.by.sort);
  expect(sorts.filter((sort) => sort !== false)).toEqual([
    ...['description', '-kcal', '-carbohydrate_g', '-protein_g', '-lipid_total_g'],
  ]);
});
