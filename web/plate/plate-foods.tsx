import { useLayoutEffect, useRef } from 'preact/hooks';
import { type Portion, shortText } from '../foods/plate.ts';
import { totalsOf } from '../foods/totals.ts';
import { t } from '../languages/language.ts';
import { gramsText, kcalText } from '../languages/number-text.ts';
import { plateOf } from '../page/page-state.ts';
import type { Page } from '../page/use-page.ts';
import { EnergyChart } from '../parts/energy-chart.tsx';
import { useFirstRows } from '../parts/use-first-rows.ts';
import { currentPlate } from '../storage/saved-data.ts';
import { NutrientSums } from './nutrient-sums.tsx';
import { ownValues } from './own-values.ts';
import { plateTexts } from './plate-texts.ts';
import { PortionRow } from './portion-row.tsx';

// The list of the plate's foods, the marks of other values, Undo and where the focus goes then.

interface PlateFoodsProps {
  readonly page: Page;
  readonly isPrinting: boolean;
  /** When all that was removed is back, and the button for it gone. */
  readonly onAllBack: () => void;
}

/** The foods of the plate and what they come to, and what was removed. */
export function PlateFoods({ page, isPrinting, onAllBack }: PlateFoodsProps) {
  const { portions } = plateOf(page.state);
  const totals = totalsOf(portions);
  const missing = Object.values(totals).some((total) => total.missing > 0);
  return (
    <>
      {portions.length > 0 && (
        <>
          <div class="plate-totals">
            <EnergyChart totals={totals} />
          </div>
          <PortionList page={page} isPrinting={isPrinting} />
        </>
      )}
      <Undo page={page} onAllBack={onAllBack} />
      {missing && <p class="note">{plateTexts().totalsMayBeHigher}</p>}
      {portions.length > 0 && <NutrientSums page={page} isPrinting={isPrinting} />}
    </>
  );
}

function PortionList({ page, isPrinting }: Pick<PlateFoodsProps, 'page' | 'isPrinting'>) {
  const { state, dispatch } = page;
  const { portions } = plateOf(state);
  const inView = useFirstRows(portions, currentPlate(state.saved).id);
  return (
    <ul>
      {(isPrinting ? portions : inView).map((portion) => {
        const { food } = portion;
        return (
          <PortionRow
            key={JSON.stringify(food)}
            portion={portion}
            differing={differing(page, portion).map(({ nutrient }) => nutrient)}
            isMovable={portions.length > 1}
            onAmount={(amount) => dispatch({ kind: 'plate/amount', food, amount })}
            onRemove={() => dispatch({ kind: 'plate/remove', food })}
            onMove={(rows) => dispatch({ kind: 'plate/move', food, rows })}
            onShow={() => page.store.showFood(food, shortText(portion))}
            onSearch={(text) => dispatch({ kind: 'type', text })}
          />
        );
      })}
    </ul>
  );
}

function differing({ state }: Page, { food }: Portion) {
  return ownValues(food, state.rows.get(food.id ?? ''), state.offer.key);
}

/**
 * Whose the values are where the service has others. What it has comes late: the values are marked in
 * their place, and what is said of them comes last, where it pushes nothing.
 */
export function Remarks({ page }: { readonly page: Page }) {
  const { portions } = plateOf(page.state);
  const { isGuest = false } = currentPlate(page.state.saved);
  const remarks = portions.map((portion) => {
    const own = differing(page, portion).map(({ nutrient, value }) =>
      nutrient === 'kcal'
        ? `${kcalText(value)} kcal`
        : `${gramsText(value)} g ${t().nutrients[nutrient]}`,
    );
    const { description } = portion.food;
    return own.length === 0 ? null : (
      <p key={JSON.stringify(portion.food)} class="remark note">
        <b>{description}</b>{' '}
        {plateTexts()[isGuest ? 'sendersValues' : 'earlierValues'](own.join(', '))}
      </p>
    );
  });
  return <>{remarks}</>;
}

function Undo({ page, onAllBack }: Pick<PlateFoodsProps, 'page' | 'onAllBack'>) {
  const { removals } = plateOf(page.state);
  const button = useRef<HTMLButtonElement>(null);
  const count = useRef(removals.length);
  const removed = removals.at(-1) ?? [];
  const [first] = removed;

  // A button that removes itself loses the focus: move it to the undo button, or to the start.
  useLayoutEffect(() => {
    if (removals.length > count.current) button.current?.focus({ preventScroll: true });
    else if (removals.length < count.current && removals.length === 0) onAllBack();
    count.current = removals.length;
  }, [removals.length]);

  if (first === undefined) return null;
  return (
    <p class="plate-undo">
      <span>
        {removed.length === 1
          ? plateTexts().removed(first.portion.food.description)
          : plateTexts().removedFoods(removed.length)}
      </span>
      <button type="button" ref={button} onClick={() => page.dispatch({ kind: 'plate/undo' })}>
        {plateTexts().undo}
      </button>
    </p>
  );
}
