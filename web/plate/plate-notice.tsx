import { currentPlate } from '../kept/kept.ts';
import { isOfEarlierDay } from '../page/page-state.ts';
import type { Page } from '../page/use-page.ts';
import { plateTexts } from './plate-texts.ts';
import { plateTitle } from './plate-title.ts';

// Questions about the plate: keep one from a link, go on with yesterday's.

/** What has to be decided about the plate that is shown: whether to keep it, or which day goes on. */
export function PlateNotice({ page }: { readonly page: Page }) {
  const { state, dispatch } = page;
  const plate = currentPlate(state.kept);
  if (plate.isGuest)
    return (
      <Notice
        text={plateTexts().guest.text}
        yes={{ text: plateTexts().guest.keep, onClick: () => dispatch({ kind: 'plate/keep' }) }}
        no={{ text: plateTexts().guest.leave, onClick: () => dispatch({ kind: 'plate/delete' }) }}
      />
    );
  if (!isOfEarlierDay(state)) return null;
  const names = state.waiting.map(({ food }) => food.description).join(', ');
  const title = plateTitle(plate, state.kept.plates);
  return (
    <Notice
      text={`${plateTexts().newDay.text(title)} ${names === '' ? '' : plateTexts().newDay.waiting(names)}`}
      yes={{ text: plateTexts().newDay.start, onClick: () => dispatch({ kind: 'plate/new' }) }}
      no={{
        text: plateTexts().newDay.goOn(title),
        onClick: () => dispatch({ kind: 'plate/go-on' }),
      }}
    />
  );
}

interface Choice {
  readonly text: string;
  readonly onClick: () => void;
}

function Notice({ text, yes, no }: { text: string; yes: Choice; no: Choice }) {
  return (
    <div class="plate-notice" role="alert">
      <p>{text}</p>
      <p class="actions">
        <button type="button" class="primary" onClick={yes.onClick}>
          {yes.text}
        </button>
        <button type="button" onClick={no.onClick}>
          {no.text}
        </button>
      </p>
    </div>
  );
}
