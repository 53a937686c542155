import { useState } from 'preact/hooks';
import { t } from '../languages/language.ts';
import { isOfEarlierDay, portionsOf } from '../page/page-state.ts';
import type { Page } from '../page/use-page.ts';
import { Button } from '../parts/controls.tsx';
import { lazy, nothing, useLoaded } from '../parts/lazy.tsx';
import { LAST_DAY } from '../storage/read-saved-data.ts';
import { currentPlate, dayAfter, plateTitle } from '../storage/saved-data.ts';
import type { PlatePartProps } from './nutrient-sums.tsx';
import { plateTexts } from './plate-texts.ts';

// The parts of the plate in order: name, prompts, foods and sums, menu, where it is saved, remarks.

export const PlateFoods = lazy(() => import('./plate-foods.tsx'), 'PlateFoods');
const Remarks = lazy(() => import('./plate-foods.tsx'), 'Remarks', nothing);
// If the menu cannot be loaded, as while offline, the plate stays on the screen.
const PlateMenu = lazy(
  () => import('./plate-menu.tsx'),
  'PlateMenu',
  () => <p class="note">{t().noAnswer}</p>,
);

/** Shows the plate's name, contents and actions. */
export function PlateContents({ page, isPrinting }: PlatePartProps) {
  const { state } = page;
  const [isMenuOpen, setMenuOpen] = useState(false);
  const hasFoods = portionsOf(state).length > 0;
  const areFoodsThere = useLoaded(hasFoods, PlateFoods.preload);
  // Hides the content below the foods until the foods are loaded, since they would push it down.
  const isHeld = hasFoods && !areFoodsThere;
  const isMenuThere = useLoaded(isMenuOpen, PlateMenu.preload);
  return (
    <>
      <PlateHead page={page} />
      <PlateNotice page={page} />
      {state.unreadable > 0 && (
        <p class="note" role="status">
          {plateTexts().unreadableItems(state.unreadable)}
        </p>
      )}
      {!hasFoods && (
        <p class="note">
          {plateTexts().plateEmpty}{' '}
          <Button
            class="chip"
            onClick={() => page.dispatch({ kind: 'type', text: plateTexts().example })}
          >
            <b>{plateTexts().example}</b>
          </Button>
        </p>
      )}
      {hasFoods && <PlateFoods page={page} isPrinting={isPrinting} />}
      <details
        class="plate-menu"
        hidden={isHeld}
        onToggle={(event) => setMenuOpen(event.currentTarget.open)}
      >
        <summary>{plateTexts().more}</summary>
        {isMenuOpen && <PlateMenu page={page} />}
      </details>
      <p class="note saved" hidden={isHeld || (isMenuOpen && !isMenuThere)}>
        {state.isSaved ? plateTexts().savedHere : plateTexts().notSavedHere}{' '}
        {!state.isSaved && (
          <Button
            class="link"
            onClick={async () => (await import('./file-buttons.tsx')).downloadAll(state.saved)}
          >
            {plateTexts().saveFile}
          </Button>
        )}
      </p>
      {hasFoods && <Remarks page={page} />}
    </>
  );
}

/** Asks whether to keep a plate from a link, or to continue with one from an earlier day. */
function PlateNotice({ page }: { readonly page: Page }) {
  const { state } = page;
  const plate = currentPlate(state.saved);
  if (!plate.isGuest && !isOfEarlierDay(state)) return null;
  const { guest, newDay } = plateTexts();
  const names = state.waiting.map(({ food }) => food.description).join(', ');
  const title = plateTitle(plate, state.saved.plates);
  const criteria = `${newDay.text(title)} ${names === '' ? '' : newDay.waiting(names)}`;

  function answer(kind: 'plate/keep' | 'plate/new' | 'plate/delete' | 'plate/go-on'): void {
    page.dispatch({ kind });
    // The buttons are removed, and the focus would be lost with them.
    document.getElementById('plate-heading')?.focus({ preventScroll: true });
  }

  return (
    <div class="plate-notice stack" role="alert">
      <p>{plate.isGuest ? guest.text : criteria}</p>
      <p class="actions">
        <Button class="primary" onClick={() => answer(plate.isGuest ? 'plate/keep' : 'plate/new')}>
          {plate.isGuest ? guest.keep : newDay.start}
        </Button>
        <Button onClick={() => answer(plate.isGuest ? 'plate/delete' : 'plate/go-on')}>
          {plate.isGuest ? guest.leave : newDay.continueWith(title)}
        </Button>
      </p>
    </div>
  );
}

/** Chooses the plate's day, and one of the plates of that day. */
function PlateHead({ page }: { readonly page: Page }) {
  const { state, dispatch } = page;
  const { saved, today } = state;
  const plate = currentPlate(saved);
  const day = plate.day || today;
  // Plates of other days are listed only if they have a name or came from a link. To see the
  // others, choose their day.
  const listed = saved.plates.filter(
    (other) => other === plate || other.day === day || other.name !== '' || other.isGuest,
  );
  const show = (next: string) => dispatch({ kind: 'plate/day', day: next });
  const step = (days: number, label: string, sign: string) => (
    <Button class="icon" aria-label={label} onClick={() => show(dayAfter(day, days))}>
      {sign}
    </Button>
  );
  return (
    <div class="plate-head actions note">
      <span class="plate-day actions">
        {step(-1, plateTexts().previousDay, '‹')}
        <input
          type="date"
          aria-label={plateTexts().day}
          value={day}
          max={LAST_DAY}
          required
          onChange={({ currentTarget }) => show(currentTarget.value)}
        />
        {step(1, plateTexts().nextDay, '›')}
      </span>
      <Button
        class="link"
        onClick={() => dispatch({ kind: 'show', view: { kind: 'week', column: 'kcal' } })}
      >
        {plateTexts().week}
      </Button>
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
