import type { Page } from '../page/use-page.ts';
import { plateTitle } from '../storage/plate-title.ts';
import { currentPlate, dayAfter } from '../storage/saved-data.ts';
import { plateTexts } from './plate-texts.ts';

// Which day and which plate is shown, and the ways to others.

/** The day of the plate, with the days around it, and which of its plates is shown. */
export function PlateHead({ page }: { readonly page: Page }) {
  const { state, dispatch } = page;
  const { saved, today } = state;
  const plate = currentPlate(saved);
  const day = plate.day || today;
  // The others are found by their days.
  const listed = saved.plates.filter(
    (other) => other === plate || other.day === day || other.name !== '' || other.isGuest,
  );
  const show = (next: string) => dispatch({ kind: 'plate/day', day: next });
  return (
    <div class="plate-head note">
      <span class="plate-day">
        <button
          type="button"
          class="icon"
          aria-label={plateTexts().previousDay}
          onClick={() => show(dayAfter(day, -1))}
        >
          ‹
        </button>
        <input
          type="date"
          aria-label={plateTexts().day}
          value={day}
          required
          onChange={({ currentTarget: { value } }) => value !== '' && show(value)}
        />
        <button
          type="button"
          class="icon"
          aria-label={plateTexts().nextDay}
          onClick={() => show(dayAfter(day, 1))}
        >
          ›
        </button>
      </span>
      <button
        type="button"
        class="link"
        onClick={() => dispatch({ kind: 'show', view: { kind: 'week', column: 'kcal' } })}
      >
        {plateTexts().week}
      </button>
      {listed.length === 1 ? (
        plate.name !== '' && <span class="plate-name">{plate.name}</span>
      ) : (
        <select
          class="plate-name"
          aria-label={plateTexts().plateName}
          value={plate.id}
          onChange={(event) => dispatch({ kind: 'plate/choose', id: event.currentTarget.value })}
        >
          {listed.map((other) => (
            <option key={other.id} value={other.id}>
              {plateTitle(other, saved.plates)}
            </option>
          ))}
        </select>
      )}
    </div>
  );
}
