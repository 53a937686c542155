import { useLayoutEffect, useRef } from 'preact/hooks';
import { countText } from '../number-text.ts';
import { EnergyChart } from './energy-chart.tsx';
import { clearPlate, type Plate, removePortion, setGrams, undoRemoval } from './plate.ts';
import { PlateExport } from './plate-export.tsx';
import { PortionRow } from './portion-row.tsx';
import { totalsOf } from './totals.ts';

interface PlatePanelProps {
  readonly plate: Plate;
  readonly onPlate: (plate: Plate) => void;
  readonly link: () => string;
  /** Foods of the address that could not be read. */
  readonly unreadable: number;
}

/** The foods put together, what they come to, and ways to take them along. */
export function PlatePanel({ plate, onPlate, link, unreadable }: PlatePanelProps) {
  const { portions, removals } = plate;
  const totals = totalsOf(portions);
  const missing = Object.values(totals).some((total) => total.missing > 0);
  const undo = useRef<HTMLButtonElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const removed = removals.at(-1) ?? [];
  const [first] = removed;
  const removalCount = useRef(removals.length);

  // A button that took itself away leaves the keyboard nowhere: go on where one can undo, or begin.
  useLayoutEffect(() => {
    if (removals.length > removalCount.current) undo.current?.focus({ preventScroll: true });
    else if (removals.length < removalCount.current && removals.length === 0)
      heading.current?.focus({ preventScroll: true });
    removalCount.current = removals.length;
  }, [removals.length]);

  return (
    <section class="plate" aria-labelledby="plate-heading">
      <header>
        <h2 id="plate-heading" ref={heading} tabIndex={-1}>
          Plate
        </h2>
        {portions.length > 0 && (
          <button type="button" onClick={() => onPlate(clearPlate(plate))}>
            Clear
          </button>
        )}
      </header>
      {unreadable > 0 && (
        <p class="plate-note">
          {countText(unreadable, 'food')} of this link could not be read. Ask for the link again.
        </p>
      )}
      {portions.length === 0 ? (
        <p class="plate-empty">
          Nothing yet. Add a food with <kbd>+</kbd>, or with the keys <kbd>↓</kbd> <kbd>Enter</kbd>.
        </p>
      ) : (
        <ul>
          {portions.map((portion, index) => (
            <PortionRow
              key={JSON.stringify(portion.food)}
              portion={portion}
              onGrams={(grams) => onPlate(setGrams(plate, index, grams))}
              onRemove={() => onPlate(removePortion(plate, index))}
            />
          ))}
        </ul>
      )}
      {first !== undefined && (
        <p class="plate-undo">
          <span>
            Removed{' '}
            {removed.length === 1
              ? first.portion.food.description
              : countText(removed.length, 'food')}
          </span>
          <button type="button" ref={undo} onClick={() => onPlate(undoRemoval(plate))}>
            Undo
          </button>
        </p>
      )}
      {portions.length > 0 && (
        <>
          <EnergyChart totals={totals} />
          {missing && (
            <p class="plate-note">Some foods lack a value (–): the true totals may be higher.</p>
          )}
          <PlateExport portions={portions} link={link} />
        </>
      )}
    </section>
  );
}
