import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Food } from '../food.ts';
import { addPlate, currentPlate, deletePlate, type Kept, renamePlate } from '../kept/kept.ts';
import { t } from '../languages/language.ts';
import { dayName } from '../languages/number-text.ts';
import { useFirstRows } from '../parts/use-first-rows.ts';
import { CopyLink } from './copy-link.tsx';
import { EnergyChart } from './energy-chart.tsx';
import {
  type Amount,
  clearPlate,
  movePortion,
  type Plate,
  removePortion,
  setAmount,
  undoRemoval,
} from './plate.ts';
import { PlateMenu } from './plate-menu.tsx';
import { PlateName } from './plate-name.tsx';
import { PortionRow } from './portion-row.tsx';
import { totalsOf } from './totals.ts';

interface PlatePanelProps {
  readonly kept: Kept;
  readonly onKept: (change: (kept: Kept) => Kept) => void;
  readonly isSaved: boolean;
  readonly plate: Plate;
  /** Whether it is for paper, on which nothing can follow later. */
  readonly isPrinting: boolean;
  readonly onPlate: (plate: Plate) => void;
  readonly onAmount: (food: Food, amount: Amount) => void;
  readonly onShow: (food: Food) => void;
  /** Copies the address that brings this plate to somebody else. */
  readonly onCopyLink: () => void;
  /** What became of that, in words. */
  readonly copied: string;
  /** What happened to the plate last, such as that it came with a link. */
  readonly note: string;
}

/** The foods put together, what they come to, and ways to take them along. */
export function PlatePanel(props: PlatePanelProps) {
  const { kept, onKept, isSaved, plate, onPlate, onAmount, onShow, note } = props;
  const { portions, removals } = plate;
  const totals = totalsOf(portions);
  const missing = Object.values(totals).some((total) => total.missing > 0);
  const undo = useRef<HTMLButtonElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const removed = removals.at(-1) ?? [];
  const [first] = removed;
  const removalCount = useRef(removals.length);
  const { id, name } = currentPlate(kept);
  const inView = useFirstRows(portions, id);
  const shown = props.isPrinting ? portions : inView;

  // A button that removes itself loses the focus: move it to the undo button, or to the start.
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
          {t().plate}
        </h2>
        {portions.length > 0 && (
          <CopyLink said={props.copied} onCopy={props.onCopyLink} isOfPlate />
        )}
      </header>
      <PlateName
        kept={kept}
        onSwitch={(id) => onKept((now) => ({ ...now, current: id }))}
        onNew={() => onKept((now) => addPlate(now, dayName()))}
        onRename={(text) => onKept((now) => renamePlate(now, text))}
        onDelete={() => onKept(deletePlate)}
      />
      {note !== '' && (
        <p class="note" role="status">
          {note}
        </p>
      )}
      {portions.length === 0 ? (
        <p class="note">{t().plateEmpty}</p>
      ) : (
        <>
          <div class="plate-totals">
            <EnergyChart totals={totals} />
          </div>
          <ul>
            {shown.map((portion, index) => (
              <PortionRow
                key={JSON.stringify(portion.food)}
                portion={portion}
                isMovable={portions.length > 1}
                onAmount={(amount) => {
                  onPlate(setAmount(plate, index, amount));
                  onAmount(portion.food, amount);
                }}
                onRemove={() => onPlate(removePortion(plate, index))}
                onMove={(rows) => onPlate(movePortion(plate, index, index + rows))}
                onShow={onShow}
              />
            ))}
          </ul>
        </>
      )}
      {first !== undefined && (
        <p class="plate-undo">
          <span>
            {removed.length === 1
              ? t().removed(first.portion.food.description)
              : t().removedFoods(removed.length)}
          </span>
          <button type="button" ref={undo} onClick={() => onPlate(undoRemoval(plate))}>
            {t().undo}
          </button>
        </p>
      )}
      {missing && <p class="note">{t().totalsMayBeHigher}</p>}
      <PlateMenu
        name={name}
        portions={portions}
        onClear={() => onPlate(clearPlate(plate))}
        onImport={(file) => onKept((now) => addPlate(now, file.name ?? dayName(), file.portions))}
      />
      <p class="note saved">{isSaved ? t().savedHere : t().notSavedHere}</p>
    </section>
  );
}
