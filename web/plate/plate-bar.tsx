import { t } from '../languages/language.ts';
import { gramsText, kcalText } from '../languages/number-text.ts';
import { ENERGY_SOURCES } from './energy-share.ts';
import type { Portion } from './plate.ts';
import { plateTexts } from './plate-texts.ts';
import { totalsOf } from './totals.ts';

// The bar of the plate at the edge of a phone: number of foods, energy, and grams by their
// initials.

interface PlateBarProps {
  readonly portions: readonly Portion[];
  /** What happened to it last, such as that its link was copied. */
  readonly said: string;
  readonly onOpen: () => void;
}

/** What is on the plate, always in sight on a phone; opens it. */
export function PlateBar({ portions, said, onOpen }: PlateBarProps) {
  const totals = totalsOf(portions);
  return (
    <button type="button" class="plate-bar" aria-haspopup="dialog" onClick={onOpen}>
      <b>
        {t().plate} <small>{said || plateTexts().foodCount(portions.length)}</small>
      </b>
      {portions.length > 0 && (
        <span>
          <b>{kcalText(totals.kcal.amount)} kcal</b>
          <small>
            {ENERGY_SOURCES.map((source) => (
              <span key={source}>
                {plateTexts().initials[source]} {gramsText(totals[source].amount)}
              </span>
            ))}
          </small>
        </span>
      )}
      <span aria-hidden="true">▲</span>
    </button>
  );
}
