import type { Basis } from '../kept/kept.ts';
import { t } from '../languages/language.ts';
import { Choice } from './choice.tsx';

// The switch between 100 g and a portion.

interface BasisChoiceProps {
  readonly basis: Basis;
  readonly onBasis: (basis: Basis) => void;
}

/** Whether values are for 100 g of each food, or for a portion of it. */
export function BasisChoice({ basis, onBasis }: BasisChoiceProps) {
  return (
    <Choice<Basis>
      label={t().valuesFor}
      options={[
        { value: '100g', text: t().per100g },
        { value: 'portion', text: t().perPortion },
      ]}
      value={basis}
      onChange={onBasis}
    />
  );
}
