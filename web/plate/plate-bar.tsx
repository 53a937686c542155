import { t } from '../languages/language.ts';
import { gramsText, kcalText } from '../languages/number-text.ts';
import type { Portion } from './plate.ts';
import { plateTexts } from './plate-texts.ts';
import { totalsOf } from './totals.ts';

interface PlateBarProps {
  readonly portions: readonly Portion[];
  /** What happened to it last, such as that its link was copied. */
  readonly said: string;
  readonly onOpen: () => void;
}

/** What is on the plate, always in sight on a phone; opens it. */
export function PlateBar({ portions, said, onOpen }: PlateBarProps) {
  const { kcal, protein, fat, carbohydrate } = totalsOf(portions);
  return (
    <button type="button" class="plate-bar" aria-haspopup="dialog" onClick={onOpen}>
      <b>
        {t().plate} <small>{said || plateTexts().foodCount(portions.length)}</small>
      </b>
      {portions.length > 0 && (
        <span>
          <b>{kcalText(kcal.amount)} kcal</b>
          <small>
            {plateTexts().initials.protein} {gramsText(protein.amount)} ·{' '}
            {plateTexts().initials.fat} {gramsText(fat.amount)} ·{' '}
            {plateTexts().initials.carbohydrate} {gramsText(carbohydrate.amount)}
          </small>
        </span>
      )}
      <span aria-hidden="true">▲</span>
    </button>
  );
}
