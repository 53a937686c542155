import { nutrientText, nutrientTitle, shareOf, sumNutrients } from '../foods/nutrients.ts';
import { amountText } from '../languages/language.ts';
import { type PageState, portionsOf } from '../page/page-state.ts';
import { plateTexts } from './plate-texts.ts';

// The plate's summary of energy and protein against their goals.

/** Shows energy and protein against the day's goals or the daily values. */
export function GoalSummary({ state }: { readonly state: PageState }) {
  const sums = sumNutrients(portionsOf(state), [], state.rows);
  return (
    <span class="goals stack">
      {sums
        .filter(({ name }) => name === 'kcal' || name === 'protein_g')
        .map((sum) => {
          const { name, unit, amount } = sum;
          const goal = state.saved.goals[name] ?? sum.daily_value ?? 0;
          const [number = ''] = nutrientText(amount, unit).split(' ');
          return (
            <span key={name}>
              <span>{nutrientTitle(sum)}</span>
              <b>{plateTexts().againstGoal(number, `${amountText(goal)} ${unit}`)}</b>
              <meter value={shareOf(sum, goal) ?? 0} aria-hidden="true" />
            </span>
          );
        })}
    </span>
  );
}
