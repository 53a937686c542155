import type { TargetedInputEvent } from 'preact';
import { useId, useState } from 'preact/hooks';
import { readTypedNumber } from '../foods/typed-amount.ts';
import { inLanguage, typedText } from '../languages/language.ts';

// A field for an optional number: valid input, and the message for anything else. Handles the keys
// of fields that apply their text on blur or Enter.

export const ENGLISH = {
  notPositive: 'Use a number above 0, such as 20, 1.5 or ½.',
  notANumber: 'Use 0 or a larger number, such as 20, 1.5 or ½.',
};
export const SPANISH: typeof ENGLISH = {
  notPositive: 'Escribe un número mayor que 0, como 20, 1,5 o ½.',
  notANumber: 'Escribe 0 o un número mayor, como 20, 1,5 o ½.',
};
const texts = () => inLanguage({ en: ENGLISH, es: SPANISH });

interface NumberFieldProps {
  readonly label: string;
  readonly value: number | undefined;
  readonly unit: string;
  readonly placeholder?: string;
  /** Whether 0 is invalid. Negative numbers always are. */
  readonly isPositive?: boolean;
  readonly onValue: (value: number | undefined) => void;
}

/** Applies a number on blur or Enter. Invalid input stays as typed and changes nothing. */
export function NumberField(props: NumberFieldProps) {
  const { label, value, unit, placeholder, isPositive, onValue } = props;
  const { field, invalid } = useTypedField(value === undefined ? '' : typedText(value), (typed) => {
    const read = typed.trim() === '' ? undefined : (readTypedNumber(typed, unit) ?? Number.NaN);
    const isSound = read === undefined || read > 0 || (read === 0 && !isPositive);
    if (isSound && read !== value) onValue(read);
    return isSound;
  });

  return (
    <>
      <input {...field} inputMode="decimal" aria-label={label} placeholder={placeholder} />{' '}
      <span>{unit}</span>
      {invalid !== undefined && (
        <span class="amount-fault" id={field['aria-describedby']}>
          {isPositive ? texts().notPositive : texts().notANumber}
        </span>
      )}
    </>
  );
}

/**
 * Returns the props of a field that applies its text on blur or Enter, not while typing. Escape
 * restores its value. Text that cannot be applied stays as typed, and is returned as `invalid`.
 *
 * @param apply - applies text; returns `false` if it is invalid
 * @param onDone - called after Enter or Escape, to return the focus
 */
export function useTypedField(
  value: string,
  apply: (typed: string) => boolean,
  onDone?: () => void,
) {
  const [typed, setTyped] = useState<string>();
  const [isFault, setFault] = useState(false);
  const faultId = useId();

  function end(isSound: boolean): boolean {
    setFault(!isSound);
    if (isSound) setTyped(undefined);
    return isSound;
  }

  const applyTyped = () => end(typed === undefined || apply(typed));

  function onKeyDown(event: KeyboardEvent): void {
    if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Escape') end(true);
    else if (event.key !== 'Enter' || !applyTyped()) return;
    // Escape in an unchanged field closes the sheet that it is in.
    if (typed !== undefined || onDone !== undefined) event.preventDefault();
    onDone?.();
  }

  const field = {
    autocomplete: 'off',
    'aria-invalid': isFault,
    'aria-describedby': isFault ? faultId : undefined,
    value: typed ?? value,
    onInput: (event: TargetedInputEvent<HTMLInputElement>) => setTyped(event.currentTarget.value),
    onBlur: applyTyped,
    onKeyDown,
  };
  return { field, invalid: isFault ? typed : undefined };
}
