import { expect, test } from 'vitest';
import { foodOf } from '../foods/sample-foods.case.ts';
import { shownPage } from '../parts/shown-page.case.ts';
import { CompareTray } from './compare-tray.tsx';

test('the tray lists foods to compare, removes them, and compares two or more', () => {
  const { view, store, press } = shownPage((page) => <CompareTray page={page} />);
  for (const id of ['1', '2'])
    store.dispatch({ kind: 'compare', food: foodOf(`Food ${id}`, { id }) });
  expect(view.outline).toMatchInlineSnapshot(`
    "<section class="compare-tray" aria-label="Compare">
      <ul>
        <li><button type="button" class="chip spread" aria-label="Remove Food 1"><span>Food 1</span> ×</button></li>
        <li><button type="button" class="chip spread" aria-label="Remove Food 2"><span>Food 2</span> ×</button></li>
      <button type="button" class="primary">Compare 2 foods</button>"
  `);
  press('Compare 2 foods');
  expect(store.state.view).toEqual({ kind: 'compare', ids: ['1', '2'] });
  press('Remove Food 1');
  expect(view.outline).toMatchInlineSnapshot(`
    "<section class="compare-tray" aria-label="Compare">
      <ul><li><button type="button" class="chip spread" aria-label="Remove Food 2"><span>Food 2</span> ×</button></li></ul>
      <p class="note">Choose another food</p>"
  `);
});
