import { useId, useState } from 'preact/hooks';
import { readTypedNumber } from '../foods/typed-amount.ts';
import { inLanguage, typedText } from '../languages/language.ts';

// A field for an optional number: valid input, and the message for anything else.

export const ENGLISH = { notANumber: 'Use a number above 0, such as 20, 1.5 or ½.' };
export const SPANISH: typeof ENGLISH = {
  notANumber: 'Escribe un número mayor que 0, como 20, 1,5 o ½.',
};
const texts = () => inLanguage({ en: ENGLISH, es: SPANISH });

interface NumberFieldProps {
  readonly label: string;
  readonly value: number | undefined;
  readonly unit: string;
  readonly placeholder?: string;
  readonly min?: number;
  readonly onValue: (value: number | undefined) => void;
}

/** Applies a number on blur or Enter. Invalid input stays as typed and changes nothing. */
export function NumberField(props: NumberFieldProps) {
  const { label, value, unit, placeholder, min = 0, onValue } = props;
  const [typed, setTyped] = useState<string>();
  const [isFault, setFault] = useState(false);
  const faultId = useId();
  const text = typed ?? (value === undefined ? '' : typedText(value));

  function apply(): void {
    if (typed === undefined) return;
    const read = typed.trim() === '' ? undefined : (readTypedNumber(typed, unit) ?? Number.NaN);
    const isSound = read === undefined || read >= min;
    setFault(!isSound);
    if (!isSound) return;
    setTyped(undefined);
    if (read !== value) onValue(read);
  }

  function onKeyDown({ key }: KeyboardEvent): void {
    if (key === 'Enter') apply();
    if (key !== 'Escape') return;
    setTyped(undefined);
    setFault(false);
  }

  return (
    <>
      <input
        inputMode="decimal"
        autocomplete="off"
        aria-label={label}
        aria-invalid={isFault}
        aria-describedby={isFault ? faultId : undefined}
        placeholder={placeholder}
        value={text}
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        onKeyDown={onKeyDown}
        onBlur={apply}
      />{' '}
      <span>{unit}</span>
      {isFault && (
        <span class="amount-fault" id={faultId}>
          {texts().notANumber}
        </span>
      )}
    </>
  );
}
