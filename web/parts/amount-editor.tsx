import type { Ref } from 'preact';
import { useId, useLayoutEffect, useState } from 'preact/hooks';
import type { Food } from '../food.ts';
import { t } from '../languages/language.ts';
import { amountText } from '../languages/number-text.ts';
import { type Unit, unitsOf } from '../measure.ts';
import { type Amount, convert, gramsOf, MAX_GRAMS, parseCount } from '../plate/plate.ts';

interface AmountEditorProps {
  readonly food: Food;
  readonly amount: Amount;
  readonly onAmount: (amount: Amount) => void;
  readonly inputRef?: Ref<HTMLInputElement>;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
}

/** Units that any food is weighed in; of others one has one, or two. */
const EVERYWHERE = ['g', 'oz', 'ml'];

/** A number and a unit. What is typed stays as typed, also while it is not an amount. */
export function AmountEditor(props: AmountEditorProps) {
  const { food, amount, onAmount, inputRef, onKeyDown } = props;
  const { count, unit } = amount;
  const [text, setText] = useState(() => plainText(count));
  const faultId = useId();
  const isFault = parseCount(text, unit) === undefined;
  const units = unitsOf(food.measures);
  const all = units.some(({ name }) => name === unit.name) ? units : [unit, ...units];

  // It was changed elsewhere: added again, or counted in another unit.
  useLayoutEffect(() => {
    setText((typed) => (parseCount(typed, unit) === count ? typed : plainText(count)));
  }, [count, unit]);

  function type(typed: string): void {
    setText(typed);
    const parsed = parseCount(typed, unit);
    if (parsed !== undefined) onAmount({ count: parsed, unit });
  }

  function choose(name: string): void {
    const next = all.find((candidate) => candidate.name === name);
    if (next !== undefined) onAmount(inUnit(amount, next));
  }

  return (
    <span class="amount">
      <input
        ref={inputRef ?? null}
        inputMode="decimal"
        autocomplete="off"
        enterkeyhint="done"
        aria-label={t().amountOf(food.description)}
        aria-invalid={isFault}
        aria-describedby={isFault ? faultId : undefined}
        value={text}
        onInput={(event) => type(event.currentTarget.value)}
        onFocus={(event) => event.currentTarget.select()}
        onKeyDown={onKeyDown}
      />
      <select
        aria-label={t().unitOf(food.description)}
        value={unit.name}
        onChange={(event) => choose(event.currentTarget.value)}
      >
        {all.map(({ name, grams }) => (
          <option key={name} value={name}>
            {EVERYWHERE.includes(name) ? name : `${name} · ${amountText(grams)} g`}
          </option>
        ))}
      </select>
      {isFault && (
        <span class="amount-fault" id={faultId}>
          {t().notAnAmount(amountText(Math.floor(MAX_GRAMS / unit.grams)), amountText(count))}
        </span>
      )}
    </span>
  );
}

/** Weights and volumes keep what is meant; of cups and slices one starts with one. */
function inUnit(amount: Amount, next: Unit): Amount {
  if (EVERYWHERE.includes(next.name)) return convert(amount, next);
  const count = EVERYWHERE.includes(amount.unit.name) ? 1 : amount.count;
  return gramsOf({ count, unit: next }) <= MAX_GRAMS
    ? { count, unit: next }
    : { count: 1, unit: next };
}

/** As it is typed: without separators between thousands. */
function plainText(count: number): string {
  return String(Math.round(count * 100) / 100);
}
