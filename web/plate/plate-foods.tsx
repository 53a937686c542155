import { type Food, type FoodRow, NUTRIENTS, type Nutrient, toFood } from '../foods/food.ts';
import { type Portion, totalsOf } from '../foods/plate.ts';
import { mainText, t } from '../languages/language.ts';
import { portionsOf } from '../page/page-state.ts';
import type { Page } from '../page/use-page.ts';
import { EnergyChart } from '../parts/energy-chart.tsx';
import { useFirstRows } from '../parts/use-first-rows.ts';
import { currentPlate } from '../storage/saved-data.ts';
import { GoalSummary } from './goal-summary.tsx';
import { NutrientSums, type PlatePartProps } from './nutrient-sums.tsx';
import { plateTexts } from './plate-texts.ts';
import { PortionRow } from './portion-row.tsx';

// The list of the plate's foods and their energy. Marks values that differ from the service's.

/** Shows the foods of a nonempty plate, and their sums. */
export function PlateFoods({ page, isPrinting }: PlatePartProps) {
  const { state } = page;
  const portions = portionsOf(state);
  const inView = useFirstRows(portions, currentPlate(state.saved).id);
  const keys = rowKeys(portions);
  const totals = totalsOf(portions);
  const missing = Object.values(totals).some(({ known }) => known < portions.length);
  return (
    <>
      <div class="plate-totals">
        <EnergyChart totals={totals} />
        <GoalSummary state={state} />
      </div>
      <ul>
        {(isPrinting ? portions : inView).map((row) => (
          <PortionRow
            key={keys.get(row)}
            page={page}
            portion={row}
            differing={differing(page, row).map(({ nutrient }) => nutrient)}
            isMovable={portions.length > 1}
          />
        ))}
      </ul>
      {missing && <p class="note">{plateTexts().totalsMayBeHigher}</p>}
      <NutrientSums page={page} isPrinting={isPrinting} />
    </>
  );
}

/**
 * Returns keys that stay the same if a row is moved or its unit changes. Rows of the same food are
 * numbered in the order of their units.
 */
export function rowKeys(portions: readonly Portion[]): ReadonlyMap<Portion, string> {
  const ordered = portions.toSorted((a, b) => a.unit.name.localeCompare(b.unit.name));
  const rows = Map.groupBy(ordered, ({ food }) => JSON.stringify(food));
  return new Map(
    [...rows].flatMap(([key, same]) => same.map((row, i) => [row, `${key} ${i + 1}`])),
  );
}

function differing({ state }: Page, { food }: Portion) {
  return ownValues(food, state.rows.get(food.id ?? ''), state.schema.key);
}

/** A smaller difference, per 100 g, is hardly ever visible. */
const ALIKE = 0.005;

/**
 * Returns the nutrients for which the food's values differ from the service's, and the service's
 * values. The values may differ because a link has its sender's values, or because the table has
 * changed. Empty if the service lacks the food.
 */
export function ownValues(
  food: Food,
  row: FoodRow | undefined,
  key: string | undefined,
): readonly { readonly nutrient: Nutrient; readonly value: number | null }[] {
  if (row === undefined) return [];
  const own = toFood(row, key);
  return NUTRIENTS.filter((nutrient) => !isAlike(food[nutrient], own[nutrient])).map(
    (nutrient) => ({ nutrient, value: own[nutrient] }),
  );
}

function isAlike(a: number | null, b: number | null): boolean {
  return a === null || b === null ? a === b : Math.abs(a - b) < ALIKE;
}

/**
 * Says which foods' values differ from the service's. The list is at the end of the plate, since
 * the service's values arrive late and must not move anything.
 */
export function Remarks({ page }: { readonly page: Page }) {
  const portions = portionsOf(page.state);
  const { isGuest = false } = currentPlate(page.state.saved);
  const remarks = portions.map((portion) => {
    const own = differing(page, portion).map(
      ({ nutrient, value }) =>
        `${mainText(nutrient, value)} ${nutrient === 'kcal' ? '' : 'g '}${t().nutrients[nutrient]}`,
    );
    const { description } = portion.food;
    return own.length === 0 ? null : (
      <p key={JSON.stringify(portion.food)} class="remark note">
        <b>{description}</b>{' '}
        {plateTexts()[isGuest ? 'sendersValues' : 'earlierValues'](own.join(', '))}
      </p>
    );
  });
  return <>{remarks}</>;
}
