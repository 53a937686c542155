import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { inLanguage } from '../languages/language.ts';
import type { Page } from '../page/use-page.ts';
import { Button } from '../parts/controls.tsx';
import { LAST_DAY } from '../storage/read-saved-data.ts';
import { currentPlate, dayAfter, plateTitle } from '../storage/saved-data.ts';
import { downloadAll, OpenFile, SavePlate } from './file-buttons.tsx';
import { plateTexts } from './plate-texts.ts';

// The plate's menu (rename, another day, new, clear, delete) and its strings.

export const ENGLISH = {
  clearPlate: 'Clear',
  rename: 'Rename',
  save: 'Save',
  cancel: 'Cancel',
  newPlate: 'New',
  downloadAll: 'Download all plates',
  deletePlate: 'Delete',
  otherDay: 'Another day',
  move: 'Move there',
  copy: 'Copy there',
};

export const SPANISH: typeof ENGLISH = {
  clearPlate: 'Vaciar',
  rename: 'Renombrar',
  save: 'Guardar',
  cancel: 'Cancelar',
  newPlate: 'Nuevo',
  downloadAll: 'Descargar todos los platos',
  deletePlate: 'Eliminar',
  otherDay: 'Otro día',
  move: 'Mover allí',
  copy: 'Copiar allí',
};

const texts = () => inLanguage({ en: ENGLISH, es: SPANISH });

/** The menu of the plate: its name and day, new plates, files, printing. */
export function PlateMenu({ page }: { readonly page: Page }) {
  const { dispatch, state } = page;
  const { saved } = state;
  const hasFoods = currentPlate(saved).portions.length > 0;
  const isOnly = saved.plates.length === 1;
  const [isRenamed, setRenamed] = useState(false);
  const [said, say] = useState('');
  return (
    <>
      {isRenamed && <RenameForm page={page} onDone={() => setRenamed(false)} />}
      <p class="actions">
        <Button onClick={() => setRenamed(true)}>{texts().rename}</Button>
        {(hasFoods || !isOnly) && (
          <Button onClick={() => dispatch({ kind: 'plate/new' })}>{texts().newPlate}</Button>
        )}
        {hasFoods && <SavePlate page={page} say={say} />}
        {!isOnly && <Button onClick={() => downloadAll(saved)}>{texts().downloadAll}</Button>}
        <OpenFile page={page} say={say} />
        {hasFoods && (
          <Button class="danger" onClick={() => dispatch({ kind: 'plate/clear' })}>
            {texts().clearPlate}
          </Button>
        )}
        {!isOnly && (
          <Button class="danger" onClick={() => dispatch({ kind: 'plate/delete' })}>
            {texts().deletePlate}
          </Button>
        )}
      </p>
      {hasFoods && <OtherDay page={page} />}
      <p class="note" role="status">
        {said}
      </p>
    </>
  );
}

/** Moves the plate to another day, or copies it there. */
function OtherDay({ page }: { readonly page: Page }) {
  const { saved, today } = page.state;
  const own = currentPlate(saved).day;
  const [chosen, setDay] = useState<string>();
  const day = chosen ?? (own === today ? dayAfter(today, -1) : today);
  const send = (isCopy: boolean) => page.dispatch({ kind: 'plate/to-day', day, isCopy });
  return (
    <p class="actions">
      <label>
        {texts().otherDay}{' '}
        <input
          type="date"
          value={day}
          max={LAST_DAY}
          required
          onChange={({ currentTarget: { value } }) => setDay(value || undefined)}
        />
      </label>
      <Button onClick={() => send(false)}>{texts().move}</Button>
      <Button onClick={() => send(true)}>{texts().copy}</Button>
    </p>
  );
}

/** The longest name of a plate, in UTF-16 units. */
const LONGEST_PLATE_NAME = 60;

function RenameForm({ page, onDone }: { readonly page: Page; readonly onDone: () => void }) {
  const { saved } = page.state;
  const plate = currentPlate(saved);
  const field = useRef<HTMLInputElement>(null);

  useLayoutEffect(() => {
    const opener = document.activeElement;
    // A phone shows its keyboard only for a focused field.
    field.current?.focus();
    field.current?.select();
    return () => (opener instanceof HTMLElement ? opener.focus() : undefined);
  }, []);

  return (
    <form
      class="actions"
      onSubmit={(event) => {
        event.preventDefault();
        page.dispatch({ kind: 'plate/rename', name: field.current?.value ?? '' });
        onDone();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        // Escape would also close the sheet on a phone.
        event.preventDefault();
        onDone();
      }}
    >
      <input
        ref={field}
        aria-label={plateTexts().plateName}
        defaultValue={plate.name}
        placeholder={plateTitle(plate, saved.plates)}
        maxLength={LONGEST_PLATE_NAME}
      />
      <button type="submit" class="primary">
        {texts().save}
      </button>
      <Button onClick={onDone}>{texts().cancel}</Button>
    </form>
  );
}
