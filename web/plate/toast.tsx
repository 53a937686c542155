import { useLayoutEffect, useRef } from 'preact/hooks';
import { amountWords } from '../foods/plate.ts';
import { dayText, inLanguage, t } from '../languages/language.ts';
import { MAX_COMPARED } from '../page/address.ts';
import type { Notice } from '../page/page-state.ts';
import type { Page } from '../page/use-page.ts';
import { Button } from '../parts/controls.tsx';
import { plateTitle } from '../storage/saved-data.ts';
import { plateTexts } from './plate-texts.ts';

// The toast, which says what was just done and can undo it.

export const ENGLISH = {
  undo: 'Undo',
  removed: (food: string) => `Removed ${food}`,
  removedFoods: (count: number) => `Removed ${count} foods`,
  addedFoods: (count: number) => `Added ${count} foods`,
  // The isolates keep a name in Hebrew or Arabic from changing the order of the text after it.
  changed: (food: string, amount: string) => `\u2068${food}\u2069: ${amount}`,
  deleted: (plate: string) => `Deleted ${plate}`,
  renamed: (plate: string) => `Renamed ${plate}`,
  moved: (day: string) => `Moved to ${day}`,
  copied: (day: string) => `Copied to ${day}`,
  dropped: (plate: string) => `There is no room for more plates: the oldest, ${plate}, was deleted`,
  full: (food: string) => `At most ${MAX_COMPARED} foods can be compared: ${food} was not added`,
  opened: (added: number, known: number, leftOut: number) => [
    added === 1 ? '1 plate opened.' : `${added} plates opened.`,
    known > 0 && `${known} already here.`,
    leftOut > 0 && `No room for ${leftOut}: delete old plates first.`,
  ],
};

export const SPANISH: typeof ENGLISH = {
  undo: 'Deshacer',
  removed: (food) => `Quitado ${food}`,
  removedFoods: (number) => `Quitados ${number} alimentos`,
  addedFoods: (number) => `Añadidos ${number} alimentos`,
  changed: ENGLISH.changed,
  deleted: (plate) => `Eliminado ${plate}`,
  renamed: (plate) => `Renombrado ${plate}`,
  moved: (day) => `Movido al ${day}`,
  copied: (day) => `Copiado al ${day}`,
  dropped: (plate) => `No caben más platos: se eliminó ${plate}, el más antiguo`,
  full: (food) => `Se comparan ${MAX_COMPARED} alimentos como máximo: no se añadió ${food}`,
  opened: (added, known, leftOut) => [
    added === 1 ? '1 plato abierto.' : `${added} platos abiertos.`,
    known > 0 && `${known} ya ${known === 1 ? 'estaba' : 'estaban'} aquí.`,
    leftOut > 0 && `No hay sitio para ${leftOut}: elimina antes platos antiguos.`,
  ],
};

const texts = () => inLanguage({ en: ENGLISH, es: SPANISH });

/** Shows the last notice until the next one, or until it is undone or dismissed. */
export function Toast({ page, notice }: { readonly page: Page; readonly notice: Notice }) {
  const button = useRef<HTMLButtonElement>(null);

  // If the focused button was removed, moves the focus here, even if a heading has taken it.
  useLayoutEffect(() => {
    if (document.activeElement?.matches('body, h1, h2'))
      button.current?.focus({ preventScroll: true });
  }, [notice]);

  /** Undoes the change or closes the toast, and moves the focus. */
  function end(kind: 'plate/undo' | 'dismiss'): void {
    page.dispatch({ kind });
    const heading = document.getElementById('plate-heading') ?? document.querySelector('h1');
    heading?.focus({ preventScroll: true });
  }

  return (
    <>
      <span>{noticeText(notice)}</span>
      {notice.undo !== undefined && (
        <Button ref={button} onClick={() => end('plate/undo')}>
          {texts().undo}
        </Button>
      )}
      <Button class="icon" aria-label={t().close} onClick={() => end('dismiss')}>
        ×
      </Button>
    </>
  );
}

/** Returns the text about an event. */
export function noticeText({ about, undo }: Notice): string {
  switch (about.kind) {
    case 'removed': {
      const [first, second] = about.foods;
      const isOne = first !== undefined && second === undefined;
      return isOne ? texts().removed(first.description) : texts().removedFoods(about.foods.length);
    }
    case 'added':
      return texts().addedFoods(about.foods.length);
    case 'changed':
      return texts().changed(about.from.food.description, amountWords(about.to));
    case 'full':
      return texts().full(about.food);
    case 'opened': {
      const { added, known, leftOut, unreadable } = about;
      const lost = unreadable > 0 && plateTexts().unreadableItems(unreadable);
      return [...texts().opened(added, known, leftOut), lost].filter(Boolean).join(' ');
    }
    case 'moved':
    case 'copied':
      return texts()[about.kind](dayText(about.plate.day));
    default: {
      const data = about.kind === 'renamed' ? undo?.after : undo?.before;
      return texts()[about.kind](plateTitle(about.plate, data?.plates ?? []));
    }
  }
}
