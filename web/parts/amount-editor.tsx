import type { Ref } from 'preact';
import { type Unit, unitsOf } from '../../src/meal/measures.ts';
import type { Food } from '../foods/food.ts';
import { type Amount, convert, limited, MAX_GRAMS } from '../foods/plate.ts';
import { readAmount } from '../foods/typed-amount.ts';
import { amountText, inLanguage, t, typedText } from '../languages/language.ts';
import { Button } from './controls.tsx';
import { useTypedField } from './use-typed-field.ts';

// The fields of an amount (number and unit): valid input, keys, strings.

export const ENGLISH = {
  amountOf: (food: string) => `Amount of ${food}`,
  unitOf: (food: string) => `Unit for ${food}`,
  notAnAmount: (max: string, counted: string) =>
    `Use a number from 0 to ${max}, such as 2, 1.5 or ½. Still counted as ${counted}.`,
  searchFor: (text: string) => `Search for “${text}”`,
};

export const SPANISH: typeof ENGLISH = {
  amountOf: (food) => `Cantidad de ${food}`,
  unitOf: (food) => `Unidad de ${food}`,
  notAnAmount: (max, counted) =>
    `Escribe un número de 0 a ${max}, como 2, 1,5 o ½. Se cuenta: ${counted}.`,
  searchFor: (text) => `Buscar «${text}»`,
};

const texts = () => inLanguage({ en: ENGLISH, es: SPANISH });

interface AmountEditorProps {
  readonly food: Food;
  readonly amount: Amount;
  readonly onAmount: (amount: Amount) => void;
  /** Searches for the typed text if it is not an amount. */
  readonly onSearch: (text: string) => void;
  readonly inputRef?: Ref<HTMLInputElement>;
  /** Called after Enter or Escape, to return the focus. */
  readonly onDone?: () => void;
}

/** Standard units: g and oz for any food, ml for liquids. */
const EVERYWHERE = ['g', 'oz', 'ml'];

/**
 * A number and a unit. The amount changes on Enter or blur, not while typing. Invalid input stays
 * as typed and leaves the amount unchanged.
 */
export function AmountEditor(props: AmountEditorProps) {
  const { food, amount, onAmount, onSearch, inputRef, onDone } = props;
  const { count, unit } = amount;
  const shown = typedText(Math.round(count * 100) / 100);
  const { field, invalid } = useTypedField(shown, apply, onDone);
  const units = unitsOf(food.measures);
  // The amount may be in a unit that the food does not have.
  const offered = units.some(({ name }) => name === unit.name) ? units : [unit, ...units];

  function apply(typed: string): boolean {
    const read = readAmount(typed, unit, food.measures);
    if (read !== undefined && (read.count !== count || read.unit !== unit)) onAmount(read);
    return read !== undefined;
  }

  function choose(name: string): void {
    const next = offered.find((candidate) => candidate.name === name);
    if (next !== undefined) onAmount(inUnit(amount, next));
  }

  return (
    <span class="amount">
      <input
        {...field}
        ref={inputRef ?? null}
        enterkeyhint="done"
        aria-label={texts().amountOf(food.description)}
        onFocus={(event) => event.currentTarget.select()}
      />
      <select
        aria-label={texts().unitOf(food.description)}
        value={unit.name}
        onChange={(event) => choose(event.currentTarget.value)}
      >
        {offered.map(({ name, grams }) => (
          <option key={name} value={name}>
            {EVERYWHERE.includes(name) ? name : `${t().unit(name)} · ${amountText(grams)} g`}
          </option>
        ))}
      </select>
      {invalid !== undefined && (
        <span class="amount-fault" id={field['aria-describedby']}>
          {texts().notAnAmount(amountText(Math.floor(MAX_GRAMS / unit.grams)), amountText(count))}{' '}
          {/\p{L}/u.test(invalid) && (
            <Button class="link" onClick={() => onSearch(invalid.trim())}>
              {texts().searchFor(invalid.trim())}
            </Button>
          )}
        </span>
      )}
    </span>
  );
}

/**
 * Changes the unit. A change to g, oz or ml converts the amount. A change from one of these to a
 * unit such as a cup makes the count 1.
 */
function inUnit(amount: Amount, next: Unit): Amount {
  if (EVERYWHERE.includes(next.name)) return convert(amount, next);
  const count = EVERYWHERE.includes(amount.unit.name) ? 1 : amount.count;
  return limited({ count, unit: next }) ?? { count: 1, unit: next };
}
