import type { ComponentChildren } from 'preact';
import { toFragment } from '../address.ts';
import type { Food } from '../food.ts';
import { foodView } from '../page/navigate.ts';
import { followHere } from './follow-here.ts';

interface FoodLinkProps {
  readonly food: Food;
  /** The amount that it opens in, such as `2 large`; `undefined`: the usual. */
  readonly amount?: string | undefined;
  readonly tabIndex?: number;
  readonly onShow: () => void;
  readonly children: ComponentChildren;
}

/** A food's name, which leads to its view where it has one. */
export function FoodLink({ food, amount, tabIndex, onShow, children }: FoodLinkProps) {
  const view = foodView(food, amount);
  if (view === undefined) return <>{children}</>;
  return (
    <a class="quiet" href={`#${toFragment(view)}`} tabIndex={tabIndex} onClick={followHere(onShow)}>
      {children}
    </a>
  );
}
