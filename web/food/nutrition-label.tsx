import type { NutrientValue } from '../foods/nutrients.ts';
import { type Amount, amountWords, valueIn } from '../foods/plate.ts';
import {
  inLanguage,
  type Language,
  MISSING,
  numberText,
  percentText,
} from '../languages/language.ts';
import { foodTexts } from './food-texts.ts';

// Draws the nutrition label (21 CFR 101.9): the names of its lines, and how amounts are rounded.
// Other strings are in food-texts.ts.

interface NutritionLabelProps {
  readonly nutrients: readonly NutrientValue[];
  readonly amount: Amount;
}

/** The label as US readers know it, rounded as in 21 CFR 101.9; not meant for packaging. */
export function NutritionLabel({ nutrients, amount }: NutritionLabelProps) {
  const find = (column: string) => nutrients.find((nutrient) => nutrient.name === column);
  const amountOf = (column: string) => valueIn(find(column)?.per100g ?? null, amount);
  const line = (shown: LabelLine, percent: typeof percentDaily) => {
    const { column, rounding, isPart } = shown;
    const value = amountOf(column);
    const { unit = '', daily_value: dailyValue = null } = find(column) ?? {};
    return (
      <tr key={column} class={isPart ? 'part' : undefined}>
        <th scope="row">
          {inLanguage(shown)}{' '}
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
      <p class="label-serving spread">
        <b>{foodTexts().label.serving}</b> <b>{amountWords(amount)}</b>
      </p>
      <p class="label-kcal spread">
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
        <tbody>{MAIN_LINES.map((one) => line(one, percentDaily))}</tbody>
        <tbody class="vitamins">
          {VITAMIN_LINES.map((one) => line(one, percentDailyOfVitamin))}
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

/**
 * An amount rounded for the label. If `isLess` is true, the food has less, and the label says so:
 * "less than 1 g of fiber".
 */
type LabelAmount = ReturnType<typeof roundForLabel>;

/** How the label rounds a nutrient (21 CFR 101.9(c)). */
export type Rounding = 'energy' | 'fat' | 'cholesterol' | 'sodium' | 'gram' | 'tenth' | 'ten';

/** A line of the label, with its name in each language. */
interface LabelLine extends Readonly<Record<Language, string>> {
  readonly column: string;
  readonly rounding: Rounding;
  /** Whether the nutrient is part of the one above it, as saturated fat is part of total fat. */
  readonly isPart?: boolean;
}

/** The lines above the label's second thick rule, except energy. */
export const MAIN_LINES: readonly LabelLine[] = [
  { column: 'lipid_total_g', rounding: 'fat', en: 'Total Fat', es: 'Grasa total' },
  { column: 'fa_sat_g', rounding: 'fat', isPart: true, en: 'Saturated Fat', es: 'Grasa saturada' },
  { column: 'cholestrl_mg', rounding: 'cholesterol', en: 'Cholesterol', es: 'Colesterol' },
  { column: 'sodium_mg', rounding: 'sodium', en: 'Sodium', es: 'Sodio' },
  {
    column: 'carbohydrate_g',
    rounding: 'gram',
    en: 'Total Carbohydrate',
    es: 'Carbohidrato total',
  },
  {
    column: 'fiber_td_g',
    rounding: 'gram',
    isPart: true,
    en: 'Dietary Fiber',
    es: 'Fibra dietética',
  },
  { column: 'sugar_g', rounding: 'gram', isPart: true, en: 'Total Sugars', es: 'Azúcares totales' },
  { column: 'protein_g', rounding: 'gram', en: 'Protein', es: 'Proteínas' },
];

/** The vitamins and minerals that every label has (21 CFR 101.9(c)(8)). */
export const VITAMIN_LINES: readonly LabelLine[] = [
  { column: 'vit_d_ug', rounding: 'tenth', en: 'Vitamin D', es: 'Vitamina D' },
  { column: 'calcium_mg', rounding: 'ten', en: 'Calcium', es: 'Calcio' },
  { column: 'iron_mg', rounding: 'tenth', en: 'Iron', es: 'Hierro' },
  { column: 'potassium_mg', rounding: 'ten', en: 'Potassium', es: 'Potasio' },
];

interface RoundingRule {
  /** The amount below which 0 is shown. */
  readonly zeroBelow: number;
  /** Amounts below this number are shown as "less than" it, unless they are shown as 0. */
  readonly lessThan?: number;
  /**
   * Amounts up to `upTo` are rounded to multiples of `step`, larger amounts to multiples of
   * `above`.
   */
  readonly step: number;
  readonly upTo?: number;
  readonly above?: number;
}

const ROUNDING_RULES: Readonly<Record<Rounding, RoundingRule>> = {
  energy: { zeroBelow: 5, step: 5, upTo: 50, above: 10 },
  fat: { zeroBelow: 0.5, step: 0.5, upTo: 5, above: 1 },
  cholesterol: { zeroBelow: 2, lessThan: 5, step: 5 },
  sodium: { zeroBelow: 5, step: 5, upTo: 140, above: 10 },
  gram: { zeroBelow: 0.5, lessThan: 1, step: 1 },
  tenth: { zeroBelow: 0, step: 0.1 },
  ten: { zeroBelow: 0, step: 10 },
};

/** Rounds an amount for the label (21 CFR 101.9(c)(1) to (8)). */
export function roundForLabel(amount: number, rounding: Rounding) {
  const { zeroBelow, lessThan = 0, step, upTo = Infinity, above = step } = ROUNDING_RULES[rounding];
  if (amount < zeroBelow) return { amount: 0, isLess: false };
  if (amount < lessThan) return { amount: lessThan, isLess: true };
  return { amount: toNearest(amount, amount <= upTo ? step : above), isLess: false };
}

/** Returns the percent daily value for {@link MAIN_LINES} (21 CFR 101.9(d)(7)(ii)). */
export function percentDaily(amount: number, dailyValue: number): number {
  return toNearest((amount / dailyValue) * 100, 1);
}

/** Returns the percent daily value of vitamins and minerals (21 CFR 101.9(c)(8)(iii)). */
export function percentDailyOfVitamin(amount: number, dailyValue: number): number {
  const percent = (amount / dailyValue) * 100;
  if (percent < 2) return 0;
  if (percent <= 10) return toNearest(percent, 2);
  return toNearest(percent, percent <= 50 ? 5 : 10);
}

function toNearest(value: number, step: number): number {
  // Rounding to one decimal removes the floating-point error of steps of 0.1.
  return Number((Math.round(value / step) * step).toFixed(1));
}
