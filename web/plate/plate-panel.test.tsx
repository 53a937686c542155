import { expect, test } from 'vitest';
import { MILK, RYE, SOUP, shownPlate } from './shown-plate.case.tsx';

test('an empty plate says how to fill it', async () => {
  const { view, store, press } = await shownPlate([]);
  expect(view.outline).toMatchInlineSnapshot(`
    "<section class="plate stack" aria-labelledby="plate-heading">
      <header><h2 id="plate-heading" tabIndex="-1">Plate</h2></header>
      <div class="plate-head actions note">
        <span class="plate-day actions">
          <button type="button" class="icon" aria-label="Previous day">‹</button>
          <input type="date" aria-label="Plate date" max="9999-12-31" required="true" value="2026-11-22"></input>
          <button type="button" class="icon" aria-label="Next day">›</button>
        <button type="button" class="link">Week</button>
      <p class="note">
        Nothing here yet. Add foods with +, or try
        <button type="button" class="chip"><b>2 eggs, 1 slice toast, coffee</b></button>
      <details class="plate-menu"><summary>More</summary></details>
      <p class="note saved">Saved in this browser. </p>"
  `);
  press('2 eggs, 1 slice toast, coffee');
  expect(store.state.criteria.query).toBe('2 eggs, 1 slice toast, coffee');
});

test('a plate has its foods, their sums, and remarks on them', async () => {
  const { view, copied, press } = await shownPlate([MILK, SOUP, { ...RYE, kcal: 250, fat: null }]);
  expect(view.outline).toMatchInlineSnapshot(`
    "<section class="plate stack" aria-labelledby="plate-heading">
      <header>
        <h2 id="plate-heading" tabIndex="-1">Plate</h2>
        <span class="copy-link spread note">
          <span role="status"></span>
          <button type="button" class="primary" title="Ctrl + Enter" aria-keyshortcuts="Control+Enter Meta+Enter">
            Copy link
      <div class="plate-head actions note">
        <span class="plate-day actions">
          <button type="button" class="icon" aria-label="Previous day">‹</button>
          <input type="date" aria-label="Plate date" max="9999-12-31" required="true" value="2026-11-22"></input>
          <button type="button" class="icon" aria-label="Next day">›</button>
        <button type="button" class="link">Week</button>
      <div class="plate-totals">
        <figure class="energy spread">
          <div class="ring shares" --carbs="64%" --upto="78%" aria-hidden="true"><b>820</b> kcal</div>
          <figcaption>
            <p class="unseen">Energy: 820 kcal</p>
            <table>
              <thead class="unseen">
                <tr><th scope="col">Nutrient</th><th scope="col">Amount</th><th scope="col">Share of energy</th></tr>
              <tbody>
                <tr><th scope="row"><i class="carbohydrate"></i>Carbs</th><td>110.0 g</td><td>64%</td></tr>
                <tr><th scope="row"><i class="protein"></i>Protein</th><td>23.6 g</td><td>14%</td></tr>
                <tr><th scope="row"><i class="fat"></i>Fat</th><td>16.4 g</td><td>22%</td></tr>
        <span class="goals stack">
          <span><span>Energy</span><b>820 of 2,000 kcal</b><meter aria-hidden="true" value="0.41"></meter></span>
          <span><span>Protein</span><b>23.6 of 50 g</b><meter aria-hidden="true" value="0.47200000000000003"></meter></span>
      <ul>
        <li class="portion">
          <span class="description"><a class="quiet" href="#food=1&amount=200+g">Milk</a></span>
          <span class="editor">
            <span class="amount">
              <input autocomplete="off" aria-invalid="false" enterkeyhint="done" aria-label="Amount of Milk" value="200"></input>
              <select aria-label="Unit for Milk" value="g">
                <option value="cup">cup · 244 g</option>
                <option value="g">g</option>
                <option value="oz">oz</option>
                <option value="ml">ml</option>
          <span class="energy-of spread"><span class="unit">g</span><b>120 kcal</b></span>
          <button type="button" class="icon edit" aria-label="More about Milk" aria-expanded="false">▾</button>
          <button type="button" class="icon remove" aria-label="Remove Milk">×</button>
          <button type="button" class="icon handle" aria-label="Move Milk" title="Drag, or use the arrow keys">⠿</button>
        <li class="portion">
          <span class="description">Soup</span>
          <span class="editor">
            <span class="amount">
              <input autocomplete="off" aria-invalid="false" enterkeyhint="done" aria-label="Amount of Soup" value="200"></input>
              <select aria-label="Unit for Soup" value="g"><option value="g">g</option><option value="oz">oz</option></select>
          <span class="energy-of spread"><span class="unit">g</span><b>200 kcal</b></span>
          <button type="button" class="icon edit" aria-label="More about Soup" aria-expanded="false">▾</button>
          <button type="button" class="icon remove" aria-label="Remove Soup">×</button>
          <button type="button" class="icon handle" aria-label="Move Soup" title="Drag, or use the arrow keys">⠿</button>
        <li class="portion">
          <span class="description"><a class="quiet" href="#food=2&amount=200+g">Rye bread</a></span>
          <span class="editor">
            <span class="amount">
              <input autocomplete="off" aria-invalid="false" enterkeyhint="done" aria-label="Amount of Rye bread" value="200"></input>
              <select aria-label="Unit for Rye bread" value="g"><option value="g">g</option><option value="oz">oz</option></select>
          <span class="energy-of spread"><span class="unit">g</span><b class="differs">500 kcal</b></span>
          <button type="button" class="icon edit" aria-label="More about Rye bread" aria-expanded="false">▾</button>
          <button type="button" class="icon remove" aria-label="Remove Rye bread">×</button>
          <button type="button" class="icon handle" aria-label="Move Rye bread" title="Drag, or use the arrow keys">⠿</button>
      <p class="note">Some foods lack a value (–): the true totals may be higher.</p>
      <details class="nutrient-sums">
        <summary>All nutrients</summary>
        <table>
          <caption>Main nutrients</caption>
          <thead class="unseen"><tr><th scope="col">Nutrient</th><th scope="col">Amount</th><th scope="col">% DV</th></tr></thead>
          <tbody>
            <tr><th scope="row">Energy</th><td>820 kcal</td><td>41%<meter aria-hidden="true" value="0.41"></meter></td></tr>
            <tr>
              <th scope="row">Protein</th>
              <td>23.6 g<small>known for 2 of 3 foods</small></td>
              <td>47%<meter aria-hidden="true" value="0.47200000000000003"></meter></td>
            <tr>
              <th scope="row">Total fat</th>
              <td>16.4 g<small>known for 2 of 3 foods</small></td>
              <td>21%<meter aria-hidden="true" value="0.21025641025641023"></meter></td>
            <tr>
              <th scope="row">Carbohydrate, by difference</th>
              <td>110.0 g</td>
              <td>40%<meter aria-hidden="true" value="0.4"></meter></td>
        <table>
          <caption>Fats and cholesterol</caption>
          <thead class="unseen"><tr><th scope="col">Nutrient</th><th scope="col">Amount</th><th scope="col">% DV</th></tr></thead>
          <tbody>
            <tr>
              <th scope="row">Saturated fat</th>
              <td>5.0 g<small>known for 2 of 3 foods</small></td>
              <td>25%<meter class="limit" aria-hidden="true" value="0.25"></meter></td>
        <table>
          <caption>Minerals</caption>
          <thead class="unseen"><tr><th scope="col">Nutrient</th><th scope="col">Amount</th><th scope="col">% DV</th></tr></thead>
          <tbody>
            <tr>
              <th scope="row">Sodium</th>
              <td>1,282 mg<small>known for 2 of 3 foods</small></td>
              <td>56%<meter class="limit" aria-hidden="true" value="0.5573913043478261"></meter></td>
        <table>
          <caption>Vitamins</caption>
          <thead class="unseen"><tr><th scope="col">Nutrient</th><th scope="col">Amount</th><th scope="col">% DV</th></tr></thead>
          <tbody>
            <tr>
              <th scope="row">Vitamin C</th>
              <td>0.8 mg<small>known for 1 of 3 foods</small></td>
              <td>1%<meter aria-hidden="true" value="0.008888888888888889"></meter></td>
        <table>
          <caption>More nutrients</caption>
          <thead class="unseen"><tr><th scope="col">Nutrient</th><th scope="col">Amount</th><th scope="col">% DV</th></tr></thead>
          <tbody><tr><th scope="row">Ash</th><td>1.4 g<small>known for 1 of 3 foods</small></td><td></td></tr></tbody>
        <p class="note">
          Percentages are of the US daily values for adults, or of your goals.
          <button type="button" class="link">Set goals</button>
      <details class="plate-menu"><summary>More</summary></details>
      <p class="note saved">Saved in this browser. </p>
      <p class="remark note"><b>Rye bread</b> Values from when it was added. Now, 100 g has 259 kcal, 3.3 g Fat.</p>"
  `);
  press('Copy link');
  expect(copied).toEqual(['link']);
});
