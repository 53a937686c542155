import { readTypedNumber } from '../foods/typed-amount.ts';
import { inLanguage, typedText } from '../languages/language.ts';
import { useTypedField } from './use-typed-field.ts';

// A field for an optional number: valid input, and the message for anything else.

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
    const isValid = read === undefined || read > 0 || (read === 0 && !isPositive);
    if (isValid && read !== value) onValue(read);
    return isValid;
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
