import type { ComponentChildren } from 'preact';
import type { Food } from '../foods/food.ts';
import { foodView, toFragment } from '../page/address.ts';
import type { PageStore } from '../page/page-store.ts';

// Links to the page's views, and which clicks are left to the browser, such as clicks that open new
// tabs.

interface FoodLinkProps {
  readonly food: Food;
  /** The amount to show, such as `2 large`; the usual amount if `undefined`. */
  readonly amount?: string | undefined;
  readonly tabIndex?: number;
  readonly store: Pick<PageStore, 'showFood'>;
  readonly children: ComponentChildren;
}

/** A food's name, linked to its view if it has one. */
export function FoodLink({ food, amount, tabIndex, store, children }: FoodLinkProps) {
  const view = foodView(food, amount);
  if (view === undefined) return <>{children}</>;
  const show = showInPage(() => store.showFood(food, amount));
  return (
    <a class="quiet" href={`#${toFragment(view)}`} tabIndex={tabIndex} onClick={show}>
      {children}
    </a>
  );
}

/**
 * Returns a click handler for a link to a view. A plain click shows the view here. The browser
 * handles all other clicks, such as those that open a new tab.
 */
export function showInPage(show: (event: MouseEvent) => void): (event: MouseEvent) => void {
  return (event) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
      return;
    event.preventDefault();
    show(event);
  };
}
