import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { t } from '../languages/language.ts';

// The dialog from the lower edge on a phone: how it opens and closes, and its focus.

interface SheetProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly label: string;
  readonly children: ComponentChildren;
}

/** A dialog that comes up from the lower edge, within reach of a thumb. */
export function Sheet({ isOpen, onClose, label, children }: SheetProps) {
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
