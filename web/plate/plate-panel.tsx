import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { currentPlate } from '../kept/kept.ts';
import { t } from '../languages/language.ts';
import { showFood } from '../page/navigate.ts';
import { plateOf } from '../page/page-state.ts';
import type { Page } from '../page/use-page.ts';
import { Lazy } from '../parts/lazy.tsx';
import { useFirstRows } from '../parts/use-first-rows.ts';
import { CopyLink } from './copy-link.tsx';
import { EnergyChart } from './energy-chart.tsx';
import { PlateName } from './plate-name.tsx';
import { PlateNotice } from './plate-notice.tsx';
import { PortionRow } from './portion-row.tsx';
import { totalsOf } from './totals.ts';

const loadPlateMenu = () => import('./plate-menu.tsx').then((module) => module.PlateMenu);

interface PlatePanelProps {
  readonly page: Page;
  /** Whether it is for paper, on which nothing can follow later. */
  readonly isPrinting: boolean;
  /** Copies the address that brings this plate to somebody else. */
  readonly onCopyLink: () => void;
  /** What became of that, in words. */
  readonly copied: string;
}

/** The foods put together, what they come to, and ways to take them along. */
export function PlatePanel({ page, isPrinting, onCopyLink, copied }: PlatePanelProps) {
  const { state, dispatch } = page;
  const { portions, removals } = plateOf(state);
  const totals = totalsOf(portions);
  const missing = Object.values(totals).some((total) => total.missing > 0);
  const undo = useRef<HTMLButtonElement>(null);
  const [isMenuOpen, setMenuOpen] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const removed = removals.at(-1) ?? [];
  const [first] = removed;
  const removalCount = useRef(removals.length);
  const { id } = currentPlate(state.kept);
  const inView = useFirstRows(portions, id);
  const shown = isPrinting ? portions : inView;

  // A button that removes itself loses the focus: move it to the undo button, or to the start.
  useLayoutEffect(() => {
    if (removals.length > removalCount.current) undo.current?.focus({ preventScroll: true });
    else if (removals.length < removalCount.current && removals.length === 0)
      heading.current?.focus({ preventScroll: true });
    removalCount.current = removals.length;
  }, [removals.length]);

  return (
    <section class="plate" aria-labelledby="plate-heading">
      <header>
        <h2 id="plate-heading" ref={heading} tabIndex={-1}>
          {t().plate}
        </h2>
        {portions.length > 0 && <CopyLink said={copied} onCopy={onCopyLink} isOfPlate />}
      </header>
      <PlateName page={page} />
      <PlateNotice page={page} />
      {state.unreadable > 0 && (
        <p class="note" role="status">
          {t().unreadableFoods(state.unreadable)}
        </p>
      )}
      {portions.length === 0 ? (
        <p class="note">{t().plateEmpty}</p>
      ) : (
        <>
          <div class="plate-totals">
            <EnergyChart totals={totals} />
          </div>
          <ul>
            {shown.map((portion) => {
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
        </>
      )}
      {first !== undefined && (
        <p class="plate-undo">
          <span>
            {removed.length === 1
              ? t().removed(first.portion.food.description)
              : t().removedFoods(removed.length)}
          </span>
          <button type="button" ref={undo} onClick={() => dispatch({ kind: 'plate/undo' })}>
            {t().undo}
          </button>
        </p>
      )}
      {missing && <p class="note">{t().totalsMayBeHigher}</p>}
      <details class="plate-menu" onToggle={(event) => setMenuOpen(event.currentTarget.open)}>
        <summary>{t().more}</summary>
        {isMenuOpen && <Lazy load={loadPlateMenu} page={page} />}
      </details>
      <p class="note saved">{state.isSaved ? t().savedHere : t().notSavedHere}</p>
    </section>
  );
}
