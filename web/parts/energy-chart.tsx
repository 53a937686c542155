import { byNutrient } from '../foods/food.ts';
import {
  ENERGY_SOURCES,
  type EnergyShare,
  type EnergySource,
  energyShares,
  type Totals,
} from '../foods/plate.ts';
import { gramsText, inLanguage, kcalText, percentText, t } from '../languages/language.ts';

// The ring chart of energy, and the table beside it. Its size and gaps are in styles/energy.css.

export const ENGLISH = {
  energy: (kcal: string) => `Energy: ${kcal} kcal`,
  shareOfEnergy: 'Share of energy',
};

export const SPANISH: typeof ENGLISH = {
  energy: (kcal) => `Energía: ${kcal} kcal`,
  shareOfEnergy: 'Parte de la energía',
};

const texts = () => inLanguage({ en: ENGLISH, es: SPANISH });

/** Shows total energy, and the shares of carbohydrates, protein and fat. */
export function EnergyChart({ totals }: { readonly totals: Totals }) {
  const shares = energyShares(byNutrient((nutrient) => totals[nutrient].amount));
  const kcal = kcalText(totals.kcal.amount);
  const isKnown = ENERGY_SOURCES.every((source) => totals[source].amount !== null);
  const percentOf = (source: EnergySource) =>
    shares.find((share) => share.source === source)?.percent ?? 0;
  return (
    <figure class="energy">
      <EnergyRing shares={shares} kcal={kcal} />
      <figcaption>
        <p class="unseen">{texts().energy(kcal)}</p>
        <table>
          <thead class="unseen">
            <tr>
              <th scope="col">{t().nutrient}</th>
              <th scope="col">{t().amount}</th>
              <th scope="col">{texts().shareOfEnergy}</th>
            </tr>
          </thead>
          <tbody>
            {ENERGY_SOURCES.map((source) => (
              <tr key={source}>
                <th scope="row">
                  <i class={source} />
                  {t().nutrients[source]}
                </th>
                <td>{gramsText(totals[source].amount)} g</td>
                <td>{isKnown && percentText(percentOf(source) / 100)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </figcaption>
    </figure>
  );
}

interface EnergyRingProps {
  readonly shares: readonly EnergyShare[];
  /** The total, shown in the center. */
  readonly kcal: string;
}

/** Draws a ring with an arc for each share. */
function EnergyRing({ shares: [carbs, protein], kcal }: EnergyRingProps) {
  const ends = carbs &&
    protein && {
      '--carbs': `${carbs.percent}%`,
      '--upto': `${carbs.percent + protein.percent}%`,
    };
  return (
    <div class={ends ? 'ring shares' : 'ring'} style={ends} aria-hidden="true">
      <b>{kcal}</b> kcal
    </div>
  );
}
