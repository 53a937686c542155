import { expect, test, vi } from 'vitest';
import { shortText } from '../foods/plate.ts';
import { foodOf } from '../foods/sample-foods.case.ts';
import { portionsOf } from '../page/page-state.ts';
import { ROWS, SCHEMA, shownPage } from '../parts/shown-page.case.ts';
import { FoodView } from './food-view.tsx';

const RYE = foodOf('Rye bread', { id: '2', measures: [{ count: 1, name: 'slice', grams: 32 }] });

/** Shows a food once the service has looked it up. */
async function opened(at: string, options = {}) {
  const shown = shownPage(
    (page) => {
      const { view } = page.state;
      return view.kind === 'food' && <FoodView page={page} id={view.id} amount={view.amount} />;
    },
    { at, ...options },
  );
  await shown.settle();
  return shown;
}

test('a food is shown for an amount, with all known values', async () => {
  const { view } = await opened('food=1&amount=2+cup');
  expect(view.outline).toMatchInlineSnapshot(`
    "<div class="view stack food-view" tabIndex="-1" aria-busy="false">
      <p class="back"><button type="button" class="link">‹ Back to the search</button></p>
      <article class="food" aria-labelledby="food-name">
        <header>
          <h1 id="food-name" tabIndex="-1">Milk</h1>
          <span class="copy-link spread note"><span role="status"></span><button type="button">Copy link</button></span>
        <div class="food-actions actions">
          <span class="amount">
            <input autocomplete="off" aria-invalid="false" enterkeyhint="done" aria-label="Amount of Milk" value="2"></input>
            <select aria-label="Unit for Milk" value="cup">
              <option value="cup">cup · 244 g</option>
              <option value="g">g</option>
              <option value="oz">oz</option>
              <option value="ml">ml</option>
          <button type="button" class="primary">Add to plate</button>
          <button type="button" aria-pressed="false" aria-label="Favorite" title="Favorite">☆</button>
          <button type="button" aria-pressed="false">Compare</button>
        <div class="food-columns">
          <section class="food-energy">
            <h2>Where the energy comes from</h2>
            <figure class="energy spread">
              <div class="ring shares" --carbs="31%" --upto="53%" aria-hidden="true"><b>293</b> kcal</div>
              <figcaption>
                <p class="unseen">Energy: 293 kcal</p>
                <table>
                  <thead class="unseen">
                    <tr><th scope="col">Nutrient</th><th scope="col">Amount</th><th scope="col">Share of energy</th></tr>
                  <tbody>
                    <tr><th scope="row"><i class="carbohydrate"></i>Carbs</th><td>22.9 g</td><td>31%</td></tr>
                    <tr><th scope="row"><i class="protein"></i>Protein</th><td>16.1 g</td><td>22%</td></tr>
                    <tr><th scope="row"><i class="fat"></i>Fat</th><td>15.6 g</td><td>47%</td></tr>
          <aside class="label" aria-labelledby="label-title">
            <h2 id="label-title">Nutrition Facts</h2>
            <p class="label-serving spread"><b>Serving size</b> <b>2 cups, 488 g</b></p>
            <p class="label-kcal spread"><b>Calories</b><b>290</b></p>
            <table>
              <thead><tr><th scope="col" colSpan="2">% Daily Value</th></tr></thead>
              <tbody>
                <tr><th scope="row">Total Fat 16 g</th><td><b>20%</b></td></tr>
                <tr class="part"><th scope="row">Saturated Fat 9 g</th><td><b>46%</b></td></tr>
                <tr><th scope="row">Cholesterol –</th><td></td></tr>
                <tr><th scope="row">Sodium 190 mg</th><td><b>8%</b></td></tr>
                <tr><th scope="row">Total Carbohydrate 23 g</th><td><b>8%</b></td></tr>
                <tr class="part"><th scope="row">Dietary Fiber –</th><td></td></tr>
                <tr class="part"><th scope="row">Total Sugars –</th><td></td></tr>
                <tr><th scope="row">Protein 16 g</th><td></td></tr>
              <tbody class="vitamins">
                <tr><th scope="row">Vitamin D –</th><td></td></tr>
                <tr><th scope="row">Calcium –</th><td></td></tr>
                <tr><th scope="row">Iron –</th><td></td></tr>
                <tr><th scope="row">Potassium –</th><td></td></tr>
            <p class="label-note">
              Rounded as on US labels; the tables have the exact figures. For adults who eat 2,000 calories a day. Trans fat and added sugars are not known. Not for packaging.
          <div class="food-nutrients">
            <table class="nutrients">
              <caption>Main nutrients</caption>
              <thead class="note">
                <tr>
                  <th scope="col">Nutrient</th>
                  <th scope="col">Amount</th>
                  <th scope="col">100 g</th>
                  <th scope="col"><abbr title="% Daily Value">% DV</abbr></th>
              <tbody>
                <tr><th scope="row">Energy</th><td>293 kcal</td><td>60 kcal</td><td>15%</td></tr>
                <tr><th scope="row">Protein</th><td>16.1 g</td><td>3.3 g</td><td>32%</td></tr>
                <tr><th scope="row">Total fat</th><td>15.6 g</td><td>3.2 g</td><td>20%</td></tr>
                <tr><th scope="row">Carbohydrate, by difference</th><td>22.9 g</td><td>4.7 g</td><td>8%</td></tr>
            <table class="nutrients">
              <caption>Fats and cholesterol</caption>
              <thead class="note">
                <tr>
                  <th scope="col">Nutrient</th>
                  <th scope="col">Amount</th>
                  <th scope="col">100 g</th>
                  <th scope="col"><abbr title="% Daily Value">% DV</abbr></th>
              <tbody><tr><th scope="row">Saturated fat</th><td>9.3 g</td><td>1.9 g</td><td>46%</td></tr></tbody>
            <table class="nutrients">
              <caption>Minerals</caption>
              <thead class="note">
                <tr>
                  <th scope="col">Nutrient</th>
                  <th scope="col">Amount</th>
                  <th scope="col">100 g</th>
                  <th scope="col"><abbr title="% Daily Value">% DV</abbr></th>
              <tbody><tr><th scope="row">Sodium</th><td>185 mg</td><td>38 mg</td><td>8%</td></tr></tbody>
            <table class="nutrients">
              <caption>Vitamins</caption>
              <thead class="note">
                <tr>
                  <th scope="col">Nutrient</th>
                  <th scope="col">Amount</th>
                  <th scope="col">100 g</th>
                  <th scope="col"><abbr title="% Daily Value">% DV</abbr></th>
              <tbody><tr><th scope="row">Vitamin C</th><td>–</td><td>–</td><td></td></tr></tbody>
            <details>
              <summary>More nutrients</summary>
              <table class="nutrients">
                <caption>All forms of vitamins</caption>
                <thead class="note">
                  <tr>
                    <th scope="col">Nutrient</th>
                    <th scope="col">Amount</th>
                    <th scope="col">100 g</th>
                    <th scope="col"><abbr title="% Daily Value">% DV</abbr></th>
                <tbody><tr><th scope="row">Ash</th><td>3.4 g</td><td>0.7 g</td><td></td></tr></tbody>
        <footer class="food-source stack note">
          <p>
            Percentages are of the US daily values for adults, or of your goals.
            – means that the table has no value. It never means 0.
          <p>Source: the table of this service, food 1.</p>
          <p class="actions copy-as">
            <span>Copy as</span>
            <button type="button">curl</button>
            <button type="button">fetch</button>
            <button type="button">JSON</button>
            <span role="status"></span>"
  `);
});

test('while a food is being looked up, its usual amount is shown, without values', async () => {
  const { view, store } = await opened('food=2', {
    service: { foods: () => new Promise(() => {}) },
  });
  expect(view.outline).toMatchInlineSnapshot(`
    "<div class="view stack food-view" tabIndex="-1" aria-busy="true">
      <p class="back"><button type="button" class="link">‹ Back to the search</button></p>"
  `);
  store.dispatch({ kind: 'everyday', foods: [RYE] });
  expect(view.all('h1')[0]?.text).toBe('Rye bread');
  expect([
    view.all('select')[0]?.shown.get('value'),
    view.all('aside'),
    view.all('footer'),
  ]).toEqual([...['slice', [], []]]);
});

test('an amount in a unit that the food lacks becomes the usual one', async () => {
  const { view } = await opened('food=2&amount=3+slices+of+life');
  expect(view.all('p').find(({ text }) => text.startsWith('Serving'))?.text).toBe(
    'Serving size 1 slice, 32 g',
  );
});

test('for an unknown food, the page names its ID', async () => {
  const { view } = await opened('food=9');
  expect(view.outline).toMatchInlineSnapshot(`
    "<div class="view stack food-view" tabIndex="-1" aria-busy="false">
      <p class="back"><button type="button" class="link">‹ Back to the search</button></p>
      <section class="message stack ">
        <h2>There is no food 9</h2>
        <p>The link may be from another service, or the table may have changed.</p>"
  `);
});

test('the buttons change the amount, add the food, and make it a favorite', async () => {
  const { view, store, press, done } = await opened('food=2&amount=2+slice');
  view.all('select')[0]?.fire('change', { currentTarget: { value: 'g' } });
  expect(store.state.view).toEqual({ kind: 'food', id: '2', amount: '64 g' });
  for (const name of ['Add to plate', 'Favorite', 'Compare']) press(name);
  expect(done.map(({ kind }) => kind)).toEqual([
    'rows',
    'show',
    'plate/add',
    'favorite',
    'compare',
  ]);
  expect(portionsOf(store.state).map(shortText)).toEqual(['64 g']);
  const pressed = view.all('button').filter(({ shown }) => shown.get('aria-pressed') === 'true');
  expect(pressed.map(({ text }) => text)).toEqual(['★', 'Compare']);
});

test('text that is not an amount can be searched for', async () => {
  const { view, store, press } = await opened('food=2');
  const [input] = view.all('input');
  input?.fire('input', { currentTarget: { value: 'oats' } });
  input?.fire('blur');
  press('Search for “oats”');
  expect(store.state.criteria.query).toBe('oats');
});

test('the unit stays as it was when the food was opened', async () => {
  const { view, press, store } = await opened('food=2');
  store.dispatch({ kind: 'show', view: { kind: 'food', id: '2', amount: '1 oz' } });
  press('Add to plate');
  store.dispatch({ kind: 'show', view: { kind: 'food', id: '2' } });
  expect(view.all('select')[0]?.shown.get('value')).toBe('slice');
});

test('the percentages are of your goals', async () => {
  const { view, store } = await opened('food=1&amount=100+g');
  store.dispatch({ kind: 'goal', column: 'kcal', goal: 120 });
  expect(view.all('tr').find(({ text }) => text.startsWith('Energy'))?.text).toBe(
    'Energy60 kcal60 kcal50%',
  );
});

test('the request for a food, and its JSON, can be copied', async () => {
  const copied: string[] = [];
  const writeText = async (text: string) => void copied.push(text);
  vi.stubGlobal('navigator', { clipboard: { writeText } });
  const foodUrl = (id: string) => `http://api.example/o'food/${id}`;
  const { view, press, settle } = await opened('food=2', { service: { foodUrl } });
  for (const name of ['curl', 'fetch', 'JSON']) press(name);
  await settle();
  const [curl, fetch, json = ''] = copied;
  expect([curl, fetch]).toEqual([
    "curl 'http://api.example/o%27food/2'",
    `const response = await fetch("http://api.example/o'food/2");\nconst food = await response.json();\n`,
  ]);
  expect(json).toBe(`${JSON.stringify(ROWS[1], null, 2)}\n`);
  expect(view.all('span').at(-1)?.text).toBe('JSON copied');
});

test('the source of foods from a USDA table is named', async () => {
  const columns = SCHEMA.columns.map((column) =>
    column.key ? { ...column, name: 'ndb_no' } : column,
  );
  const row = { ...ROWS[0], ndb_no: '1' };
  const foods = async () => new Map([['1', row]]);
  const { view } = await opened('food=1', {
    schema: { ...SCHEMA, columns, key: 'ndb_no' },
    service: { foods },
  });
  expect(view.all('footer')[0]?.text).toContain('Standard Reference, NDB number 1.');
});
