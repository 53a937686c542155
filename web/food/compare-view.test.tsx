import { expect, test } from 'vitest';
import { foodOf } from '../foods/sample-foods.case.ts';
import { FAKE_DOCUMENT } from '../parts/render.case.ts';
import { shownPage } from '../parts/shown-page.case.ts';
import { CompareView } from './compare-view.tsx';

/** Compares foods once the service has looked them up. */
async function compared(ids: string) {
  const shown = shownPage(
    ({ state, ...page }) =>
      state.view.kind === 'compare' && (
        <CompareView page={{ state, ...page }} ids={state.view.ids} />
      ),
    { at: `compare=${ids}` },
  );
  await shown.settle();
  return shown;
}

test('foods are compared side by side, in amounts per 100 g', async () => {
  const { view } = await compared('1,2');
  expect(view.outline).toMatchInlineSnapshot(`
    "<div class="view stack compare-view" tabIndex="-1" aria-busy="false">
      <p class="back"><button type="button" class="link">‹ Back to the search</button></p>
      <article aria-labelledby="compare-title">
        <header>
          <h1 id="compare-title" tabIndex="-1">2 foods compared</h1>
          <span class="copy-link spread note"><span role="status"></span><button type="button">Copy link</button></span>
        <div class="results-tools actions">
          <fieldset class="choice" aria-label="Values for">
            <label><input type="radio" name="P0-0" checked="true"></input>100 g</label>
            <label><input type="radio" name="P0-0"></input>Portion</label>
          <label><input type="checkbox"></input> Differences only</label>
          <label><input type="checkbox"></input> All forms of vitamins</label>
        <table class="compare-table" role="table" --foods="2">
          <thead role="rowgroup">
            <tr role="row">
              <td role="cell"></td>
              <th scope="col" role="columnheader">
                <b aria-hidden="true">A</b>
                <a class="quiet" href="#food=1">Milk</a>
                <small>100 g</small>
                <button type="button" class="icon remove" aria-label="Remove Milk">×</button>
              <th scope="col" role="columnheader">
                <b aria-hidden="true">B</b>
                <a class="quiet" href="#food=2">Rye bread</a>
                <small>100 g</small>
                <button type="button" class="icon remove" aria-label="Remove Rye bread">×</button>
          <tbody class="letters" aria-hidden="true"><tr><td>A</td><td>B</td></tr></tbody>
          <tbody role="rowgroup">
            <tr role="row"><th scope="rowgroup" role="rowheader" colSpan="3">Main nutrients</th></tr>
            <tr role="row">
              <th scope="row" role="rowheader">Energy</th>
              <td role="cell">60 kcal <small>3%</small><meter max="259" aria-hidden="true" value="60"></meter></td>
              <td role="cell" class="most">259 kcal <small>13%</small><meter max="259" aria-hidden="true" value="259"></meter></td>
            <tr role="row">
              <th scope="row" role="rowheader">Protein</th>
              <td role="cell">3.3 g <small>7%</small><meter max="8.5" aria-hidden="true" value="3.3"></meter></td>
              <td role="cell" class="most">8.5 g <small>17%</small><meter max="8.5" aria-hidden="true" value="8.5"></meter></td>
            <tr role="row">
              <th scope="row" role="rowheader">Total fat</th>
              <td role="cell">3.2 g <small>4%</small><meter max="3.3" aria-hidden="true" value="3.2"></meter></td>
              <td role="cell">3.3 g <small>4%</small><meter max="3.3" aria-hidden="true" value="3.3"></meter></td>
            <tr role="row">
              <th scope="row" role="rowheader">Carbohydrate, by difference</th>
              <td role="cell">4.7 g <small>2%</small><meter max="48.3" aria-hidden="true" value="4.7"></meter></td>
              <td role="cell" class="most">48.3 g <small>18%</small><meter max="48.3" aria-hidden="true" value="48.3"></meter></td>
          <tbody role="rowgroup">
            <tr role="row"><th scope="rowgroup" role="rowheader" colSpan="3">Fats and cholesterol</th></tr>
            <tr role="row">
              <th scope="row" role="rowheader">Saturated fat</th>
              <td role="cell" class="most">
                1.9 g
                <small>10%</small>
                <meter class="limit" max="1.9" aria-hidden="true" value="1.9"></meter>
              <td role="cell">0.6 g <small>3%</small><meter class="limit" max="1.9" aria-hidden="true" value="0.6"></meter></td>
          <tbody role="rowgroup">
            <tr role="row"><th scope="rowgroup" role="rowheader" colSpan="3">Minerals</th></tr>
            <tr role="row">
              <th scope="row" role="rowheader">Sodium</th>
              <td role="cell">38 mg <small>2%</small><meter class="limit" max="603" aria-hidden="true" value="38"></meter></td>
              <td role="cell" class="most">
                603 mg
                <small>26%</small>
                <meter class="limit" max="603" aria-hidden="true" value="603"></meter>
          <tbody role="rowgroup">
            <tr role="row"><th scope="rowgroup" role="rowheader" colSpan="3">Vitamins</th></tr>
            <tr role="row">
              <th scope="row" role="rowheader">Vitamin C</th>
              <td role="cell">– <meter max="0.4" aria-hidden="true" value="0"></meter></td>
              <td role="cell">0.4 mg <small>0%</small><meter max="0.4" aria-hidden="true" value="0.4"></meter></td>
        <p class="note">
          Bold: the highest value, unless all known values are within a tenth of it. Bars compare the foods; nutrients to limit have a different color.
          Percentages are of the US daily values for adults, or of your goals.
          – means that the table has no value. It never means 0."
  `);
});

test('until the foods are known, only the way back is shown, and the view has the focus', async () => {
  const { view } = shownPage((page) => <CompareView page={page} ids={['1', '9']} />);
  expect(view.outline).toMatchInlineSnapshot(`
    "<div class="view stack compare-view" tabIndex="-1" aria-busy="true">
      <p class="back"><button type="button" class="link">‹ Back to the search</button></p>"
  `);
  expect(FAKE_DOCUMENT.activeElement).toBe(view.childNodes[0]);
});

test('unknown foods are named, and the others are compared in portions', async () => {
  const { view, store, settle } = await compared('8,1,9');
  store.dispatch({ kind: 'basis', basis: 'portion' });
  await settle();
  expect(view.all('h2').map(({ text }) => text)).toEqual(['There is no food 8, 9']);
  expect(view.all('h1')[0]?.text).toBe('One food');
  expect(view.all('small')[0]?.text).toBe('1 cup, 244 g');
});

test('rows that are alike, and rare nutrients, are shown on demand', async () => {
  const { view, store } = await compared('1,2');
  const names = () =>
    view.all('th').flatMap(({ shown, text }) => (shown.get('scope') === 'row' ? text : []));
  const [different, more] = view.all('input').slice(-2);
  different?.fire('change', { currentTarget: { checked: true } });
  const withoutAlike = names();
  more?.fire('change', { currentTarget: { checked: true } });
  expect([withoutAlike, names()]).toMatchInlineSnapshot(`
    [
      [
        "Energy",
        "Protein",
        "Carbohydrate, by difference",
        "Saturated fat",
        "Sodium",
        "Vitamin C",
      ],
      [
        "Energy",
        "Protein",
        "Carbohydrate, by difference",
        "Saturated fat",
        "Sodium",
        "Vitamin C",
        "Ash",
      ],
    ]
  `);
  store.dispatch({ kind: 'goal', column: 'sodium_mg', goal: 1206 });
  expect(view.text).toContain('603 mg 50%');
});

test('a removed food leaves the comparison and the tray; removing the last food goes back', async () => {
  const { store, press } = await compared('1,2');
  const values = { kcal: 60, protein: 3.3, fat: 3.2, carbohydrate: 4.7 };
  store.dispatch({ kind: 'compare', food: foodOf('Milk', { id: '1', ...values }) });
  press('Remove Milk');
  expect([store.state.view, store.state.tray]).toEqual([{ kind: 'compare', ids: ['2'] }, []]);
  press('Remove Rye bread');
  expect(store.state.view.kind).toBe('search');
});

test('a name leads to its food', async () => {
  const { store, press } = await compared('1,2');
  press('Milk');
  expect(store.state.view).toEqual({ kind: 'food', id: '1' });
});
