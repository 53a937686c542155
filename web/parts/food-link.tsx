import type { ComponentChildren } from 'preact';
import type { Food } from '../foods/food.ts';
import { foodView, toFragment } from '../page/address.ts';

// Links to the page's views, and which clicks are left to the browser, such as clicks that open new
// tabs.

interface FoodLinkProps {
  readonly food: Food;
  /** The amount to show, such as `2 large`; the usual amount if `undefined`. */
  readonly amount?: string | undefined;
  readonly tabIndex?: number;
  readonly onShow: () => void;
  readonly children: ComponentChildren;
}

/** A food's name, linked to its view if it has one. */
export function FoodLink({ food, amount, tabIndex, onShow, children }: FoodLinkProps) {
  const view = foodView(food, amount);
  if (view === undefined) return <>{children}</>;
  return (
    <a class="quiet" href={`#${toFragment(view)}`} tabIndex={tabIndex} onClick={showInPage(onShow)}>
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
