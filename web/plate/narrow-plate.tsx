import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { t } from '../languages/language.ts';
import { type PageState, portionsOf } from '../page/page-state.ts';
import type { Page } from '../page/use-page.ts';
import { useLoaded } from '../parts/lazy.tsx';
import { currentPlate, plateTitle } from '../storage/saved-data.ts';
import { Goals } from './goals.tsx';
import { PlateContents } from './plate-panel.tsx';
import { plateTexts } from './plate-texts.ts';

// The plate on a narrow screen: the bar and the sheet that it opens.

interface NarrowPlateProps {
  readonly page: Page;
  /** What happened to the plate last, such as that its link was copied. */
  readonly said: string;
  readonly children: ComponentChildren;
}

/** The plate where there is no room beside the search: a bar that opens it. */
export function NarrowPlate({ page, said, children }: NarrowPlateProps) {
  const { state, dispatch } = page;
  const portions = portionsOf(state);
  const isLoaded = useLoaded(portions.length > 0 || state.isSheetOpen, loadSheet);
  return (
    <>
      <PlateBar
        state={state}
        said={said}
        onOpen={() => dispatch({ kind: 'sheet', isOpen: true })}
      />
      <Sheet
        isOpen={state.isSheetOpen && isLoaded}
        onClose={() => dispatch({ kind: 'sheet', isOpen: false })}
        label={t().plate}
      >
        {children}
      </Sheet>
    </>
  );
}

/**
 * All parts of the plate are loaded first: a sheet that grew while opening would move away from the
 * finger.
 */
async function loadSheet(): Promise<void> {
  const { PlateFoods } = await import('./plate-contents.tsx');
  await Promise.all([PlateContents, PlateFoods].map(({ preload }) => preload()));
}

interface PlateBarProps {
  readonly state: PageState;
  /** What happened to it last, such as that its link was copied. */
  readonly said: string;
  readonly onOpen: () => void;
}

/** A summary of the plate, always visible on a phone; opens it. */
function PlateBar({ state, said, onOpen }: PlateBarProps) {
  const portions = portionsOf(state);
  const plate = currentPlate(state.saved);
  return (
    <button type="button" class="plate-bar" aria-haspopup="dialog" onClick={onOpen}>
      <b>
        {/* What is added goes to the plate of another day then. */}
        {plate.day === state.today ? t().plate : plateTitle(plate, state.saved.plates)}{' '}
        <small>{said || plateTexts().foodCount(portions.length)}</small>
      </b>
      {portions.length > 0 && <Goals state={state} />}
      <span aria-hidden="true">▲</span>
    </button>
  );
}

interface SheetProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly label: string;
  readonly children: ComponentChildren;
}

/** A dialog that comes up from the lower edge, within reach of a thumb. */
function Sheet({ isOpen, onClose, label, children }: SheetProps) {
  const dialog = useRef<HTMLDialogElement>(null);

  useLayoutEffect(() => {
    const { current } = dialog;
    if (isOpen && current?.open === false) {
      current.showModal();
      // Not the handle, which comes first.
      current.querySelector('h2')?.focus();
    }
    if (!isOpen) current?.close();
  }, [isOpen]);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog.
    <dialog
      ref={dialog}
      class="sheet"
      aria-label={label}
      onClose={onClose}
      onClick={({ target }) => target === dialog.current && onClose()}
    >
      <button type="button" class="sheet-handle" aria-label={t().close} onClick={onClose} />
      {isOpen && children}
    </dialog>
  );
}
