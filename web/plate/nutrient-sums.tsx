import { useState } from 'preact/hooks';
import { nutrientTexts } from '../foods/nutrient-texts.ts';
import {
  groupsOf,
  isLimit,
  type NutrientSum,
  nutrientText,
  nutrientTitle,
  shareOf,
  sumNutrients,
} from '../foods/nutrients.ts';
import { inLanguage, t } from '../languages/language.ts';
import { MISSING, percentText, typedText } from '../languages/number-text.ts';
import { portionsOf } from '../page/page-state.ts';
import type { Page } from '../page/use-page.ts';
import { useRows } from '../page/use-request.ts';
import { NumberField } from '../parts/number-field.tsx';
import { PlatePaper } from './plate-paper.tsx';

// The table of all nutrients on the plate, against daily values or personal goals, and its texts.

const ENGLISH = {
  allNutrients: 'All nutrients',
  notLoaded: 'The service does not send the nutrients of all foods. The page asks again.',
  setGoals: 'Set goals',
  goalsDone: 'Done',
  goal: 'Goal',
  goalFor: (nutrient: string) => `Goal for ${nutrient} per day`,
};

const SPANISH: typeof ENGLISH = {
  allNutrients: 'Todos los nutrientes',
  notLoaded:
    'El servicio no envía los nutrientes de todos los alimentos. La página vuelve a preguntar.',
  setGoals: 'Fijar metas',
  goalsDone: 'Listo',
  goal: 'Meta',
  goalFor: (nutrient) => `Meta de ${nutrient} al día`,
};

const texts = () => inLanguage({ en: ENGLISH, es: SPANISH });

interface NutrientSumsProps {
  readonly page: Page;
  readonly isPrinting: boolean;
}

/**
 * Shows all nutrients of the plate against the daily values or personal goals; expanded in print.
 */
export function NutrientSums({ page, isPrinting }: NutrientSumsProps) {
  const { state } = page;
  const portions = portionsOf(state);
  const { rows, offer } = state;
  const ids = portions.flatMap(({ food }) => food.id ?? []);
  const { fault } = useRows(page, ids);
  // Drawn only once rows are known, since a growing table would move what is below it.
  const isKnown = fault !== undefined || ids.length === 0 || ids.some((id) => rows.has(id));
  const sums = sumNutrients(portions, offer.columns, rows);
  if (isPrinting) return <PlatePaper portions={portions} sums={sums} goals={state.saved.goals} />;
  return (
    <details class="nutrient-sums">
      <summary>{texts().allNutrients}</summary>
      {fault !== undefined && <p class="note">{texts().notLoaded}</p>}
      {isKnown && <SumTables page={page} sums={sums} count={portions.length} />}
    </details>
  );
}

interface SumTablesProps {
  readonly page: Page;
  readonly sums: readonly NutrientSum[];
  readonly count: number;
}

function SumTables({ page, sums, count }: SumTablesProps) {
  const [isSetting, setSetting] = useState(false);
  const { goals } = page.state.saved;
  return (
    <>
      {groupsOf(sums).map(({ group, title, members }) => (
        <table key={group}>
          <caption>{title}</caption>
          <thead class="unseen">
            <tr>
              <th scope="col">{t().nutrient}</th>
              <th scope="col">{t().amount}</th>
              <th scope="col">{isSetting ? texts().goal : nutrientTexts().dailyShare}</th>
            </tr>
          </thead>
          <tbody>
            {members.map((sum) => (
              <tr key={sum.name}>
                <th scope="row">{nutrientTitle(sum)}</th>
                <td>
                  {nutrientText(sum.known > 0 ? sum.amount : null, sum.unit)}
                  {sum.known < count && <small>{nutrientTexts().knownOf(sum.known, count)}</small>}
                </td>
                <td>
                  {isSetting ? (
                    <GoalField page={page} sum={sum} />
                  ) : (
                    <Share sum={sum} goal={goals[sum.name]} />
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ))}
      <p class="note">
        {nutrientTexts().dailyValuesAre}{' '}
        <button type="button" class="link" onClick={() => setSetting(!isSetting)}>
          {isSetting ? texts().goalsDone : texts().setGoals}
        </button>
      </p>
    </>
  );
}

/** Shows the percentage of the goal, or of the daily value if no goal is set. */
function Share({ sum, goal }: { readonly sum: NutrientSum; readonly goal: number | undefined }) {
  const share = shareOf(sum, goal);
  if (share === undefined) return null;
  return (
    <>
      {percentText(share)}
      <meter class={isLimit(sum.name) ? 'limit' : undefined} value={share} aria-hidden="true" />
    </>
  );
}

function GoalField({ page, sum }: { readonly page: Page; readonly sum: NutrientSum }) {
  const { name, unit, daily_value: daily } = sum;
  return (
    <span class="goal">
      <NumberField
        label={texts().goalFor(nutrientTitle(sum))}
        value={page.state.saved.goals[name]}
        unit={unit ?? ''}
        placeholder={daily === null ? MISSING : typedText(daily)}
        min={Number.MIN_VALUE}
        onValue={(goal) => page.dispatch({ kind: 'goal', column: name, goal })}
      />
    </span>
  );
}
