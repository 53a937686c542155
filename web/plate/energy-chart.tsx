import { gramsText, kcalText } from '../number-text.ts';
import { type EnergySource, energyShares } from './energy-share.ts';
import type { Totals } from './totals.ts';

const NAMES: Readonly<Record<EnergySource, string>> = {
  carbohydrate: 'Carbs',
  protein: 'Protein',
  fat: 'Fat',
};

const SIZE = 120;
const STROKE = 14;
const RADIUS = (SIZE - STROKE) / 2;
const CIRCLE = 2 * Math.PI * RADIUS;
/** Between two arcs, so that they are told apart without their colours. */
const GAP = 3;

/** Total energy, and how carbohydrates, protein and fat share it. */
export function EnergyChart({ totals }: { readonly totals: Totals }) {
  const shares = energyShares(totals);
  const gap = shares.filter(({ share }) => share > 0).length > 1 ? GAP : 0;
  const startOf = (index: number) =>
    shares.slice(0, index).reduce((sum, { share }) => sum + share, 0) * CIRCLE;
  return (
    <figure class="energy">
      <svg viewBox={`0 0 ${SIZE} ${SIZE}`} width={SIZE} height={SIZE} aria-hidden="true">
        <g fill="none" stroke-width={STROKE} transform={`rotate(-90 ${SIZE / 2} ${SIZE / 2})`}>
          <circle class="ring" cx={SIZE / 2} cy={SIZE / 2} r={RADIUS} />
          {shares.map(({ source, share }, index) => (
            <circle
              key={source}
              class={source}
              cx={SIZE / 2}
              cy={SIZE / 2}
              r={RADIUS}
              stroke-dasharray={`${Math.max(0, share * CIRCLE - gap)} ${CIRCLE}`}
              stroke-dashoffset={-startOf(index)}
            />
          ))}
        </g>
        <text class="kcal" x="50%" y="50%">
          {kcalText(totals.kcal.amount)}
        </text>
        <text class="unit" x="50%" y="50%" dy="16">
          kcal
        </text>
      </svg>
      <figcaption>
        <p class="unseen">Energy: {kcalText(totals.kcal.amount)} kcal</p>
        <table>
          <thead class="unseen">
            <tr>
              <th scope="col">Nutrient</th>
              <th scope="col">Amount</th>
              <th scope="col">Share of energy</th>
            </tr>
          </thead>
          <tbody>
            {shares.map(({ source, grams, percent }) => (
              <tr key={source}>
                <th scope="row">
                  <i class={source} />
                  {NAMES[source]}
                </th>
                <td>{gramsText(grams)} g</td>
                <td>{percent} %</td>
              </tr>
            ))}
          </tbody>
        </table>
        {shares.length === 0 && <p>No energy from carbohydrates, protein or fat.</p>}
      </figcaption>
    </figure>
  );
}
