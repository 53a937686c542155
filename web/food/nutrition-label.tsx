import type { NutrientValue } from '../foods/nutrients.ts';
import { type Amount, amountWords, valueIn } from '../foods/plate.ts';
import { MISSING, numberText, percentText } from '../languages/number-text.ts';
import { foodTexts } from './food-texts.ts';
import {
  type LabelAmount,
  MAIN_LINES,
  percentDaily,
  percentDailyOfVitamin,
  type Rounding,
  roundForLabel,
  VITAMIN_LINES,
} from './label.ts';

// Draws the nutrition label; label.ts has its lines and rounding, food-texts.ts its texts.

interface NutritionLabelProps {
  readonly nutrients: readonly NutrientValue[];
  readonly amount: Amount;
}

/** The label as US readers know it (21 CFR 101.9): rounded so, and not for packaging. */
export function NutritionLabel({ nutrients, amount }: NutritionLabelProps) {
  const find = (column: string) => nutrients.find((nutrient) => nutrient.name === column);
  const amountOf = (column: string) => valueIn(find(column)?.per100g ?? null, amount);
  const line = (
    column: string,
    rounding: Rounding,
    className: string,
    percent: typeof percentDaily,
  ) => {
    const value = amountOf(column);
    const { unit = '', daily_value: dailyValue = null } = find(column) ?? {};
    return (
      <tr key={column} class={className}>
        <th scope="row">
          {foodTexts().label.lines[column] ?? column}{' '}
          {value === null ? MISSING : roundedText(roundForLabel(value, rounding), unit ?? '')}
        </th>
        <td>
          {value !== null && dailyValue !== null && column !== 'protein_g' && (
            <b>{percentText(percent(value, dailyValue) / 100)}</b>
          )}
        </td>
      </tr>
    );
  };
  const kcal = amountOf('kcal');
  return (
    <aside class="label" aria-labelledby="label-title">
      <h2 id="label-title">{foodTexts().label.title}</h2>
      <p class="label-serving">
        <b>{foodTexts().label.serving}</b> <b>{amountWords(amount)}</b>
      </p>
      <p class="label-kcal">
        <b>{foodTexts().label.calories}</b>
        <b>{kcal === null ? MISSING : numberText(roundForLabel(kcal, 'energy').amount)}</b>
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col" colSpan={2}>
              {foodTexts().label.dailyValue}
            </th>
          </tr>
        </thead>
        <tbody>
          {MAIN_LINES.map(({ column, rounding, isPart }) =>
            line(column, rounding, isPart ? 'part' : 'whole', percentDaily),
          )}
        </tbody>
        <tbody class="vitamins">
          {VITAMIN_LINES.map(({ column, rounding }) =>
            line(column, rounding, '', percentDailyOfVitamin),
          )}
        </tbody>
      </table>
      <p class="label-note">{foodTexts().label.note}</p>
    </aside>
  );
}

function roundedText({ amount, isLess }: LabelAmount, unit: string): string {
  const text = `${numberText(amount, 1)} ${unit === 'µg' ? 'mcg' : unit}`;
  return isLess ? foodTexts().lessThan(text) : text;
}
