import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { t } from '../languages/language.ts';
import { portionsOf } from '../page/page-state.ts';
import type { Page } from '../page/use-page.ts';
import { Button } from '../parts/controls.tsx';
import { useLoaded } from '../parts/lazy.tsx';
import { currentPlate, plateTitle } from '../storage/saved-data.ts';
import { GoalSummary } from './goal-summary.tsx';
import { PlateContents } from './plate-panel.tsx';
import { plateTexts } from './plate-texts.ts';

// The plate on a narrow screen: a bar, and the sheet that it opens.

interface NarrowPlateProps {
  readonly page: Page;
  /** A message about the plate, such as that its link was copied. */
  readonly said: string;
  readonly children: ComponentChildren;
}

/**
 * The plate on a narrow screen: a bar, and a dialog that slides up from the bottom, within reach of
 * the thumb.
 */
export function NarrowPlate({ page, said, children }: NarrowPlateProps) {
  const { state, dispatch } = page;
  const { view } = state;
  const portions = portionsOf(state);
  const plate = currentPlate(state.saved);
  const isLoaded = useLoaded(portions.length > 0 || state.isSheetOpen, loadSheet);
  const isOpen = state.isSheetOpen && isLoaded;
  const dialog = useRef<HTMLDialogElement>(null);
  const viewBelow = useRef(view);
  const onClose = () => dispatch({ kind: 'sheet', isOpen: false });

  useLayoutEffect(() => {
    const { current } = dialog;
    if (isOpen && current?.open === false) {
      current.showModal();
      // Moves the focus to the heading. Otherwise, the handle would get the focus, since it is the
      // first element.
      current.querySelector('h2')?.focus();
    }
    if (!isOpen) current?.close();
    // Closing returns the focus to the bar. But if a view was opened from the sheet, the view gets
    // the focus.
    const isLeft = !isOpen && view !== viewBelow.current && view.kind !== 'search';
    if (isLeft && document.activeElement instanceof HTMLElement) document.activeElement.blur();
    viewBelow.current = view;
  }, [isOpen]);

  return (
    <>
      <Button
        class="plate-bar spread"
        aria-haspopup="dialog"
        onClick={() => dispatch({ kind: 'sheet', isOpen: true })}
      >
        <b>
          {/* Foods are added to this plate, even if it is from another day. */}
          {plate.day === state.today ? t().plate : plateTitle(plate, state.saved.plates)}{' '}
          <small>{said || plateTexts().foodCount(portions.length)}</small>
        </b>
        {portions.length > 0 && <GoalSummary state={state} />}
        <span aria-hidden="true">▲</span>
      </Button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog. */}
      <dialog
        ref={dialog}
        class="sheet"
        aria-label={t().plate}
        onClose={onClose}
        onClick={({ target }) => target === dialog.current && onClose()}
      >
        <Button class="sheet-handle" aria-label={t().close} onClick={onClose} />
        {isOpen && children}
      </dialog>
    </>
  );
}

/**
 * Loads all parts of the plate before the sheet opens. Otherwise, the sheet would grow while
 * opening, and move away from the finger.
 */
async function loadSheet(): Promise<void> {
  const { PlateFoods } = await import('./plate-contents.tsx');
  await Promise.all([PlateContents, PlateFoods].map(({ preload }) => preload()));
}
