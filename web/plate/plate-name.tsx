import { useState } from 'preact/hooks';
import { currentPlate, type Kept } from '../kept/kept.ts';
import { t } from '../languages/language.ts';

interface PlateNameProps {
  readonly kept: Kept;
  readonly onSwitch: (id: string) => void;
  readonly onNew: () => void;
  readonly onRename: (name: string) => void;
  readonly onDelete: () => void;
}

/** Which of the plates is in use, such as one for each day, and ways to have more or fewer. */
export function PlateName({ kept, onSwitch, onNew, onRename, onDelete }: PlateNameProps) {
  const [isRenamed, setRenamed] = useState(false);
  const { id, name, portions } = currentPlate(kept);
  const isOnly = kept.plates.length === 1;

  if (isRenamed) {
    return (
      <form
        class="plate-name note"
        onSubmit={(event) => {
          event.preventDefault();
          onRename(String(new FormData(event.currentTarget).get('name') ?? ''));
          setRenamed(false);
        }}
      >
        <input
          name="name"
          aria-label={t().plateName}
          defaultValue={name}
          maxLength={60}
          autofocus
        />
        <button type="submit">{t().rename}</button>
      </form>
    );
  }
  return (
    <div class="plate-name note">
      {isOnly ? (
        <span>{name}</span>
      ) : (
        <select
          aria-label={t().plateName}
          value={id}
          onChange={(event) => onSwitch(event.currentTarget.value)}
        >
          {kept.plates.map((plate) => (
            <option key={plate.id} value={plate.id}>
              {plate.name}
            </option>
          ))}
        </select>
      )}
      <span class="actions">
        <button type="button" class="link" onClick={() => setRenamed(true)}>
          {t().rename}
        </button>
        {(portions.length > 0 || !isOnly) && (
          <button type="button" class="link" onClick={onNew}>
            {t().newPlate}
          </button>
        )}
        {!isOnly && (
          <button type="button" class="link" onClick={onDelete}>
            {t().deletePlate}
          </button>
        )}
      </span>
    </div>
  );
}
