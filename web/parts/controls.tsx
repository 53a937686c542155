import type { ComponentChild, ComponentProps } from 'preact';
import { useId } from 'preact/hooks';
import type { Basis } from '../foods/usual-amount.ts';
import { t } from '../languages/language.ts';
import type { Page } from '../page/use-page.ts';

// A button, the choice between 100 g and a portion, and the titles of a table's columns.

/** A button that submits no form. */
export function Button(props: ComponentProps<'button'>) {
  return <button type="button" {...props} />;
}

const BASES: readonly Basis[] = ['100g', 'portion'];

/** Chooses whether values are for 100 g of each food or for a portion of it. */
export function BasisChoice({ page }: { readonly page: Page }) {
  const name = useId();
  return (
    <fieldset class="choice" aria-label={t().valuesFor}>
      {BASES.map((basis) => (
        <label key={basis}>
          <input
            type="radio"
            name={name}
            checked={basis === page.state.saved.basis}
            onChange={() => page.dispatch({ kind: 'basis', basis })}
          />
          {basis === '100g' ? t().per100g : t().perPortion}
        </label>
      ))}
    </fieldset>
  );
}

interface TableHeadProps extends ComponentProps<'thead'> {
  readonly titles: readonly ComponentChild[];
}

/** The titles of a table's columns. */
export function TableHead({ titles, ...rest }: TableHeadProps) {
  return (
    <thead {...rest}>
      <tr>
        {titles.map((title, i) => (
          <th key={i} scope="col">
            {title}
          </th>
        ))}
      </tr>
    </thead>
  );
}
