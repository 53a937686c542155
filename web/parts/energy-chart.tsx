import { byNutrient } from '../foods/food.ts';
import { ENERGY_SOURCES, energyShares, energyStyle, type Totals } from '../foods/plate.ts';
import { gramsText, inLanguage, kcalText, percentText, t } from '../languages/language.ts';
import { TableHead } from './controls.tsx';

// The ring chart of energy, and the table beside it. Ring size and gaps: styles/energy.css.

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
  const grams = byNutrient((nutrient) => totals[nutrient].amount);
  const shares = energyShares(grams);
  const arcs = energyStyle(grams);
  const kcal = kcalText(totals.kcal.amount);
  const isKnown = ENERGY_SOURCES.every((source) => totals[source].amount !== null);
  return (
    <figure class="energy spread">
      <div class={arcs ? 'ring shares' : 'ring'} style={arcs} aria-hidden="true">
        <b>{kcal}</b> kcal
      </div>
      <figcaption>
        <p class="unseen">{texts().energy(kcal)}</p>
        <table>
          <TableHead class="unseen" titles={[t().nutrient, t().amount, texts().shareOfEnergy]} />
          <tbody>
            {ENERGY_SOURCES.map((source, i) => (
              <tr key={source}>
                <th scope="row">
                  <i class={source} />
                  {t().nutrients[source]}
                </th>
                <td>{gramsText(totals[source].amount)} g</td>
                <td>{isKnown && percentText((shares[i] ?? 0) / 100)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </figcaption>
    </figure>
  );
}
