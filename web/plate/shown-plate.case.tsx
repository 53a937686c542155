import { vi } from 'vitest';
import type { Food } from '../foods/food.ts';
import { shortText } from '../foods/plate.ts';
import { foodOf } from '../foods/sample-foods.case.ts';
import { portionsOf } from '../page/page-state.ts';
import { FAKE_DOCUMENT, FakeNode } from '../parts/render.case.ts';
import { type Options, shownPage } from '../parts/shown-page.case.ts';
import { PlatePanel } from './plate-panel.tsx';

// Shows the plate. Milk and rye bread have the simulated service's values.

const CUP = { count: 1, name: 'cup', grams: 244 };
export const MILK = foodOf('Milk', {
  ...{ id: '1', kcal: 60, protein: 3.3, fat: 3.2, carbohydrate: 4.7, measures: [CUP] },
});
export const RYE = foodOf('Rye bread', {
  id: '2',
  kcal: 259,
  protein: 8.5,
  fat: 3.3,
  carbohydrate: 48.3,
});
export const SOUP = foodOf('Soup', { protein: null });

/** The action that adds 200 g of a food. */
export const add = (food: Food) =>
  ({ kind: 'plate/add', portions: [{ food, count: 200, unit: { name: 'g', grams: 1 } }] }) as const;

/** Shows a plate with these foods. */
export async function shownPlate(
  foods: readonly Food[],
  { isPrinting = false, ...options }: Options & { readonly isPrinting?: boolean } = {},
) {
  vi.stubGlobal('innerHeight', 1000);
  vi.stubGlobal('HTMLElement', FakeNode);
  const copied: string[] = [];
  const shown = shownPage(
    (page) => (
      <PlatePanel
        page={page}
        isPrinting={isPrinting}
        onCopyLink={() => void copied.push('link')}
        copied={copied.join()}
      />
    ),
    options,
  );
  const { store, view } = shown;
  for (const food of foods) store.dispatch(add(food));
  await shown.settle();
  await shown.settle();
  const plate = () =>
    portionsOf(store.state).map((row) => `${row.food.description}: ${shortText(row)}`);
  const openMenu = async () => {
    view
      .all('details')
      .at(-1)
      ?.fire('toggle', { currentTarget: { open: true } });
    await shown.settle();
    await shown.settle();
  };
  const focused = () => FAKE_DOCUMENT.activeElement?.shown.get('id');
  return { ...shown, copied, plate, openMenu, focused };
}
