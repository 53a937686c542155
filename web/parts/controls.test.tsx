import { act } from 'preact/test-utils';
import { expect, test, vi } from 'vitest';
import { totalsOf } from '../foods/plate.ts';
import { foodOf, plateOf } from '../foods/sample-foods.case.ts';
import { BasisChoice } from './controls.tsx';
import { EnergyChart } from './energy-chart.tsx';
import { FoodLink } from './food-link.tsx';
import { keepFragment, PageHeader } from './page-header.tsx';
import { rendered } from './render.case.ts';
import { shownPage } from './shown-page.case.ts';
import { useMedia, usePrinting } from './use-media.ts';

// Small shared components.

test('values are for 100 g or a portion', () => {
  const { view, store } = shownPage((page) => <BasisChoice page={page} />);
  expect(view.outline).toMatchInlineSnapshot(`
    "<fieldset class="choice" aria-label="Values for">
      <label><input type="radio" name="P0-0" checked="true"></input>100 g</label>
      <label><input type="radio" name="P0-0"></input>Portion</label>"
  `);
  const checked = () => view.all('input').map(({ shown }) => shown.get('checked'));
  const before = checked();
  view.all('input')[1]?.fire('change');
  expect([before, store.state.saved.basis, checked()]).toEqual([
    ...[['true', undefined], 'portion', [undefined, 'true']],
  ]);
  view.all('input')[0]?.fire('change');
  expect(store.state.saved.basis).toBe('100g');
});

test('the header has the name of the page, and links', () => {
  expect(
    rendered(
      <PageHeader>
        <a href="./">Foods</a>
      </PageHeader>,
    ).outline,
  ).toMatchInlineSnapshot(
    `"<header class="page-header"><p class="name">Food Lookup</p><a href="./">Foods</a></header>"`,
  );
});

test('a link within the site keeps the fragment', () => {
  class Anchor {
    hash = '';
  }
  vi.stubGlobal('HTMLAnchorElement', Anchor);
  vi.stubGlobal('location', { hash: '#q=egg' });
  const link = new Anchor();
  const view = rendered(
    <a href="lab.html" onClick={keepFragment}>
      Lab
    </a>,
  );
  view.all('a')[0]?.fire('click', { currentTarget: link });
  expect(link.hash).toBe('#q=egg');
});

test.each([
  [{}, true],
  [{ button: 1 }, false],
  [{ metaKey: true }, false],
  [{ ctrlKey: true }, false],
  [{ shiftKey: true }, false],
  [{ altKey: true }, false],
])('a click on a food with %j is handled by the page: %s', (keys, isHandled) => {
  const done: string[] = [];
  const view = rendered(
    <FoodLink
      food={foodOf('Egg', { id: 'a/b' })}
      amount="2 large"
      tabIndex={-1}
      store={{ showFood: () => void done.push('shown') }}
    >
      Egg
    </FoodLink>,
  );
  expect(view.outline).toBe(
    '<a class="quiet" href="#food=a%2Fb&amount=2+large" tabIndex="-1">Egg</a>',
  );
  view
    .all('a')[0]
    ?.fire('click', { button: 0, ...keys, preventDefault: () => done.push('prevented') });
  expect(done).toEqual(isHandled ? ['prevented', 'shown'] : []);
  expect(
    rendered(
      <FoodLink food={foodOf('Egg')} store={{ showFood: () => {} }}>
        Egg
      </FoodLink>,
    ).outline,
  ).toBe('Egg');
});

test('the energy is drawn as a ring, with its sources in a table', () => {
  const outline = (fat: number | null, carbohydrate = 2) =>
    rendered(
      <EnergyChart totals={totalsOf(plateOf(foodOf('Egg', { fat, carbohydrate, protein: 10 })))} />,
    ).outline;
  expect(outline(5)).toMatchInlineSnapshot(`
    "<figure class="energy spread">
      <div class="ring shares" --carbs="9%" --upto="52%" aria-hidden="true"><b>100</b> kcal</div>
      <figcaption>
        <p class="unseen">Energy: 100 kcal</p>
        <table>
          <thead class="unseen">
            <tr><th scope="col">Nutrient</th><th scope="col">Amount</th><th scope="col">Share of energy</th></tr>
          <tbody>
            <tr><th scope="row"><i class="carbohydrate"></i>Carbs</th><td>2.0 g</td><td>9%</td></tr>
            <tr><th scope="row"><i class="protein"></i>Protein</th><td>10.0 g</td><td>43%</td></tr>
            <tr><th scope="row"><i class="fat"></i>Fat</th><td>5.0 g</td><td>48%</td></tr>"
  `);
  const nothing = totalsOf(plateOf(foodOf('Water', { fat: 0, carbohydrate: 0, protein: 0 })));
  expect(rendered(<EnergyChart totals={nothing} />).text).toContain('Fat0.0 g0%');
  expect(outline(null)).toMatchInlineSnapshot(`
    "<figure class="energy spread">
      <div class="ring" aria-hidden="true"><b>100</b> kcal</div>
      <figcaption>
        <p class="unseen">Energy: 100 kcal</p>
        <table>
          <thead class="unseen">
            <tr><th scope="col">Nutrient</th><th scope="col">Amount</th><th scope="col">Share of energy</th></tr>
          <tbody>
            <tr><th scope="row"><i class="carbohydrate"></i>Carbs</th><td>2.0 g</td><td></td></tr>
            <tr><th scope="row"><i class="protein"></i>Protein</th><td>10.0 g</td><td></td></tr>
            <tr><th scope="row"><i class="fat"></i>Fat</th><td>– g</td><td></td></tr>"
  `);
});

test('media queries and printing are observed until the component is removed', () => {
  const list = Object.assign(new EventTarget(), { matches: false });
  const queries = new Set<string>();
  vi.stubGlobal('matchMedia', (query: string) => {
    queries.add(query);
    return list;
  });
  const window = new EventTarget();
  vi.stubGlobal('window', window);
  const Shown = () => <p>{String([useMedia('(a)'), usePrinting()])}</p>;
  const view = rendered(<Shown />);
  const all = [view.text];
  const happen = (target: EventTarget, type: string) => {
    act(() => void target.dispatchEvent(new Event(type)));
    all.push(view.text);
  };
  list.matches = true;
  happen(list, 'change');
  happen(window, 'beforeprint');
  happen(window, 'afterprint');
  expect([all, [...queries]]).toEqual([
    ['false,false', 'true,false', 'true,true', 'true,false'],
    ['(a)'],
  ]);
  const removed = vi.spyOn(list, 'removeEventListener');
  view.draw(null);
  expect(removed).toHaveBeenCalledOnce();
});
