import { useState } from 'preact/hooks';
import { SHOWN_NUTRIENTS } from '../foods/food.ts';
import {
  groupsOf,
  isLimit,
  type NutrientSum,
  nutrientText,
  nutrientTexts,
  nutrientTitle,
  shareOf,
  sumNutrients,
} from '../foods/nutrients.ts';
import { amountIn, amountWords, totalsOf } from '../foods/plate.ts';
import { inLanguage, MISSING, mainText, percentText, t, typedText } from '../languages/language.ts';
import { portionsOf } from '../page/page-state.ts';
import { type Page, useRows } from '../page/use-page.ts';
import { Button, TableHead } from '../parts/controls.tsx';
import { NumberField } from '../parts/number-field.tsx';
import { plateTexts } from './plate-texts.ts';

// All nutrients on the plate, compared with daily values or personal goals, on the screen and in
// print. Prints the foods of the plate, too.

export const ENGLISH = {
  allNutrients: 'All nutrients',
  notLoaded: 'The service is not sending some foods’ nutrients.',
  setGoals: 'Set goals',
  goalsDone: 'Done',
  goal: 'Goal',
  goalFor: (nutrient: string) => `Daily goal: ${nutrient}`,
};

export const SPANISH: typeof ENGLISH = {
  allNutrients: 'Todos los nutrientes',
  notLoaded: 'El servicio no envía los nutrientes de algunos alimentos.',
  setGoals: 'Fijar metas',
  goalsDone: 'Listo',
  goal: 'Meta',
  goalFor: (nutrient) => `Meta diaria: ${nutrient}`,
};

const texts = () => inLanguage({ en: ENGLISH, es: SPANISH });

export interface PlatePartProps {
  readonly page: Page;
  /** Whether the part is for print, which cannot wait for anything to load. */
  readonly isPrinting: boolean;
}

/**
 * Shows all nutrients of the plate compared with the daily values or personal goals. In print,
 * shows the foods, too.
 */
export function NutrientSums({ page, isPrinting }: PlatePartProps) {
  const portions = portionsOf(page.state);
  const { rows, schema } = page.state;
  const ids = portions.flatMap(({ food }) => food.id ?? []);
  const { fault, retry } = useRows(page, ids);
  // Drawn only once rows are known, since a growing table would move the content below it.
  const isKnown = fault !== undefined || ids.length === 0 || ids.some((id) => rows.has(id));
  const sums = sumNutrients(portions, schema.columns, rows);
  return (
    <>
      {isPrinting && <PlatePaper page={page} sums={sums} />}
      {/* Stays in print, though unseen, so that it remains open or closed afterward. */}
      <details class="nutrient-sums">
        <summary>{texts().allNutrients}</summary>
        {fault !== undefined && (
          <p class="note">
            {texts().notLoaded}{' '}
            <Button class="link" onClick={retry}>
              {t().askAgain}
            </Button>
          </p>
        )}
        {isKnown && <SumTables page={page} sums={sums} />}
      </details>
    </>
  );
}

interface SumsProps {
  readonly page: Page;
  readonly sums: readonly NutrientSum[];
}

function SumTables({ page, sums }: SumsProps) {
  const [isSetting, setSetting] = useState(false);
  const { length: count } = portionsOf(page.state);
  const { goals } = page.state.saved;
  const lastTitle = isSetting ? texts().goal : nutrientTexts().dailyShare;
  return (
    <>
      {groupsOf(sums).map(({ group, title, members }) => (
        <table key={group}>
          <caption>{title}</caption>
          <TableHead class="unseen" titles={[t().nutrient, t().amount, lastTitle]} />
          <tbody>
            {members.map((sum) => (
              <tr key={sum.name}>
                <th scope="row">{nutrientTitle(sum)}</th>
                <td>
                  {nutrientText(sum.amount, sum.unit)}
                  {sum.known < count && <small>{nutrientTexts().knownOf(sum.known, count)}</small>}
                </td>
                <td>
                  {isSetting ? (
                    <span class="goal">
                      <NumberField
                        label={texts().goalFor(nutrientTitle(sum))}
                        value={goals[sum.name]}
                        unit={sum.unit ?? ''}
                        placeholder={
                          sum.daily_value === null ? MISSING : typedText(sum.daily_value)
                        }
                        isPositive
                        onValue={(goal) => page.dispatch({ kind: 'goal', column: sum.name, goal })}
                      />
                    </span>
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
        <Button class="link" onClick={() => setSetting(!isSetting)}>
          {isSetting ? texts().goalsDone : texts().setGoals}
        </Button>
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

/**
 * Prints the plate: its foods with their sums, in a table whose header repeats on every page, and
 * all nutrients.
 */
function PlatePaper({ page, sums }: SumsProps) {
  const portions = portionsOf(page.state);
  const { goals } = page.state.saved;
  const totals = totalsOf(portions);
  const unitOf = (nutrient: string) => (nutrient === 'kcal' ? '' : 'g');
  const nutrients = SHOWN_NUTRIENTS.map((one) => `${t().nutrients[one]} ${unitOf(one)}`);
  return (
    <div class="plate-paper">
      <table>
        <TableHead titles={[t().food, t().amount, ...nutrients]} />
        <tbody>
          {portions.map((portion) => (
            <tr key={JSON.stringify(portion.food)}>
              <th scope="row">{portion.food.description}</th>
              <td>{amountWords(portion)}</td>
              {SHOWN_NUTRIENTS.map((column) => (
                <td key={column}>{mainText(column, amountIn(portion, column))}</td>
              ))}
            </tr>
          ))}
          <tr class="sum">
            <th scope="row" colSpan={2}>
              {plateTexts().sum}
            </th>
            {SHOWN_NUTRIENTS.map((column) => (
              <td key={column}>{mainText(column, totals[column].amount)}</td>
            ))}
          </tr>
        </tbody>
      </table>
      <div class="paper-nutrients">
        {groupsOf(sums)
          .flatMap(({ members }) => members)
          .map((sum) => (
            <p key={sum.name}>
              <span>{nutrientTitle(sum)}</span>
              <span>
                {nutrientText(sum.amount, sum.unit)}
                {sum.known < portions.length &&
                  ` (${nutrientTexts().knownOf(sum.known, portions.length)})`}
              </span>
              <span>{percentText(shareOf(sum, goals[sum.name]))}</span>
            </p>
          ))}
      </div>
    </div>
  );
}
