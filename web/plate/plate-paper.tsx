import { SHOWN_NUTRIENTS } from '../foods/food.ts';
import { nutrientTexts } from '../foods/nutrient-texts.ts';
import {
  groupsOf,
  type NutrientSum,
  nutrientText,
  nutrientTitle,
  shareOf,
} from '../foods/nutrients.ts';
import type { Portion } from '../foods/plate.ts';
import { amountWords } from '../foods/plate.ts';
import { amountIn, totalsOf } from '../foods/totals.ts';
import { t } from '../languages/language.ts';
import { gramsText, kcalText, percentText } from '../languages/number-text.ts';
import { plateTexts } from './plate-texts.ts';

// The plate in print: its tables and their columns.

interface PlatePaperProps {
  readonly portions: readonly Portion[];
  readonly sums: readonly NutrientSum[];
  readonly goals: Readonly<Record<string, number>>;
}

/**
 * Prints the plate: its foods with their sums, in a table whose header repeats on every page, and
 * all nutrients.
 */
export function PlatePaper({ portions, sums, goals }: PlatePaperProps) {
  const totals = totalsOf(portions);
  const text = (column: (typeof SHOWN_NUTRIENTS)[number], value: number | null) =>
    column === 'kcal' ? kcalText(value) : gramsText(value);
  return (
    <div class="plate-paper">
      <table>
        <thead>
          <tr>
            <th scope="col">{t().food}</th>
            <th scope="col">{t().amount}</th>
            {SHOWN_NUTRIENTS.map((column) => (
              <th scope="col" key={column}>
                {t().nutrients[column]} {column !== 'kcal' && 'g'}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {portions.map((portion) => (
            <tr key={JSON.stringify(portion.food)}>
              <th scope="row">{portion.food.description}</th>
              <td>{amountWords(portion)}</td>
              {SHOWN_NUTRIENTS.map((column) => (
                <td key={column}>{text(column, amountIn(portion, column))}</td>
              ))}
            </tr>
          ))}
          <tr class="sum">
            <th scope="row" colSpan={2}>
              {plateTexts().sum}
            </th>
            {SHOWN_NUTRIENTS.map((column) => (
              <td key={column}>
                {text(column, totals[column].isKnown ? totals[column].amount : null)}
              </td>
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
                {nutrientText(sum.known > 0 ? sum.amount : null, sum.unit)}
                {sum.known < portions.length &&
                  ` (${nutrientTexts().knownOf(sum.known, portions.length)})`}
              </span>
              <span>{shareText(shareOf(sum, goals[sum.name]))}</span>
            </p>
          ))}
      </div>
    </div>
  );
}

function shareText(share: number | undefined): string {
  return share === undefined ? '' : percentText(share);
}
