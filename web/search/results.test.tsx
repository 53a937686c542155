import { expect, test } from 'vitest';
import { portionsOf } from '../page/page-state.ts';
import { FAKE_DOCUMENT } from '../parts/render.case.ts';
import { MILK, SALT, SHAKE, searched } from './searched.case.tsx';

test('newcomers see examples, everyday foods and the food groups', async () => {
  const { view, store, settle } = await searched();
  store.dispatch({ kind: 'everyday', foods: [MILK] });
  await settle();
  expect(view.outline).toMatchInlineSnapshot(`
    "<div class="search-box">
      <input id="search-box" type="search" role="combobox" aria-label="Search foods" aria-autocomplete="list" aria-haspopup="grid" aria-expanded="true" placeholder="Try “2 large eggs”" autocomplete="off" autocapitalize="off" enterkeyhint="search" maxLength="8192" value="" aria-controls="results">
    <div class="results-tools actions"><p class="unseen" role="status"></p></div>
    <div class="search-body">
      <section class="welcome stack">
        <h2>What is in your food? Type it, and add it to the plate.</h2>
        <p class="actions">
          <button type="button" class="chip"><b>2 eggs</b> <small>an amount</small></button>
          <button type="button" class="chip"><b>2 eggs, 1 slice toast, coffee</b> <small>a whole meal</small></button>
          <button type="button" class="chip"><b>brocoli</b> <small>a typo</small></button>
      <div class="results-tools actions">
        <h2>Everyday foods</h2>
        <fieldset class="choice" aria-label="Values for">
          <label><input type="radio" name="P0-0" checked="true"></input>100 g</label>
          <label><input type="radio" name="P0-0"></input>Portion</label>
      <table class="results" id="results" role="grid" aria-label="Everyday foods" aria-busy="false">
        <thead role="rowgroup">
          <tr role="row">
            <th role="columnheader" scope="col" aria-sort="none"><button type="button" tabIndex="-1">Food</button></th>
            <th role="columnheader" scope="col" aria-sort="none"><button type="button" tabIndex="-1">kcal</button></th>
            <th role="columnheader" scope="col" aria-sort="none">
              <button type="button" tabIndex="-1"><i class="carbohydrate"></i>Carbs <small>g</small></button>
            <th role="columnheader" scope="col" aria-sort="none">
              <button type="button" tabIndex="-1"><i class="protein"></i>Protein <small>g</small></button>
            <th role="columnheader" scope="col" aria-sort="none">
              <button type="button" tabIndex="-1"><i class="fat"></i>Fat <small>g</small></button>
            <th role="columnheader" scope="col"><span class="unseen">Plate</span></th>
        <tbody role="rowgroup">
          <tr id="results-0" role="row" aria-selected="false">
            <td role="gridcell">
              <a class="quiet" href="#food=1" tabIndex="-1">Milk, whole</a>
              <span class="macros" --carbs="9%" --upto="52%" aria-hidden="true"></span>
            <td role="gridcell">100</td>
            <td role="gridcell">2.0</td>
            <td role="gridcell">10.0</td>
            <td role="gridcell">5.0</td>
            <td role="gridcell">
              <button type="button" class="icon" title="Compare" tabIndex="-1" aria-label="Compare Milk, whole" aria-pressed="false">
                ⇄
              <button type="button" class="icon add" tabIndex="-1" aria-label="Add Milk, whole">+</button>
      <nav class="groups" aria-labelledby="groups-title">
        <h2 id="groups-title">Browse by food group</h2>
        <ul>
          <li id="group-0"><a class="quiet spread" href="#group=Beverages">Beverages <small>1,200</small></a></li>
          <li id="group-1"><a class="quiet spread" href="#group=Other+foods">Other foods <small>2</small></a></li>"
  `);
});

test('favorite and recent foods replace the examples', async () => {
  const { view, store, settle } = await searched();
  store.dispatch({ kind: 'everyday', foods: [] });
  store.dispatch({ kind: 'favorite', food: MILK });
  await settle();
  expect(view.all('h2').map(({ text }) => text)).toEqual([
    ...['Favorite and recent foods', 'Browse by food group'],
  ]);
  expect(view.all('table')[0]?.shown.get('aria-label')).toBe('Favorite and recent foods');
});

test('the groups of the foods found are offered 300 ms later', async () => {
  const { view, find, settle } = await searched('q=milk');
  await find([MILK], { total: 1 });
  const offered = () => view.all('option').some(({ text }) => text === 'Beverages (1,200)');
  const before = offered();
  await settle(299);
  expect([before, offered()]).toEqual([false, false]);
  await settle(1);
  expect(offered()).toBe(true);
});

test('tapping an example searches for it in the box', async () => {
  const { press, store, focused } = await searched();
  FAKE_DOCUMENT.activeElement = null;
  press('2 eggs an amount');
  expect(store.state.criteria.query).toBe('2 eggs');
  expect(focused()).toEqual(['Search foods', undefined]);
});

test.each([
  [0, ['Search foods', 'Search foods']],
  [1, [undefined, undefined]],
])(
  'a food group that was opened by %i clicks shows its foods; the focus and selection are %j',
  async (detail, focus) => {
    const { press, store, find, view, focused, settle } = await searched();
    store.dispatch({ kind: 'everyday', foods: [] });
    await settle();
    FAKE_DOCUMENT.activeElement = null;
    press('Beverages 1,200', { detail });
    expect(focused()).toEqual(focus);
    await find([MILK], { total: 1 });
    expect(view.withId('results')?.shown.get('aria-label')).toBe('Foods');
    expect(view.querySelector('h2')?.text).toBe('Beverages');
    press('All food groups');
    expect(store.state.criteria.group).toBeUndefined();
  },
);

test('foods are shown in the typed amount, with their matches and what is on the plate', async () => {
  const { view, store, find, settle } = await searched('q=2+cups+mlik&match=fuzzy');
  const slip = { typed: 'mlik', manner: 'slip', taken: 'milk', marks: ['milk'] } as const;
  store.dispatch({
    kind: 'plate/add',
    portions: [{ food: SALT, count: 3, unit: { name: 'g', grams: 1 } }],
  });
  store.dispatch({ kind: 'compare', food: MILK });
  await find([SALT, MILK, SHAKE], { query: 'mlik', readings: [slip], total: 120 });
  store.dispatch({ kind: 'activate', index: 1 });
  await settle();
  expect(view.outline).toMatchInlineSnapshot(`
    "<div class="search-box">
      <input id="search-box" type="search" role="combobox" aria-label="Search foods" aria-autocomplete="list" aria-haspopup="grid" aria-expanded="true" placeholder="Try “2 large eggs”" autocomplete="off" autocapitalize="off" enterkeyhint="search" maxLength="8192" value="2 cups mlik" aria-controls="results" aria-activedescendant="results-1">
      <button type="button" class="icon clear" tabIndex="-1" aria-label="Clear the search">×</button>
    <div class="results-tools actions">
      <p class="note" role="status">First 3 of 120</p>
      <button type="button" class="open-choices" aria-expanded="false">Sort and filter </button>
      <div class="choices">
        <select aria-label="Sort by" value="">
          <option value="">Best match</option>
          <option value="description">Name ↑</option>
          <option value="-description">Name ↓</option>
          <option value="-kcal">kcal ↓</option>
          <option value="kcal">kcal ↑</option>
          <option value="-carbohydrate_g">Carbs ↓</option>
          <option value="carbohydrate_g">Carbs ↑</option>
          <option value="-protein_g">Protein ↓</option>
          <option value="protein_g">Protein ↑</option>
          <option value="-lipid_total_g">Fat ↓</option>
          <option value="lipid_total_g">Fat ↑</option>
          <optgroup label="Fats and cholesterol"><option value="fa_sat_g">Saturated fat ↑</option></optgroup>
          <optgroup label="Minerals"><option value="sodium_mg">Sodium ↑</option></optgroup>
          <optgroup label="Vitamins"><option value="-vit_c_mg">Vitamin C ↓</option></optgroup>
          <optgroup label="More nutrients"><option value="-ash_g">Ash ↓</option></optgroup>
    <div class="search-body">
      <p class="reading">
        Showing results for
        <strong>2 cups milk</strong>
        .
        <button type="button" class="link">Search instead for “2 cups mlik”</button>
      <table class="results" id="results" role="grid" aria-label="Foods: mlik" aria-busy="false">
        <thead role="rowgroup">
          <tr role="row">
            <th role="columnheader" scope="col" aria-sort="none"><button type="button" tabIndex="-1">Food</button></th>
            <th role="columnheader" scope="col" aria-sort="none"><button type="button" tabIndex="-1">kcal</button></th>
            <th role="columnheader" scope="col" aria-sort="none">
              <button type="button" tabIndex="-1"><i class="carbohydrate"></i>Carbs <small>g</small></button>
            <th role="columnheader" scope="col" aria-sort="none">
              <button type="button" tabIndex="-1"><i class="protein"></i>Protein <small>g</small></button>
            <th role="columnheader" scope="col" aria-sort="none">
              <button type="button" tabIndex="-1"><i class="fat"></i>Fat <small>g</small></button>
            <th role="columnheader" scope="col"><span class="unseen">Plate</span></th>
        <tbody role="rowgroup">
          <tr id="results-0" role="row" aria-selected="false">
            <td role="gridcell">
              <a class="quiet" href="#food=1&amount=2+cup" tabIndex="-1"><mark>Milk</mark>, whole</a>
              <span class="macros" --carbs="9%" --upto="52%" aria-hidden="true"></span>
              <small>2 cups, 480 g</small>
            <td role="gridcell">480</td>
            <td role="gridcell">9.6</td>
            <td role="gridcell">48.0</td>
            <td role="gridcell">24.0</td>
            <td role="gridcell">
              <button type="button" class="icon" title="Compare" tabIndex="-1" aria-label="Compare Milk, whole" aria-pressed="true">
                ⇄
              <button type="button" class="icon add" tabIndex="-1" aria-label="Add Milk, whole">+</button>
          <tr id="results-1" role="row" aria-selected="true" class="active">
            <td role="gridcell">
              <a class="quiet" href="#food=2" tabIndex="-1"><mark>Milk</mark> salt</a>
              <small>weight of one cup unknown: 100 g</small>
              <small class="on-plate actions">✓ On the plate: 3 g</small>
            <td role="gridcell">0</td>
            <td role="gridcell">0.0</td>
            <td role="gridcell">–</td>
            <td role="gridcell">0.0</td>
            <td role="gridcell">
              <button type="button" class="icon" title="Compare" tabIndex="-1" aria-label="Compare Milk salt" aria-pressed="false">
                ⇄
              <button type="button" class="icon add" tabIndex="-1" aria-label="Add Milk salt">+</button>
          <tr id="results-2" role="row" aria-selected="false">
            <td role="gridcell">
              Shake, without a key
              <span class="macros" --carbs="9%" --upto="52%" aria-hidden="true"></span>
              <small>weight of one cup unknown: 100 g</small>
            <td role="gridcell">100</td>
            <td role="gridcell">2.0</td>
            <td role="gridcell">10.0</td>
            <td role="gridcell">5.0</td>
            <td role="gridcell">
              <button type="button" class="icon add" tabIndex="-1" aria-label="Add Shake, without a key">+</button>
      <p class="show-more"><button type="button">Show 100 more</button></p>"
  `);
});

test('the buttons of a row compare, add and show its food', async () => {
  const { find, press, store } = await searched('q=1+cup+milk');
  await find([MILK, SALT]);
  press('Compare Milk salt');
  press('Add Milk, whole');
  expect(store.state.tray).toEqual([SALT]);
  expect(portionsOf(store.state)).toEqual([
    { food: MILK, count: 1, unit: { name: 'cup', grams: 240 } },
  ]);
  press('Milk, whole');
  expect(store.state.view).toEqual({ kind: 'food', id: '1', amount: '1 cup' });
});

test('the amount of the food added last can be changed in its row', async () => {
  const { find, press, store, view, key, focused, settle } = await searched('q=milk');
  await find([MILK, SALT]);
  press('Add Milk, whole');
  await settle();
  const amount = view.all('input').find(({ shown }) => shown.get('enterkeyhint') === 'done');
  FAKE_DOCUMENT.activeElement = null;
  expect(key('ArrowUp')).toBe(true);
  expect(focused()).toEqual(['Amount of Milk, whole', undefined]);
  amount?.fire('input', { currentTarget: { value: '2 cups' } });
  amount?.fire('keydown', { key: 'Enter', preventDefault: () => {} });
  expect(focused()).toEqual(['Search foods', 'Search foods']);
  expect(portionsOf(store.state).map(({ count }) => count)).toEqual([2]);
  amount?.fire('input', { currentTarget: { value: 'oats' } });
  amount?.fire('keydown', { key: 'Enter', preventDefault: () => {} });
  press('Search for “oats”');
  expect(store.state.criteria.query).toBe('oats');
});
