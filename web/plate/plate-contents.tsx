import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { currentPlate } from '../kept/kept.ts';
import { t } from '../languages/language.ts';
import { showFood } from '../page/navigate.ts';
import { plateOf } from '../page/page-state.ts';
import type { Page } from '../page/use-page.ts';
import { Lazy } from '../parts/lazy.tsx';
import { useFirstRows } from '../parts/use-first-rows.ts';
import { EnergyChart } from './energy-chart.tsx';
import { PlateName } from './plate-name.tsx';
import { PlateNotice } from './plate-notice.tsx';
import { PortionRow } from './portion-row.tsx';
import { totalsOf } from './totals.ts';

const loadNutrientSums = () => import('./nutrient-sums.tsx').then((module) => module.NutrientSums);
const loadPlateMenu = () => import('./plate-menu.tsx').then((module) => module.PlateMenu);

interface PlateContentsProps {
  readonly page: Page;
  readonly isPrinting: boolean;
  /** When all that was removed is back, and the button for it gone. */
  readonly onAllBack: () => void;
}

/** What is on the plate and what it comes to; what was removed, and what else can be done with it. */
export function PlateContents({ page, isPrinting, onAllBack }: PlateContentsProps) {
  const { state } = page;
  const { portions } = plateOf(state);
  const totals = totalsOf(portions);
  const missing = Object.values(totals).some((total) => total.missing > 0);
  const [isMenuOpen, setMenuOpen] = useState(false);

  return (
    <>
      <PlateName page={page} />
      <PlateNotice page={page} />
      {state.unreadable > 0 && (
        <p class="note" role="status">
          {t().unreadableFoods(state.unreadable)}
        </p>
      )}
      {portions.length > 0 && (
        <>
          <div class="plate-totals">
            <EnergyChart totals={totals} />
          </div>
          <PortionList page={page} isPrinting={isPrinting} />
        </>
      )}
      {portions.length === 0 && <p class="note">{t().plateEmpty}</p>}
      <Undo page={page} onAllBack={onAllBack} />
      {missing && <p class="note">{t().totalsMayBeHigher}</p>}
      {portions.length > 0 && <Lazy load={loadNutrientSums} page={page} isPrinting={isPrinting} />}
      <details class="plate-menu" onToggle={(event) => setMenuOpen(event.currentTarget.open)}>
        <summary>{t().more}</summary>
        {isMenuOpen && <Lazy load={loadPlateMenu} page={page} />}
      </details>
      <p class="note saved">{state.isSaved ? t().savedHere : t().notSavedHere}</p>
    </>
  );
}

function PortionList({ page, isPrinting }: Omit<PlateContentsProps, 'onAllBack'>) {
  const { state, dispatch } = page;
  const { portions } = plateOf(state);
  const inView = useFirstRows(portions, currentPlate(state.kept).id);
  return (
    <ul>
      {(isPrinting ? portions : inView).map((portion) => {
        const { food } = portion;
        return (
          <PortionRow
            key={JSON.stringify(food)}
            portion={portion}
            isMovable={portions.length > 1}
            onAmount={(amount) => dispatch({ kind: 'plate/amount', food, amount })}
            onRemove={() => dispatch({ kind: 'plate/remove', food })}
            onMove={(rows) => dispatch({ kind: 'plate/move', food, rows })}
            onShow={() => showFood(page, food)}
            onSearch={(text) => dispatch({ kind: 'type', text })}
          />
        );
      })}
    </ul>
  );
}

function Undo({ page, onAllBack }: Pick<PlateContentsProps, 'page' | 'onAllBack'>) {
  const { removals } = plateOf(page.state);
  const button = useRef<HTMLButtonElement>(null);
  const count = useRef(removals.length);
  const removed = removals.at(-1) ?? [];
  const [first] = removed;

  // A button that removes itself loses the focus: move it to the undo button, or to the start.
  useLayoutEffect(() => {
    if (removals.length > count.current) button.current?.focus({ preventScroll: true });
    else if (removals.length < count.current && removals.length === 0) onAllBack();
    count.current = removals.length;
  }, [removals.length]);

  if (first === undefined) return null;
  return (
    <p class="plate-undo">
      <span>
        {removed.length === 1
          ? t().removed(first.portion.food.description)
          : t().removedFoods(removed.length)}
      </span>
      <button type="button" ref={button} onClick={() => page.dispatch({ kind: 'plate/undo' })}>
        {t().undo}
      </button>
    </p>
  );
}
