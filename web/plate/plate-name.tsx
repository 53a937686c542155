import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Page } from '../page/use-page.ts';
import { plateTitle } from '../storage/plate-title.ts';
import { currentPlate } from '../storage/saved-data.ts';
import { plateTexts } from './plate-texts.ts';

// Chooses, renames (up to which length), adds and deletes plates.

/** Which of the plates is shown, such as one for each day, and ways to have more or fewer. */
export function PlateName({ page }: { readonly page: Page }) {
  const { state, dispatch } = page;
  const { saved } = state;
  const [isRenamed, setRenamed] = useState(false);
  const plate = currentPlate(saved);
  const { id, portions } = plate;
  const name = plateTitle(plate, saved.plates);
  const isOnly = saved.plates.length === 1;

  function rename(next: string): void {
    dispatch({ kind: 'plate/rename', name: next });
    setRenamed(false);
  }

  if (isRenamed) return <RenameForm name={name} onName={rename} />;
  return (
    <div class="plate-name note">
      {isOnly ? (
        <span>{name}</span>
      ) : (
        <select
          aria-label={plateTexts().plateName}
          value={id}
          onChange={(event) => dispatch({ kind: 'plate/choose', id: event.currentTarget.value })}
        >
          {saved.plates.map((other) => (
            <option key={other.id} value={other.id}>
              {plateTitle(other, saved.plates)}
            </option>
          ))}
        </select>
      )}
      <span class="actions">
        <button
          type="button"
          class="link"
          onClick={() => dispatch({ kind: 'show', view: { kind: 'week', column: 'kcal' } })}
        >
          {plateTexts().week}
        </button>
        <button type="button" class="link" onClick={() => setRenamed(true)}>
          {plateTexts().rename}
        </button>
        {(portions.length > 0 || !isOnly) && (
          <button type="button" class="link" onClick={() => dispatch({ kind: 'plate/new' })}>
            {plateTexts().newPlate}
          </button>
        )}
        {!isOnly && (
          <button type="button" class="link" onClick={() => dispatch({ kind: 'plate/delete' })}>
            {plateTexts().deletePlate}
          </button>
        )}
      </span>
    </div>
  );
}

/** In UTF-16 units. */
const LONGEST_PLATE_NAME = 60;

interface RenameFormProps {
  readonly name: string;
  readonly onName: (name: string) => void;
}

function RenameForm({ name, onName }: RenameFormProps) {
  const field = useRef<HTMLInputElement>(null);

  useLayoutEffect(() => {
    // A phone opens its keyboard for the focus only.
    field.current?.focus();
    field.current?.select();
  }, []);

  return (
    <form
      class="plate-name note"
      onSubmit={(event) => {
        event.preventDefault();
        onName(field.current?.value ?? '');
      }}
    >
      <input
        ref={field}
        aria-label={plateTexts().plateName}
        defaultValue={name}
        maxLength={LONGEST_PLATE_NAME}
      />
      <button type="submit" class="primary">
        {plateTexts().save}
      </button>
    </form>
  );
}
