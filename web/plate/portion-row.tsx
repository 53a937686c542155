import { useId, useLayoutEffect, useState } from 'preact/hooks';
import { kcalText } from '../number-text.ts';
import { MAX_GRAMS, type Portion, parseGrams } from './plate.ts';
import { amountIn } from './totals.ts';

interface PortionRowProps {
  readonly portion: Portion;
  readonly onGrams: (grams: number) => void;
  readonly onRemove: () => void;
}

/** One food of the plate. What is typed for its amount stays as typed, also while it is no amount. */
export function PortionRow({ portion, onGrams, onRemove }: PortionRowProps) {
  const { food, grams } = portion;
  const [text, setText] = useState(String(grams));
  const faultId = useId();
  const isFault = parseGrams(text) === undefined;

  // More of the food was added meanwhile.
  useLayoutEffect(() => {
    setText((typed) => (parseGrams(typed) === grams ? typed : String(grams)));
  }, [grams]);

  function type(typed: string): void {
    setText(typed);
    const parsed = parseGrams(typed);
    if (parsed !== undefined) onGrams(parsed);
  }

  return (
    <li class="portion">
      <span class="description">{food.description}</span>
      <span class="amount">
        <input
          inputMode="decimal"
          autocomplete="off"
          aria-label={`Grams of ${food.description}`}
          aria-invalid={isFault}
          aria-describedby={isFault ? faultId : undefined}
          value={text}
          onInput={(event) => type(event.currentTarget.value)}
          onFocus={(event) => event.currentTarget.select()}
        />{' '}
        g
      </span>
      <span class="kcal">{kcalText(amountIn(portion, 'kcal'))} kcal</span>
      <button
        type="button"
        class="remove"
        aria-label={`Remove ${food.description}`}
        onClick={onRemove}
      >
        ×
      </button>
      {isFault && (
        <span class="portion-fault" id={faultId}>
          Use a number from 0 to {MAX_GRAMS}, such as 1000 or 1.5. Counted: {grams}
          {'\u00a0'}g.
        </span>
      )}
    </li>
  );
}
