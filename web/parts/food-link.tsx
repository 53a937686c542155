import type { ComponentChildren } from 'preact';
import type { Food } from '../foods/food.ts';
import { foodView, toFragment } from '../page/address.ts';

// Links to views of the page, and which clicks the browser handles, such as new tabs.

interface FoodLinkProps {
  readonly food: Food;
  /** The amount that it opens in, such as `2 large`; `undefined`: the usual. */
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
    <a class="quiet" href={`#${toFragment(view)}`} tabIndex={tabIndex} onClick={followHere(onShow)}>
      {children}
    </a>
  );
}

/** For the link of a view: a plain click shows it here, others open it where the reader wants it. */
export function followHere(show: () => void): (event: MouseEvent) => void {
  return (event) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
      return;
    event.preventDefault();
    show();
  };
}
