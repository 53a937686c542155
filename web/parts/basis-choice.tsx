import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import type { Basis } from '../foods/usual-amount.ts';
import { t } from '../languages/language.ts';
import type { Page } from '../page/use-page.ts';

// Form controls: the choice between 100 g and a portion, radio buttons, a checkbox.

/** Chooses whether values are for 100 g of each food or for a portion of it. */
export function BasisChoice({ page }: { readonly page: Page }) {
  return (
    <RadioGroup<Basis>
      label={t().valuesFor}
      options={[
        { value: '100g', text: t().per100g },
        { value: 'portion', text: t().perPortion },
      ]}
      value={page.state.saved.basis}
      onChange={(basis) => page.dispatch({ kind: 'basis', basis })}
    />
  );
}

interface RadioGroupProps<Value extends string> {
  readonly label: string;
  readonly options: readonly { readonly value: Value; readonly text: ComponentChildren }[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

/** Radio buttons: all options are visible, with a single tab stop. */
function RadioGroup<Value extends string>(props: RadioGroupProps<Value>) {
  const { label, options, value, onChange } = props;
  const name = useId();
  return (
    <fieldset class="choice" aria-label={label}>
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.text}
        </label>
      ))}
    </fieldset>
  );
}

interface CheckProps {
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
  readonly text: string;
}

/** A checkbox with its label. */
export function Check({ isOn, onChange, text }: CheckProps) {
  return (
    <label>
      <input
        type="checkbox"
        checked={isOn}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />{' '}
      {text}
    </label>
  );
}
