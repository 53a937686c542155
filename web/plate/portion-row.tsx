import { useRef } from 'preact/hooks';
import { type Nutrient, SHOWN_NUTRIENTS } from '../food.ts';
import { t } from '../languages/language.ts';
import { gramsText, kcalText } from '../languages/number-text.ts';
import { AmountEditor } from '../parts/amount-editor.tsx';
import { FoodLink } from '../parts/food-link.tsx';
import { type Amount, type Portion, shortText } from './plate.ts';
import { plateTexts } from './plate-texts.ts';
import { amountIn } from './totals.ts';
import { usePortionDrag } from './use-portion-drag.ts';

// One food of the plate: its amount, values, keys, handle and the button that removes it.

interface PortionRowProps {
  readonly portion: Portion;
  /** The values that the service has otherwise. */
  readonly differing: readonly Nutrient[];
  readonly onAmount: (amount: Amount) => void;
  readonly onRemove: () => void;
  /** By how many rows: -1 is up. */
  readonly onMove: (rows: number) => void;
  readonly onShow: () => void;
  readonly onSearch: (text: string) => void;
  readonly isMovable: boolean;
}

/** One food of the plate: how much of it, what that contains, and ways to change it. */
export function PortionRow(props: PortionRowProps) {
  const { portion, differing, onAmount, onRemove, onMove, onShow, onSearch, isMovable } = props;
  const { food } = portion;
  const { description } = food;
  const handle = useRef<HTMLButtonElement>(null);
  const startDrag = usePortionDrag(onMove);

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    onMove(event.key === 'ArrowUp' ? -1 : 1);
    // The row was moved in the document, which takes the focus from it.
    requestAnimationFrame(() => handle.current?.focus());
  }

  const [, ...macros] = SHOWN_NUTRIENTS;
  const markOf = (nutrient: Nutrient) => (differing.includes(nutrient) ? 'differs' : undefined);
  return (
    <li class="portion">
      <span class="description">
        <FoodLink food={food} amount={shortText(portion)} onShow={onShow}>
          {description}
        </FoodLink>
      </span>
      <button
        type="button"
        class="icon remove"
        aria-label={t().removeFood(description)}
        onClick={onRemove}
      >
        ×
      </button>
      <AmountEditor food={food} amount={portion} onAmount={onAmount} onSearch={onSearch} />
      <span class="contains note">
        <b class={markOf('kcal')}>{kcalText(amountIn(portion, 'kcal'))} kcal</b>
        {macros.map((nutrient) => (
          <span key={nutrient} class={markOf(nutrient)}>
            <i class={nutrient} />
            <abbr title={t().nutrients[nutrient]}>{plateTexts().initials[nutrient]}</abbr>{' '}
            {gramsText(amountIn(portion, nutrient))}
          </span>
        ))}
      </span>
      {isMovable && (
        <button
          ref={handle}
          type="button"
          class="icon handle"
          aria-label={plateTexts().moveFood(description)}
          title={plateTexts().moveHint}
          onKeyDown={onKeyDown}
          onPointerDown={startDrag}
        >
          ⠿
        </button>
      )}
    </li>
  );
}
